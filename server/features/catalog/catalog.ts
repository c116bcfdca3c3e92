import type { z } from 'zod';
import { api } from '#contract/api.ts';
import { COURSE_LIST_MAX, type Course, type CourseFilter, type NewCourseFields } from '#contract/catalog.ts';
import { messages } from '#contract/messages.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/actor.ts';
import { createAnswerCache } from '#server/http/answer-cache.ts';
import { serializeAnswer } from '#server/http/implement.ts';
import { type ReadyAnswer, readyAnswer } from '#server/http/ready-answer.ts';
import type { ReceivedFile } from '#server/http/received-file.ts';
import { newId } from '#server/ids.ts';
import type { FileKeeper } from '#server/storage/file-keeper.ts';
import { findPresent, findShown, insertCourse, listMatching, listOutlines } from './catalog.queries.ts';
import { createCourseOrder } from './course-order.ts';
import { presentCourse } from './present-course.ts';

/** Raised by every change of what `list` and `about` answer. */
export const CATALOG_TOPIC = 'catalog';
const MAX_WORDS = 8;
const MAX_CATEGORIES = 200;

/** The courses that are for everyone to see. */
export interface Catalog {
  list(filter: CourseFilter, origin: string): ReadyAnswer | Promise<ReadyAnswer>;
  about(courseId: string, origin: string): ReadyAnswer | Promise<ReadyAnswer>;
  /** Throws `course_not_found`. */
  describe(courseId: string, origin: string): Promise<Course>;
  create(
    actor: Actor,
    fields: z.output<typeof NewCourseFields>,
    thumbnail: ReceivedFile,
    origin: string,
  ): Promise<Course>;
}

export interface CatalogNeeds {
  database: Database;
  clock: Clock;
  files: FileKeeper;
  /** A WebP; throws `not_an_image`. */
  toThumbnail: (path: string) => Promise<Uint8Array>;
  fileUrl: (origin: string, key: string) => string;
}

/** What was typed, as the words to look for; NUL cannot be stored, so nothing can hold it. */
const wordsOf = (search: string | undefined): string[] =>
  (search ?? '').replaceAll('\0', ' ').toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);

export const createCatalog = ({ database, clock, files, toThumbnail, fileUrl }: CatalogNeeds): Catalog => {
  const { db, topics } = database;
  const answers = createAnswerCache();
  const readOrder = createCourseOrder(db);

  const describe = async (courseId: string, origin: string): Promise<Course> => {
    const [row] = await findShown(db, [courseId]);
    if (!row) throw fail('course_not_found');
    return presentCourse(row, origin, { fileUrl });
  };

  const makeList = async (filter: CourseFilter, origin: string, version: string | undefined): Promise<ReadyAnswer> => {
    const order = await readOrder(version);
    const words = wordsOf(filter.search);
    const category = filter.category === '' ? undefined : filter.category;
    const ofCategory = category === undefined ? order.ids : (order.idsByCategory.get(category) ?? []);
    const found = words.length === 0 || ofCategory.length === 0 ? ofCategory : await listMatching(db, words, category);
    const start = filter.offset ?? 0;
    const ids = found.slice(start, start + (filter.limit ?? COURSE_LIST_MAX));
    const rows = ids.length === 0 ? [] : await findShown(db, ids);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const courses = ids.flatMap((id) => byId.get(id) ?? []).map((row) => presentCourse(row, origin, { fileUrl }));
    const categories = order.categories.slice(0, MAX_CATEGORIES);
    const result = { message: messages.courses.success, courses, total: found.length, categories };
    return readyAnswer(serializeAnswer(api.catalog.listCourses, result));
  };

  const makeAbout = async (courseId: string, origin: string): Promise<ReadyAnswer> => {
    const course = await describe(courseId, origin);
    const outlines = await listOutlines(db, courseId);
    const lectures = outlines.map(({ id, title, duration_ms: durationMs, is_free_preview: isFree }) => ({
      _id: id,
      title,
      durationMs,
      isFreePreview: isFree === 1,
    }));
    const result = { message: messages.courseAbout.success, course: { ...course, lectures } };
    return readyAnswer(serializeAnswer(api.catalog.aboutCourse, result));
  };

  return {
    describe,

    list: (filter, origin) => {
      const version = topics.version(CATALOG_TOPIC);
      const { limit, offset, search, category } = filter;
      const isPlain = search === undefined && category === undefined;
      const key = `${origin} ${limit} ${offset} ${isPlain ? '' : JSON.stringify([search, category])}`;
      return answers.get(version, key, () => makeList(filter, origin, version));
    },

    about: (courseId, origin) =>
      answers.get(topics.version(CATALOG_TOPIC), `${origin} about ${courseId}`, () => makeAbout(courseId, origin)),

    create: async (actor, { title, category, createdBy, description, isDraft }, thumbnail, origin) => {
      const bytes = await toThumbnail(thumbnail.path);
      const id = newId();
      const key = `thumbnails/${newId()}.webp`;
      return files.keepWith([{ key, from: bytes }], async (tx) => {
        const now = clock.now();
        await insertCourse(tx, {
          id,
          title,
          category,
          created_by: createdBy,
          description,
          thumbnail_key: key,
          author_id: actor.id,
          published_at: isDraft === 'true' ? null : now,
          now,
        });
        await topics.raise(tx, CATALOG_TOPIC);
        const [row] = await findPresent(tx, [id]);
        if (!row) throw fail('course_not_found');
        return presentCourse(row, origin, { fileUrl });
      });
    },
  };
};
