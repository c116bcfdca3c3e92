import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { api } from '#contract/api.ts';
import type { Result } from '#contract/endpoint.ts';
import { MINUTE_MS, toInstantOrNull } from '#server/clock.ts';
import type { Tx } from '#server/database/database.ts';
import type { LectureAudienceRow } from '#server/database/tables/learning.ts';
import { fail } from '#server/errors.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import { fileUrl } from '#server/storage/file-url.ts';
import {
  countByMinute,
  countDone,
  countViewers,
  coursesWatched,
  findCourseAudience,
  findLectureAudience,
  lecturesWatched,
  mostWatched,
  viewersAfter,
  type WatchedLectureRow,
  writeAudience,
} from './audience.queries.ts';

/** A course that is being watched is counted so often. */
const EVERY_MS = 15 * MINUTE_MS;
/** People whose progress one statement reads. */
const PEOPLE_AT_ONCE = 50;
/** Leaving after this share of a lecture counts as reaching its end. */
const END_FROM = 0.9;

const recomputeAudience = defineJob({
  name: 'classroom.audience',
  lane: 'upkeep',
  payload: z.object({ courseId: z.string() }),
  maxAttempts: 5,
});

type Report<Name extends keyof typeof api.reports> = Omit<Result<(typeof api.reports)[Name]>, 'message'>;

export type Audience = ReturnType<typeof createAudience>;

const Minutes = z.array(z.int());

const percentOf = (part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.min(100, Math.round((part / whole) * 100));

/** Adds up counts by lecture and minute. */
class LectureCounts {
  readonly #byLecture = new Map<string, { viewers: number; watchedMs: number; completed: number; left: number[] }>();

  #of(lectureId: string) {
    const counts = this.#byLecture.get(lectureId) ?? { viewers: 0, watchedMs: 0, completed: 0, left: [] };
    this.#byLecture.set(lectureId, counts);
    return counts;
  }

  add(watched: Awaited<ReturnType<typeof countByMinute>>, done: Awaited<ReturnType<typeof countDone>>): void {
    for (const { lectureId, minute, viewers, watchedMs } of watched) {
      const counts = this.#of(lectureId);
      counts.viewers += viewers;
      counts.watchedMs += watchedMs;
      counts.left[minute] = (counts.left[minute] ?? 0) + viewers;
    }
    for (const { lectureId, completed } of done) this.#of(lectureId).completed += completed;
  }

  rows(courseId: string): LectureAudienceRow[] {
    return [...this.#byLecture].map(([lectureId, { viewers, watchedMs, completed, left }]) => ({
      lecture_id: lectureId,
      course_id: courseId,
      viewers,
      watched_ms: watchedMs,
      completed,
      left_by_minute: JSON.stringify(Array.from(left.keys(), (minute) => left[minute] ?? 0)),
    }));
  }
}

const numbered = (lectures: readonly WatchedLectureRow[]) =>
  lectures.map((lecture, index) => ({ _id: lecture.id, title: lecture.title, number: index + 1 }));

const NOBODY = { viewers: 0, completed: 0 };

/** How many people were there: a quiz is done without being watched. */
const reachedBy = ({ viewers, completed }: Pick<WatchedLectureRow, 'viewers' | 'completed'>): number =>
  Math.max(viewers ?? 0, completed ?? 0);

/** The lecture whose next one the fewest of its viewers began. */
const stopsAt = (lectures: readonly WatchedLectureRow[], viewers: number) => {
  const places = numbered(lectures);
  const lost = lectures
    .slice(0, -1)
    .map((lecture, index) => reachedBy(lecture) - reachedBy(lectures[index + 1] ?? NOBODY));
  const most = Math.max(0, ...lost);
  const place = places[lost.indexOf(most)];
  return most === 0 || !place ? null : { ...place, percent: percentOf(most, viewers) };
};

const completedIn = (lectures: readonly WatchedLectureRow[], viewers: number): number =>
  percentOf(
    lectures.reduce((sum, { completed }) => sum + (completed ?? 0), 0),
    viewers * lectures.length,
  );

/** The minute before the end in which most viewers leave. */
const leaveMinute = (left: readonly number[], durationMs: number | null): number | null => {
  const end = Math.floor(((durationMs ?? left.length * MINUTE_MS) * END_FROM) / MINUTE_MS);
  const beforeEnd = left.slice(0, end);
  const most = Math.max(0, ...beforeEnd);
  return most === 0 ? null : beforeEnd.indexOf(most);
};

