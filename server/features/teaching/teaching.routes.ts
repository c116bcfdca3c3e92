import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
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
    one: ({ params }) => teaching.ofCourse.one(params.courseId, params.userId),
  });
};
