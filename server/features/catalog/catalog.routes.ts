import type { ManagedCourse } from '#contract/catalog/authoring.ts';
import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { teachingMessages } from '#contract/teaching/teaching-messages.ts';
import { attachment } from '#server/http/file/attachment.ts';
import { csvOf } from '#server/http/file/csv.ts';
import { recordChange } from '#server/audit/context.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Catalog } from './catalog.ts';
import { courseColumns, type CourseList } from './admin-courses.ts';
import type { CourseDeletion } from './deletion.ts';
import { pageBlocksRoutes } from './page-blocks.routes.ts';

interface CatalogParts {
  catalog: Catalog;
  courseDeletion: CourseDeletion;
  courses: CourseList;
  access: Pick<CoursePolicy, 'staffOf'>;
}

const publishedMessage = ({ isDraft }: ManagedCourse): string =>
  isDraft ? messages.authoring.approvalRequested : messages.authoring.published;

export const catalogRoutes = (implement: Implement, parts: CatalogParts): void => {
  const { catalog, courseDeletion: deletion, courses, access } = parts;
  const { editing, teachers } = catalog;
  pageBlocksRoutes(implement, catalog);

  implement(api.catalog.listCourses, ({ query, origin }) => catalog.list(query, origin));

  implement(api.catalog.suggest, ({ query, origin }) => catalog.suggest(query.search, origin));

  implement(api.catalog.aboutCourse, ({ params, origin }) => catalog.about(params.courseId, origin));

  implement(api.teachers.page, ({ params, origin }) => catalog.teacher(params.slug, origin));

  implement(api.catalog.createCourse, async ({ actor, fields, files, origin }) => ({
    message: messages.courseCreate.success,
    course: await catalog.create(
      actor,
      { fields, thumbnail: files.thumbnail, joined: async (_tx, courseId) => recordChange({ courseId }) },
      origin,
    ),
  }));

  implement(api.catalog.deleteCourse, async ({ params }) => {
    await deletion.remove(params.courseId);
    return { message: messages.courseDelete.success };
  });

  implement(api.authoring.updateCourse, async ({ actor, params, fields, files, origin }) => ({
    message: messages.authoring.courseSaved,
    course: await editing.update(actor, { ...params, fields, thumbnail: files.thumbnail }, origin),
  }));

  implement(api.authoring.setCourseDraft, async ({ actor, params, body, origin }) => {
    const course = await editing.setDraft(actor, { ...params, ...body }, origin);
    return { message: body.isDraft ? messages.authoring.drafted : publishedMessage(course), course };
  });

  implement(api.authoring.declineCourse, async ({ params, body, origin }) => ({
    message: messages.authoring.declined,
    course: await editing.decline({ ...params, ...body }, origin),
  }));

  implement(api.authoring.listCourses, async ({ query, origin }) => ({
    message: messages.courses.success,
    ...(await courses.page(query, origin)),
  }));

  implement(api.authoring.exportCourses, ({ query, origin }) =>
    attachment('courses.csv', csvOf(courseColumns, courses.all(query, origin))),
  );

  implement(api.teachers.getTeacher, async ({ query, origin }) => ({
    message: messages.authoring.teacherFetched,
    teacher: await teachers.describeForAdmins(query.name, origin),
  }));

  implement(
    api.teachers.saveTeacher,
    async ({ fields: { removesPicture, accountEmail, ...fields }, files, origin }) => ({
      message: messages.authoring.teacherSaved,
      teacher: await teachers.save(
        { fields, accountEmail, picture: files.picture, removesPicture: removesPicture === 'true' },
        origin,
      ),
    }),
  );

  implement(api.teachers.ownPage, async ({ actor, origin }) => {
    await access.staffOf(actor);
    return { message: teachingMessages.ownPage, teacher: (await teachers.describeOwn(actor.id, origin)) ?? null };
  });

  implement(api.teachers.saveOwnPage, async ({ actor, fields: { removesPicture, ...fields }, files, origin }) => {
    await access.staffOf(actor);
    const change = { fields, picture: files.picture, removesPicture: removesPicture === 'true' };
    return { message: teachingMessages.ownPageSaved, teacher: await teachers.saveOwn(actor.id, change, origin) };
  });

  implement(api.authoring.listDeleted, async () => ({
    message: messages.authoring.deletedFetched,
    items: await deletion.list(),
  }));

  implement(api.authoring.restoreCourse, async ({ params }) => {
    await deletion.restore(params.courseId);
    return { message: messages.authoring.restored };
  });
};