/** How many people watched courses and lectures, and until which minute: a projection of their progress. */
export const createAudience = ({ database, jobs, clock }: Platform) => {
  const { db } = database;
  /** In which period each course was last scheduled by this process. */
  const scheduled = new Map<string, number>();

  const recompute = async (courseId: string): Promise<void> => {
    const lectures = new LectureCounts();
    const computedAt = clock.now();
    let viewers = 0;
    for (let after = ''; ;) {
      const to = (await viewersAfter(db, courseId, after, PEOPLE_AT_ONCE)).at(-1);
      if (to === undefined) break;
      const people = { after, to };
      lectures.add(await countByMinute(db, courseId, people), await countDone(db, courseId, people));
      viewers += await countViewers(db, courseId, people);
      after = to;
      // SQLite returns at once, so that requests would wait for the last of many chunks.
      await setImmediate();
    }
    const rows = lectures.rows(courseId);
    const watchedMs = rows.reduce((sum, row) => sum + row.watched_ms, 0);
    const course = { course_id: courseId, viewers, watched_ms: watchedMs, computed_at: computedAt };
    await database.transaction((tx) => writeAudience(tx, course, rows));
  };

  jobs.handle(recomputeAudience, ({ courseId }) => recompute(courseId));

  return {
    /** Schedules the recount of courses. Returns a function to call after the commit. */
    schedule: async (tx: Tx, courseIds: readonly string[]): Promise<() => void> => {
      const period = Math.floor(clock.now() / EVERY_MS);
      const missing = courseIds.filter((id) => scheduled.get(id) !== period);
      for (const courseId of missing)
        await jobs.enqueue(
          tx,
          recomputeAudience,
          { courseId },
          { id: `${recomputeAudience.name}:${courseId}:${period}`, runAtMs: (period + 1) * EVERY_MS },
        );
      return () => {
        for (const id of missing) scheduled.set(id, period);
      };
    },

    mostWatched: async (limit: number, origin: string): Promise<Report<'watching'>> => {
      const courses = await mostWatched(db, limit);
      const ids = courses.map(({ id }) => id);
      const lectures = await lecturesWatched(db, ids);
      return {
        courses: courses.map(({ id, title, thumbnail_key: key, viewers, watched_ms: watchedMs }) => {
          const own = lectures.filter((lecture) => lecture.course_id === id);
          return {
            _id: id,
            title,
            thumbnail: key === null ? null : fileUrl(origin, key),
            viewers,
            watchedMs,
            completedPercent: completedIn(own, viewers),
            stopsAt: stopsAt(own, viewers),
          };
        }),
      };
    },

    /** By the ids of courses with viewers. */
    ofCourses: async (
      courseIds: readonly string[],
    ): Promise<Map<string, { viewers: number; completedPercent: number }>> => {
      const rows = await coursesWatched(db, courseIds);
      return new Map(
        rows.map(({ course_id: id, viewers, lectures, completed }) => [
          id,
          { viewers, completedPercent: percentOf(completed ?? 0, viewers * lectures) },
        ]),
      );
    },

    /** Throws `course_not_found`. */
    ofCourse: async (courseId: string): Promise<Report<'courseWatching'>> => {
      const course = await findCourseAudience(db, courseId);
      if (!course) throw fail('course_not_found');
      const rows = await lecturesWatched(db, [courseId]);
      const places = numbered(rows);
      return {
        computedAt: toInstantOrNull(course.computed_at),
        lectures: rows.flatMap((row, index) => {
          const place = places[index];
          const figures = { viewers: row.viewers ?? 0, watchedMs: row.watched_ms ?? 0 };
          const completedPercent = percentOf(row.completed ?? 0, reachedBy(row));
          return place ? [{ ...place, ...figures, completedPercent }] : [];
        }),
      };
    },

    /** Throws `lecture_not_found`. */
    ofLecture: async (lectureId: string): Promise<Report<'lectureWatching'>> => {
      const lecture = await findLectureAudience(db, lectureId);
      if (!lecture) throw fail('lecture_not_found');
      const left = Minutes.parse(JSON.parse(lecture.left_by_minute ?? '[]'));
      const viewers = lecture.viewers ?? 0;
      const minutes = Math.max(left.length, viewers === 0 ? 0 : Math.ceil((lecture.duration_ms ?? 0) / MINUTE_MS));
      let stillThere = viewers;
      const stillWatching = Array.from({ length: minutes }, (_, minute) => left[minute] ?? 0).map((count) => {
        const before = stillThere;
        stillThere -= count;
        return before;
      });
      return { viewers, stillWatching, leaveMinute: leaveMinute(left, lecture.duration_ms) };
    },
  };
};
