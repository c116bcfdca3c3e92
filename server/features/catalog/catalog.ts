import type { z } from 'zod';
import type { ManagedCourse } from '#contract/authoring.ts';
import { api } from '#contract/api.ts';
import { COURSE_LIST_MAX, type Course, type CourseFilter, type NewCourseFields } from '#contract/catalog.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#server/database/database.ts';
import { sectionsOf } from '#server/database/sections.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/actor.ts';
import { createResponseCache } from '#server/http/response-cache.ts';
import { serializeResponse } from '#server/http/implement-endpoint.ts';
import { type PreparedResponse, prepareResponse } from '#server/http/prepared-response.ts';
import type { ReceivedFile } from '#server/http/received-file.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import type { FileOwner } from '#server/storage/file-sweep.ts';
import {
  findPresent,
  findShown,
  insertCourse,
  isPresent,
  listMatching,
  listOutlines,
  thumbnailsAfter,
  thumbnailsInUse,
} from './catalog.queries.ts';
import { type CourseEditing, createCourseEditing } from './course-editing.ts';
import { createCourseOrder } from './course-order.ts';
import { presentCourse, toColumns } from './course-columns.ts';

/** Raised by every change of what `list` and `about` return. */
const TOPIC = 'catalog';
const MAX_WORDS = 8;
const MAX_CATEGORIES = 200;

export const thumbnailFiles: FileOwner = {
  folders: ['thumbnails'],
  keysInUse: thumbnailsInUse,
  keysAfter: thumbnailsAfter,
};

/** The courses that are for everyone to see. */
export interface Catalog {
  list(filter: CourseFilter, origin: string): PreparedResponse | Promise<PreparedResponse>;
  about(courseId: string, origin: string): PreparedResponse | Promise<PreparedResponse>;
  /** Throws `course_not_found`. */
  describe(courseId: string, origin: string): Promise<Course>;
  /** A course that may be a draft. Throws `course_not_found`. */
  describeForAuthors(courseId: string, origin: string): Promise<ManagedCourse>;
  /** With the least work. Throws `course_not_found`. */
  assertPresent(courseId: string): Promise<void>;
  /** Whether there is such a course: `shown` to everyone, or `present` and perhaps a draft. */
  has(courseId: string, kind: 'shown' | 'present'): Promise<boolean>;
  create(
    actor: Actor,
    fields: z.output<typeof NewCourseFields>,
    thumbnail: ReceivedFile,
    origin: string,
  ): Promise<Course>;
  /** Invalidates the caches of what anyone may see of courses. */
  changed(tx: Tx): Promise<void>;
  readonly editing: CourseEditing;
}

/** The words to search for; NUL cannot be stored, so no text contains it. */
const wordsOf = (search: string | undefined): string[] =>
  (search ?? '').replaceAll('\0', ' ').toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);

export const createCatalog = (platform: Platform): Catalog => {
  const { database, clock, files, images } = platform;
  const { db, topics } = database;
  const changed = (tx: Tx): Promise<void> => topics.raise(tx, TOPIC);
  const editing = createCourseEditing(platform, { catalogChanged: changed });
  const responses = createResponseCache();
  const readOrder = createCourseOrder(db);

  const describe = async (courseId: string, origin: string): Promise<Course> => {
    const [row] = await findShown(db, [courseId]);
    if (!row) throw fail('course_not_found');
    return presentCourse(row, origin);
  };

  const makeList = async (
    filter: CourseFilter,
    origin: string,
    version: string | undefined,
  ): Promise<PreparedResponse> => {
    const order = await readOrder(version);
    const words = wordsOf(filter.search);
    const category = filter.category === '' ? undefined : filter.category;
    const ofCategory = category === undefined ? order.ids : (order.idsByCategory.get(category) ?? []);
    const found = words.length === 0 || ofCategory.length === 0 ? ofCategory : await listMatching(db, words, category);
    const start = filter.offset ?? 0;
    const ids = found.slice(start, start + (filter.limit ?? COURSE_LIST_MAX));
    const rows = ids.length === 0 ? [] : await findShown(db, ids);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const courses = ids.flatMap((id) => byId.get(id) ?? []).map((row) => presentCourse(row, origin));
    const categories = order.categories.slice(0, MAX_CATEGORIES);
    const result = { message: messages.courses.success, courses, total: found.length, categories };
    return prepareResponse(serializeResponse(api.catalog.listCourses, result));
  };

  const makeAbout = async (courseId: string, origin: string): Promise<PreparedResponse> => {
    const course = await describe(courseId, origin);
    const outlines = await listOutlines(db, courseId);
    const lectures = outlines.map(({ id, title, duration_ms: durationMs, is_free_preview: isFree, section_id }) => ({
      _id: id,
      title,
      durationMs,
      isFreePreview: isFree === 1,
      sectionId: section_id,
    }));
    const result = {
      message: messages.courseAbout.success,
      course: { ...course, sections: sectionsOf(outlines), lectures },
    };
    return prepareResponse(serializeResponse(api.catalog.aboutCourse, result));
  };

  return {
    describe,
    changed,
    editing,
    describeForAuthors: editing.describe,
    assertPresent: editing.assertPresent,

    has: async (courseId, kind) =>
      kind === 'shown' ? (await readOrder(topics.version(TOPIC))).shown.has(courseId) : isPresent(db, courseId),

    list: (filter, origin) => {
      const version = topics.version(TOPIC);
      const { limit, offset, search, category } = filter;
      const isPlain = search === undefined && category === undefined;
      const key = `${origin} ${limit} ${offset} ${isPlain ? '' : JSON.stringify([search, category])}`;
      return responses.get(version, key, () => makeList(filter, origin, version));
    },

    about: (courseId, origin) =>
      responses.get(topics.version(TOPIC), `${origin} about ${courseId}`, () => makeAbout(courseId, origin)),

    create: async (actor, { isDraft, ...fields }, thumbnail, origin) => {
      const bytes = await images.toThumbnail(thumbnail);
      const id = newId();
      const key = `thumbnails/${newId()}.webp`;
      return files.keepWith([{ key, from: bytes }], async (tx) => {
        const now = clock.now();
        await insertCourse(tx, {
          ...toColumns(fields),
          id,
          thumbnail_key: key,
          author_id: actor.id,
          published_at: isDraft === 'true' ? null : now,
          now,
        });
        await changed(tx);
        const [row] = await findPresent(tx, [id]);
        if (!row) throw fail('course_not_found');
        return presentCourse(row, origin);
      });
    },
  };
};
