import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { HOUR_MS } from '#server/clock.ts';
import type { Database, Tx } from '#server/database/database.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import { createSearchIndex } from '#server/search/search-index.ts';
import type { IndexedCourse } from '#server/search/texts.ts';
import { indexWordsOf, wordsOf } from '#server/search/words.ts';
import {
  findCourseOfLecture,
  findCourseTexts,
  hasNotIndexed,
  listCaptionWords,
  listLectureTexts,
  listShownTranslations,
  takeNotIndexed,
} from './course-texts.queries.ts';

/** Together they take less time than each alone, and on SQLite requests wait for so many. */
const COURSES_AT_ONCE = 5;
/** Requests after a step that is announced read the whole catalogue again, which takes longer than a step. */
const STEPS_PER_CHANGE = 20;

const indexing = defineJob({
  // The keys of an earlier version lack Latin spellings: a process of that version does not take this job.
  name: 'catalog.index-2',
  lane: 'search',
  payload: z.object({}),
  everyMs: HOUR_MS,
});

const ASCII = /^[ -~]*$/;

/** Reads stored words, which an earlier version may have split and folded in another way; each different one once. */
const createWordReader = (): ((stored: string | null) => string[]) => {
  const known = new Map<string, string[]>();
  const read = (word: string): string[] => {
    const words = known.get(word) ?? (ASCII.test(word) ? [word] : wordsOf(word));
    known.set(word, words);
    return words;
  };
  return (stored) => (stored ? stored.split(' ').flatMap(read) : []);
};

/** The same text in every language that it is translated into. */
const translationsOf = (rows: readonly { thing_id: string; field: string; text: string }[]) => {
  const texts = Map.groupBy(rows, (row) => `${row.thing_id} ${row.field}`);
  return (thingId: string, field: string): string[] => (texts.get(`${thingId} ${field}`) ?? []).map(({ text }) => text);
};

const readCourse = async (tx: Tx, courseId: string, now: number): Promise<IndexedCourse | undefined> => {
  const course = await findCourseTexts(tx, courseId);
  if (!course) return undefined;
  const rows = await listLectureTexts(tx, courseId);
  const read = createWordReader();
  const captions = Map.groupBy(await listCaptionWords(tx, courseId), (row) => row.lecture_id);
  const inLanguages = translationsOf(await listShownTranslations(tx, courseId));
  const lectures = rows.map(({ id, title, description, chapters, words: written }) => {
    const titles = [title, ...inLanguages(id, 'title')];
    const words = new Set([
      ...indexWordsOf(...titles, description, ...inLanguages(id, 'description'), chapters),
      ...read(written),
      ...inLanguages(id, 'text').flatMap((body) => wordsOf(body)),
      ...(captions.get(id) ?? []).flatMap((spoken) => read(spoken.words)),
    ]);
    return { lectureId: id, title: indexWordsOf(...titles), words: [...words] };
  });
  const { title, created_by: teacher, category, description } = course;
  const titles = [title, ...inLanguages(courseId, 'title')];
  const names = indexWordsOf(
    ...titles,
    teacher,
    category,
    description,
    ...inLanguages(courseId, 'description'),
    ...rows.flatMap((lecture) => [lecture.title, ...inLanguages(lecture.id, 'title')]),
  );
  const words = new Set([...names, ...lectures.flatMap((lecture) => lecture.words)]);
  return {
    courseId,
    title: indexWordsOf(...titles),
    names,
    words: [...words],
    figures: {
      lectures: rows.length,
      durationMs: rows.reduce((sum, { duration_ms: durationMs }) => sum + (durationMs ?? 0), 0),
      hasFreeLecture: rows.some(({ is_free_preview: isFree }) => isFree === 1),
    },
    lectures,
    indexedAt: now,
  };
};

/** Recomputes the search keys of courses and their lectures; those of hidden ones are deleted. */
export const indexCourses = async (
  tx: Tx,
  { engine }: Pick<Database, 'engine'>,
  courseIds: readonly string[],
  now: number,
): Promise<void> => {
  const index = createSearchIndex(engine);
  const shown: IndexedCourse[] = [];
  for (const courseId of courseIds) {
    const course = await readCourse(tx, courseId, now);
    if (course) shown.push(course);
    else await index.remove(tx, courseId);
  }
  await index.put(tx, shown);
};

/** The search index of courses, recomputed for each changed course. */
export type CourseIndex = ReturnType<typeof createCourseIndex>;

export const createCourseIndex = ({ database, jobs, clock }: Platform, changed: (tx: Tx) => Promise<void>) => {
  const recompute = (tx: Tx, courseId: string): Promise<void> => indexCourses(tx, database, [courseId], clock.now());

  /** Returns the last one, unless there are no more. */
  const indexSome = (after: string, isAnnounced: boolean): Promise<string | undefined> =>
    database.transaction(async (tx) => {
      const courseIds = await takeNotIndexed(tx, database, { after, limit: COURSES_AT_ONCE });
      await indexCourses(tx, database, courseIds, clock.now());
      const isLast = courseIds.length < COURSES_AT_ONCE;
      if (isLast || isAnnounced) await changed(tx);
      return isLast ? undefined : courseIds.at(-1);
    });

  jobs.handle(indexing, async (_, { signal }) => {
    let after: string | undefined = '';
    for (let step = 1; after !== undefined && !signal.aborted; step += 1) {
      after = await indexSome(after, step % STEPS_PER_CHANGE === 0);
      // On SQLite no request would be read before the last course.
      await setImmediate();
    }
  });

  return {
    recompute,
    recomputeCourseOf: async (tx: Tx, lectureId: string): Promise<void> => {
      const lecture = await findCourseOfLecture(tx, lectureId);
      if (lecture) await recompute(tx, lecture.course_id);
    },
    /** Queues the indexing of courses that are not indexed: after an upgrade, a restore, or a change by the previous version. */
    prepare: async (): Promise<void> => {
      if (await hasNotIndexed(database.db)) await database.transaction((tx) => jobs.enqueue(tx, indexing, {}));
    },
  };
};
