import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/implement.ts';
import type { Catalog } from './catalog.ts';

export const catalogRoutes = (implement: Implement, catalog: Catalog): void => {
  implement(api.catalog.listCourses, ({ query, origin }) => catalog.list(query, origin));

  implement(api.catalog.aboutCourse, ({ params, origin }) => catalog.about(params.courseId, origin));

  implement(api.catalog.createCourse, async ({ actor, fields, files, origin }) => ({
    message: messages.courseCreate.success,
    course: await catalog.create(actor, fields, files.thumbnail, origin),
  }));

  implement(api.catalog.deleteCourse, async ({ params }) => {
    await catalog.remove(params.courseId);
    return { message: messages.courseDelete.success };
  });
};
