import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { peopleMessages } from '#contract/people/people-messages.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Teaching } from './teaching.ts';

export const teachingRoutes = (implement: Implement, teaching: Teaching): void => {
  implement(api.teaching.overview, async ({ actor, origin }) => ({
    message: messages.courses.success,
    ...(await teaching.overview(actor, origin)),
  }));

  implement(api.teaching.learners, async ({ params, query: { stuck, ...page }, origin }) => ({
    message: peopleMessages.learners,
    ...(await teaching.learners(params.courseId, { ...page, stuck: stuck === 'true' }, origin)),
  }));

  implement(api.teaching.createCourse, async ({ actor, fields, files, origin }) => ({
    message: messages.courseCreate.success,
    course: await teaching.create(actor, { fields, thumbnail: files.thumbnail }, origin),
  }));
};
