import type { z } from 'zod';
import { api } from '#contract/api.ts';
import { COURSE_LIST_MAX, type Course, type CourseFields, type CourseFilter } from '#contract/catalog.ts';
import { messages } from '#contract/messages.ts';
import { type Clock, toInstant } from '#server/clock.ts';
import type { Database, Db, Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/actor.ts';
import { createAnswerCache } from '#server/http/answer-cache.ts';
import { serializeAnswer } from '#server/http/implement.ts';
import { type ReadyAnswer, readyAnswer } from '#server/http/ready-answer.ts';
import type { ReceivedFile } from '#server/http/received-file.ts';
import { newId } from '#server/ids.ts';
import type { FileKeeper } from '#server/storage/file-keeper.ts';
import {
  findShown,
  insertCourse,
  isShown,
  listMatching,
  listOutlines,
  markDeleted,
  type ShownCourse,
} from './catalog.queries.ts';
import { createCourseOrder } from './course-order.ts';

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
  /** Throws `course_not_found`, with the least work. */
  assertShown(courseId: string): Promise<void>;
  create(actor: Actor, fields: z.output<typeof CourseFields>, thumbnail: ReceivedFile, origin: string): Promise<Course>;
  /** Throws `course_not_found`. */
  remove(courseId: string): Promise<void>;
}

export interface CatalogNeeds {
  database: Database;
  clock: Clock;
  files: FileKeeper;
  /** A WebP; throws `not_an_image`. */
  toThumbnail: (path: string) => Promise<Uint8Array>;
  fileUrl: (origin: string, key: string) => string;
  /** Ends what these lectures serve, and removes their files. */
  removeMedia: (tx: Tx, lectureIds: readonly string[]) => Promise<void>;
}

/** What was typed, as the words to look for; NUL cannot be stored, so nothing can hold it. */
const wordsOf = (search: string | undefined): string[] =>
  (search ?? '').replaceAll('\0', ' ').toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);

export const createCatalog = ({ database, clock, files, toThumbnail, fileUrl, removeMedia }: CatalogNeeds): Catalog => {
  const { db, topics } = database;
  const answers = createAnswerCache();
  const readOrder = createCourseOrder(db);

  const present = (row: ShownCourse, origin: string): Course => ({
    _id: row.id,
    title: row.title,
    description: row.description,
    category: row.category,
    createdBy: row.created_by,
    thumbnail: { secure_url: row.thumbnail_key === null ? null : fileUrl(origin, row.thumbnail_key) },
    numberOfLectures: row.lecture_count,
    totalDurationMs: row.total_duration_ms,
    createdAt: toInstant(row.created_at),
  });

  const describe = async (courseId: string, origin: string, from: Db = db): Promise<Course> => {
    const [row] = await findShown(from, [courseId]);
    if (!row) throw fail('course_not_found');
    return present(row, origin);
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
    const courses = ids.flatMap((id) => byId.get(id) ?? []).map((row) => present(row, origin));
    const categories = order.categories.slice(0, MAX_CATEGORIES);
    const result = { message: messages.courses.success, courses, total: found.length, categories };
    return readyAnswer(serializeAnswer(api.catalog.listCourses, result));
  };

  const makeAbout = async (courseId: string, origin: string): Promise<ReadyAnswer> => {
    const course = await describe(courseId, origin);
    const outlines = await listOutlines(db, courseId);
    const lectures = outlines.map(({ id, title, duration_ms: durationMs }) => ({ _id: id, title, durationMs }));
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

    assertShown: async (courseId) => {
      if (!(await isShown(db, courseId))) throw fail('course_not_found');
    },

    create: async (actor, { title, category, createdBy, description }, thumbnail, origin) => {
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
          published_at: now,
          now,
        });
        await topics.raise(tx, CATALOG_TOPIC);
        return describe(id, origin, tx);
      });
    },

    remove: (courseId) =>
      database.transaction(async (tx) => {
        const deleted = await markDeleted(tx, courseId, clock.now());
        if (!deleted) throw fail('course_not_found');
        await files.removeLater(tx, [deleted.thumbnailKey]);
        await removeMedia(tx, deleted.lectureIds);
        await topics.raise(tx, CATALOG_TOPIC);
      }),
  };
};
