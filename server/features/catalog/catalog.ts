import type { ManagedCourse } from '#contract/catalog/authoring.ts';
import { api } from '#contract/api.ts';
import { COURSE_LIST_MAX, type Course, type CourseFilter, SUGGESTED } from '#contract/catalog/catalog.ts';
import { cachedByTopic } from '#server/database/cached-by-topic.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { CATALOG_TOPIC as TOPIC } from '#server/database/topics.ts';
import { sectionsOf } from '#server/database/sections.ts';
import { courseFor, sectionsFor } from '#server/database/translations.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import { serializeResponse } from '#server/http/endpoint/bind.ts';
import { type PreparedResponse, prepareResponse } from '#server/http/endpoint/prepared-response.ts';
import { newId } from '#server/ids.ts';
import { hasOneLanguage } from '#server/languages.ts';
import type { Platform } from '#server/platform.ts';
import {
  findAny,
  findPresent,
  findListed,
  insertCourse,
  isPresent,
  listOrder,
  listTitled,
  listOutlines,
  listWaiting,
} from './catalog.queries.ts';
import { createCourseAddresses } from './course-addresses.ts';
import { type CatalogNeeds, createCourseEditing, type NewCourse } from './course-editing.ts';
import { createCourseIndex } from './course-index.ts';
import { CourseOrder } from './course-order.ts';
import { HOME } from '#contract/catalog/page-blocks.ts';
import { createPageBlocks } from './page-blocks.ts';
import { createCourseSearch } from './course-search.ts';
import { presentCourse, presentManaged, presentOutline, toColumns } from './course-columns.ts';
import { readMarkdown } from '#server/rich-text/rich-text.ts';
import { slugOf } from './course-slug.ts';
import { createReaders, type PublicRequest, type Reader } from './reader.ts';
import { createTeachers } from './teachers.ts';
import { createTranslationParts } from './translation-parts.ts';
import { untranslatedIn } from './untranslated.ts';

const MAX_CATEGORIES = 200;
const MAX_TEACHERS = 200;
const RELATED_COURSES = 3;
/** How often the number of viewers of a course is counted. */
const AUDIENCE_MS = 15 * 60_000;

/** The courses that are for everyone to see. */
export type Catalog = ReturnType<typeof createCatalog>;

const readOrder = async ({ database: { db }, settings }: Platform): Promise<CourseOrder> => {
  const rows = await listOrder(db, (await settings.community()).reviews);
  return new CourseOrder(rows, hasOneLanguage(await settings.languages()) ? undefined : await listTitled(db));
};

const quarterHourAt = (now: number): number => Math.floor(now / AUDIENCE_MS);

const createOrder = (platform: Platform) =>
  cachedByTopic(
    platform.database,
    TOPIC,
    () => readOrder(platform),
    () => quarterHourAt(platform.clock.now()),
  );

const createDescribe =
  (db: Db, find: typeof findListed) =>
  async (courseId: string, origin: string): Promise<Course> => {
    const [row] = await find(db, [courseId]);
    if (!row) throw fail('course_not_found');
    return presentCourse(row, origin);
  };

