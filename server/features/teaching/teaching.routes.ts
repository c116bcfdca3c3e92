import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import { attachment } from '#server/http/file/attachment.ts';
import { csvOf } from '#server/http/file/csv.ts';
import { learnerColumns } from './course-learners.ts';
import type { Teaching } from './teaching.ts';

export const teachingRoutes = (bind: Bind, teaching: Teaching): void => {
  bind(api.teaching, {
    overview: ({ actor, origin }) => teaching.overview(actor, origin),
    learners: ({ params, query: { stuck, ...page }, origin }) =>
      teaching.learners(params.courseId, { ...page, stuck: stuck === 'true' }, origin),
    createCourse: async ({ actor, fields, files, origin }) => ({
      course: await teaching.create(actor, { fields, thumbnail: files.thumbnail }, origin),
    }),
  });

  bind(api.courseLearners, {
    list: ({ params, query, origin }) => teaching.ofCourse.list(params.courseId, query, origin),
    exportCsv: ({ params, query }) =>
      attachment('learners.csv', csvOf(learnerColumns, teaching.ofCourse.all(params.courseId, query))),
    one: ({ params }) => teaching.ofCourse.one(params.courseId, params.userId),
  });
};
