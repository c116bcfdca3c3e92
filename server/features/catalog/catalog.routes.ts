import type { ManagedCourse } from '#contract/catalog/authoring.ts';
import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { attachment } from '#server/http/file/attachment.ts';
import { csvOf } from '#server/http/file/csv.ts';
import { recordChange } from '#server/audit/context.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
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

export const catalogRoutes = (bind: Bind, parts: CatalogParts): void => {
  const { catalog, courseDeletion: deletion, courses, access } = parts;
  const { editing, teachers, translations } = catalog;
  pageBlocksRoutes(bind, catalog);

  bind(api.catalog, {
    listCourses: ({ query, origin }) => catalog.list(query, origin),
    suggest: ({ query, origin }) => catalog.suggest(query.search, { origin, language: query.language }),
    aboutCourse: ({ params, query, origin }) => catalog.about(params.courseId, { origin, language: query.language }),
    createCourse: async ({ actor, fields, files, origin }) => ({
      course: await catalog.create(
        actor,
        { fields, thumbnail: files.thumbnail, joined: async (_tx, courseId) => recordChange({ courseId }) },
        origin,
      ),
    }),
    deleteCourse: ({ params }) => deletion.remove(params.courseId),
  });

  bind(api.teachers, {
    page: ({ params, query, origin }) => catalog.teacher(params.slug, { origin, language: query.language }),
    getTeacher: async ({ query, origin }) => ({ teacher: await teachers.describeForAdmins(query.name, origin) }),
    saveTeacher: async ({ fields: { removesPicture, accountEmail, ...fields }, files, origin }) => ({
      teacher: await teachers.save(
        { fields, accountEmail, picture: files.picture, removesPicture: removesPicture === 'true' },
        origin,
      ),
    }),
    ownPage: async ({ actor, origin }) => {
      await access.staffOf(actor);
      return { teacher: (await teachers.describeOwn(actor.id, origin)) ?? null };
    },
    saveOwnPage: async ({ actor, fields: { removesPicture, ...fields }, files, origin }) => {
      await access.staffOf(actor);
      const change = { fields, picture: files.picture, removesPicture: removesPicture === 'true' };
      return { teacher: await teachers.saveOwn(actor.id, change, origin) };
    },
  });

  bind(api.translations, {
    count: ({ params }) => translations.counts.ofCourse(params.courseId),
    listCounts: ({ query }) => translations.counts.page(query),
    listOfSchool: ({ params }) => translations.ofSchool.list(params.language),
    setOriginals: ({ params, body }) => translations.ofSchool.setOriginals(params.language, body.things),
    saveOfSchool: ({ actor, params, body }) => translations.ofSchool.save(actor, { ...params, ...body }),
    list: ({ params }) => translations.texts.list(params.courseId, params.language),
    save: ({ actor, params, body }) => translations.texts.save(actor, { ...params, ...body }),
    drafts: ({ params }) => translations.drafts.read(params),
    startDrafts: ({ params }) => translations.drafts.start(params),
    download: async ({ params, query, writer }) => {
      const write = await writer();
      return translations.files.download(params, query.format, (message) => write({ message, values: {} }));
    },
    import: ({ actor, params, files }) => translations.files.importFile(actor, params, files.file),
  });

  bind(api.authoring, {
    updateCourse: async ({ actor, params, fields, files, origin }) => ({
      course: await editing.update(actor, { ...params, fields, thumbnail: files.thumbnail }, origin),
    }),
    setCourseDraft: async ({ actor, params, body, origin }) => {
      const course = await editing.setDraft(actor, { ...params, ...body }, origin);
      return { message: body.isDraft ? messages.authoring.drafted : publishedMessage(course), course };
    },
    declineCourse: async ({ params, body, origin }) => ({
      course: await editing.decline({ ...params, ...body }, origin),
    }),
    listCourses: ({ query, origin }) => courses.page(query, origin),
    exportCourses: ({ query, origin }) => attachment('courses.csv', csvOf(courseColumns, courses.all(query, origin))),
    removeSamples: async () => ({ removed: await deletion.removeSamples() }),
    listDeleted: async () => ({ items: await deletion.list() }),
    restoreCourse: ({ params }) => deletion.restore(params.courseId),
  });
};