export const createCatalog = (platform: Platform, needs: CatalogNeeds) => {
  const { database, clock, files, images, settings } = platform;
  const { db, topics } = database;
  const invalidate = (tx: Tx): Promise<void> => topics.raise(tx, TOPIC);
  const addresses = createCourseAddresses(platform, TOPIC);
  const index = createCourseIndex(platform, invalidate);
  const changed = async (tx: Tx, courseId: string): Promise<void> => {
    await index.recompute(tx, courseId);
    await addresses.assign(tx, courseId);
    await invalidate(tx);
  };
  const editing = createCourseEditing(platform, { ...needs, catalogChanged: changed });
  const search = createCourseSearch(database);

  const { textsFor, respond } = createReaders(platform, TOPIC);

  const describe = createDescribe(db, findListed);

  const currentOrder = createOrder(platform);
  const teacherSlugs = async () => (await currentOrder()).teacherSlugs;
  const teachers = createTeachers(platform, { ...needs, invalidate, slugs: teacherSlugs });
  const presentAll = async (ids: readonly string[], reader: Reader): Promise<Course[]> => {
    const rows = ids.length === 0 ? [] : await findListed(db, ids);
    const texts = await textsFor(reader, ids, 'course');
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []).map((row) => courseFor(texts, presentCourse(row, reader.origin)));
  };

  const blocks = createPageBlocks(platform, {
    topic: TOPIC,
    isPresent: (courseId) => isPresent(db, courseId),
    findCourses: async ({ ids, newest }, reader) =>
      presentAll(ids.length > 0 ? ids : (await currentOrder()).list({}, undefined).ids(0, newest), reader),
    textsFor,
  });

  const makeBlocks = async (page: string, reader: Reader): Promise<PreparedResponse> => {
    if (page !== HOME && !(await currentOrder()).ids.has(page)) throw fail('course_not_found');
    const result = { blocks: await blocks.read(page, reader) };
    return prepareResponse(serializeResponse(api.pageBlocks.read, result));
  };

  const makeList = async (filter: CourseFilter, reader: Reader): Promise<PreparedResponse> => {
    const order = await currentOrder();
    const found = await search.find(filter.search);
    const didYouMean = found?.size === 0 ? await search.correct(filter.search) : null;
    const isCorrected = didYouMean !== null && filter.exact === undefined;
    const inTheirs = { ...filter, language: reader.language ?? undefined };
    const listed = order.list(inTheirs, isCorrected ? await search.find(didYouMean) : found);
    const courses = await presentAll(listed.ids(filter.offset ?? 0, filter.limit ?? COURSE_LIST_MAX), reader);
    const addressed = await addresses.byId();
    const result = {
      courses: courses.map((course) => ({
        ...course,
        slug: addressed.get(course._id)?.slug ?? null,
        rating: order.reviewsOf(course._id).rating,
      })),
      total: listed.total,
      totalLectures: listed.totalLectures,
      categories: order.categories.slice(0, MAX_CATEGORIES),
      teachers: order.teachers.slice(0, MAX_TEACHERS).map(({ name }) => name),
      teacherSlug: order.teacherSlugs.get(filter.teacher ?? '') ?? null,
      didYouMean,
    };
    return prepareResponse(serializeResponse(api.catalog.listCourses, result));
  };

  const makeSuggestions = async (text: string, reader: Reader): Promise<PreparedResponse> => {
    const order = await currentOrder();
    const findCourses = async () => {
      const { total, ids } = order.list({ language: reader.language ?? undefined }, await search.find(text));
      return { total, courses: await presentAll(ids(0, SUGGESTED.courses), reader) };
    };
    const result = await search.suggest(text, {
      findCourses,
      teachers: order.teacherNames,
      textsOf: (courseIds) => textsFor(reader, courseIds),
    });
    return prepareResponse(serializeResponse(api.catalog.suggest, result));
  };

  const makeAbout = async (address: string, reader: Reader): Promise<PreparedResponse> => {
    const courseId = (await addresses.find(address))?.courseId ?? address;
    const texts = await textsFor(reader, [courseId]);
    const course = courseFor(texts, await describe(courseId, reader.origin));
    const order = await currentOrder();
    const outlines = await listOutlines(db, courseId);
    const related = order.related(courseId, RELATED_COURSES).map(({ id }) => id);
    const result = {
      course: {
        ...course,
        slug: (await addresses.byId()).get(courseId)?.slug ?? null,
        ...order.reviewsOf(courseId),
        about: readMarkdown(course.description),
        teacher: {
          ...(await teachers.describe(course.createdBy, reader.origin)),
          slug: order.teacherSlugs.get(course.createdBy) ?? slugOf(course.createdBy),
          numberOfCourses: order.coursesBy(course.createdBy),
        },
        untranslated: await untranslatedIn(platform, reader, { courseId, texts, course, outlines }),
        hasBlocks: await blocks.has(courseId),
        opensInSteps: outlines[0]?.opens_in_steps === 1,
        hasBatches: outlines[0]?.has_batches === 1,
        sections: sectionsFor(texts, sectionsOf(outlines)),
        lectures: outlines.map((row) => presentOutline(row, texts)),
        related: await presentAll(related, reader),
      },
    };
    return prepareResponse(serializeResponse(api.catalog.aboutCourse, result));
  };

  const makeTeacher = async (slug: string, reader: Reader): Promise<PreparedResponse> => {
    const order = await currentOrder();
    const name = [...order.teacherSlugs].find(([, words]) => words === slug)?.[0];
    if (name === undefined) throw fail('teacher_not_found');
    const ids = order.taughtBy(name, new Set(await teachers.coursesOf(name)));
    const addressed = await addresses.byId();
    const courses = (await presentAll(ids, reader)).map((course) => ({
      ...course,
      slug: addressed.get(course._id)?.slug ?? null,
    }));
    const teacher = { name, slug, ...(await teachers.describe(name, reader.origin)), courses };
    return prepareResponse(serializeResponse(api.teachers.page, { teacher }));
  };

  return {
    /** Throws `course_not_found`. */
    describe,
    /** Any course, for learners to whom the policy has opened it: perhaps one that is deleted. Throws `course_not_found`. */
    describeOpen: createDescribe(db, findAny),
    /** Recomputes the projections of a course and its lectures: its search keys, its place in lists, and caches. */
    changed,
    /** The same, for the course of a lecture. */
    lectureChanged: async (tx: Tx, lectureId: string): Promise<void> => {
      await index.recomputeCourseOf(tx, lectureId);
      await invalidate(tx);
    },
    /** Has courses indexed that search does not know yet, and gives addresses to those that have none. */
    prepare: async (signal: AbortSignal): Promise<void> => {
      await index.prepare();
      await addresses.prepare(invalidate, signal);
    },
    editing,
    translations: createTranslationParts(platform, changed),
    addresses,
    teachers,
    blocks,
    teacherSlugs,
    /** The blocks of a page, as visitors see them. Throws `course_not_found`. */
    readBlocks: (page: string, request: PublicRequest): Promise<PreparedResponse> =>
      respond(request, `blocks ${page}`, (reader) => makeBlocks(page, reader)),
    /** A course that may be a draft. Throws `course_not_found`. */
    describeForAuthors: editing.describe,
    /** Its caller calls `changed` in the same transaction. Throws `course_not_found`. */
    publish: editing.publish,
    /** As `publish`: makes a draft wait where its author needs approval, and returns whether it waits. */
    requestApproval: editing.requestApproval,
    /** Since when courses wait for approval, the longest first. */
    waiting: cachedByTopic(database, TOPIC, listWaiting),

    /** Whether there is such a course: `shown` to everyone, or `present` and perhaps a draft. */
    has: async (courseId: string, kind: 'shown' | 'present'): Promise<boolean> =>
      kind === 'shown' ? (await currentOrder()).ids.has(courseId) : isPresent(db, courseId),

    list: (filter: CourseFilter, origin: string): Promise<PreparedResponse> => {
      const { limit, offset, language, ...others } = filter;
      const isPlain = Object.values(others).every((value) => value === undefined);
      const moment = filter.sort === 'watched' ? quarterHourAt(clock.now()) : '';
      const key = `${limit} ${offset} ${moment} ${isPlain ? '' : JSON.stringify(others)}`;
      return respond({ origin, language }, key, (reader) => makeList(filter, reader));
    },

    suggest: (text: string, request: PublicRequest): Promise<PreparedResponse> =>
      respond(request, `suggest ${text}`, (reader) => makeSuggestions(text, reader)),

    /** `address` is the id of a course, or the words in its address. */
    about: (address: string, request: PublicRequest): Promise<PreparedResponse> =>
      respond(request, `about ${address}`, (reader) => makeAbout(address, reader)),

    /** The page of a teacher. Throws `teacher_not_found`. */
    teacher: (slug: string, request: PublicRequest): Promise<PreparedResponse> =>
      respond(request, `teacher ${slug}`, (reader) => makeTeacher(slug, reader)),

    /** `joined` is called in the transaction. */
    create: async (
      actor: Actor,
      { fields: { isDraft, ...fields }, thumbnail, joined }: NewCourse,
      origin: string,
    ): Promise<ManagedCourse> => {
      await editing.assertWritten(fields.language);
      const bytes = await images.toThumbnail(thumbnail);
      const id = newId();
      const key = `thumbnails/${newId()}.webp`;
      return files.keepWith([{ key, from: bytes }], async (tx) => {
        const now = clock.now();
        await insertCourse(tx, {
          language: (await settings.languages(tx)).language,
          ...toColumns(fields),
          id,
          thumbnail_key: key,
          author_id: actor.id,
          published_at: isDraft === 'true' ? null : now,
          now,
        });
        await joined?.(tx, id);
        await needs.noteNews(tx, id, now);
        await changed(tx, id);
        const [row] = await findPresent(tx, [id]);
        if (!row) throw fail('course_not_found');
        return presentManaged(row, origin);
      });
    },
  };
};
