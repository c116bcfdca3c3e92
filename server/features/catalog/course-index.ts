import { z } from 'zod';
import type { Database, Tx } from '#server/database/database.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import { createSearchIndex } from '#server/search/search-index.ts';
import { wordsOf } from '#server/search/words.ts';
import {
  findCourseOfLecture,
  findCourseTexts,
  listCaptionWords,
  listLectureTexts,
  listNotIndexed,
} from './course-search.queries.ts';

const COURSES_AT_ONCE = 100;

const indexCourses = defineJob({
  name: 'catalog.index',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: 60 * 60_000,
});

const captionWords = (rows: Awaited<ReturnType<typeof listCaptionWords>>): Map<string, string[]> =>
  new Map(
    [...Map.groupBy(rows, (row) => row.lecture_id)].map(([lectureId, languages]) => [
      lectureId,
      languages.flatMap(({ words }) => (words ? words.split(' ') : [])),
    ]),
  );

/** Recomputes by which words a course and its lectures are found: none, unless it is shown. */
export const indexCourse = async (tx: Tx, { engine }: Pick<Database, 'engine'>, courseId: string, now: number) => {
  const index = createSearchIndex(engine);
  const course = await findCourseTexts(tx, courseId);
  if (!course) return index.remove(tx, courseId);
  const rows = await listLectureTexts(tx, courseId);
  const spoken = captionWords(await listCaptionWords(tx, courseId));
  const lectures = rows.map(({ id, title, description }) => {
    const words = new Set([...wordsOf(title, description), ...(spoken.get(id) ?? [])]);
    return { lectureId: id, title: wordsOf(title), words: [...words] };
  });
  const { title, created_by: teacher, category, description } = course;
  const names = wordsOf(title, teacher, category, description, ...rows.map((lecture) => lecture.title));
  const words = new Set([...names, ...lectures.flatMap((lecture) => lecture.words)]);
  return index.put(tx, {
    courseId,
    title: wordsOf(title),
    names,
    words: [...words],
    figures: {
      lectures: rows.length,
      durationMs: rows.reduce((sum, { duration_ms: durationMs }) => sum + (durationMs ?? 0), 0),
      hasFreeLecture: rows.some(({ is_free_preview: isFree }) => isFree === 1),
    },
    lectures,
    indexedAt: now,
  });
};

/** What search knows of courses, recomputed for each course that changes. */
export interface CourseIndex {
  recompute(tx: Tx, courseId: string): Promise<void>;
  recomputeCourseOf(tx: Tx, lectureId: string): Promise<void>;
  /** Has courses indexed soon that are not: after an upgrade, a restore, or a change by the version before. */
  prepare(): Promise<void>;
}

export const createCourseIndex = (
  { database, jobs, clock }: Platform,
  changed: (tx: Tx) => Promise<void>,
): CourseIndex => {
  const recompute = (tx: Tx, courseId: string): Promise<void> => indexCourse(tx, database, courseId, clock.now());

  jobs.handle(indexCourses, async (_, { signal }) => {
    for (;;) {
      const courseIds = await listNotIndexed(database.db, COURSES_AT_ONCE);
      for (const courseId of courseIds) await database.transaction((tx) => recompute(tx, courseId));
      if (courseIds.length > 0) await database.transaction(changed);
      if (courseIds.length < COURSES_AT_ONCE || signal.aborted) return;
    }
  });

  return {
    recompute,
    recomputeCourseOf: async (tx, lectureId) => {
      const lecture = await findCourseOfLecture(tx, lectureId);
      if (lecture) await recompute(tx, lecture.course_id);
    },
    prepare: async () => {
      const [first] = await listNotIndexed(database.db, 1);
      if (first !== undefined) await database.transaction((tx) => jobs.enqueue(tx, indexCourses, {}));
    },
  };
};
