import type { z } from 'zod';
import type { PersonDetail } from '#contract/people/people.ts';
import { toInstant } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import { fileUrl } from '#server/storage/file-url.ts';
import { countShownLectures, lastLectures, watchedByCourse, watchedIn } from './person-progress.queries.ts';

const MAX_COURSES = 50;
const MAX_LECTURES = 2000;

type Watching = z.input<typeof PersonDetail>['watching'];

/** The progress of people, for admins. */
export const createPersonProgress = (db: Db) => ({
  /** The watched share of the courses that people began, and the last time; without people who watched nothing. */
  watchingOf: async (userIds: readonly string[]): Promise<Map<string, { percent: number; lastAt: number }>> => {
    const rows = await watchedByCourse(db, userIds);
    const lectures = await countShownLectures(db, [...new Set(rows.map(({ course_id: id }) => id))]);
    const byUser = Map.groupBy(rows, ({ user_id: id }) => id);
    return new Map(
      [...byUser].map(([userId, courses]) => {
        const watched = courses.reduce((sum, course) => sum + course.watched_lectures, 0);
        const all = courses.reduce((sum, course) => sum + (lectures.get(course.course_id) ?? 0), 0);
        const percent = all === 0 ? 0 : Math.min(100, Math.floor((100 * watched) / all));
        return [userId, { percent, lastAt: Math.max(...courses.map((course) => course.last_at)) }];
      }),
    );
  },

  /** What was measured of the published lectures of a course, or those of a choice, and whether all of them are done. */
  watchedInCourse: async (userId: string, courseId: string, on = db, lectureIds: readonly string[] | null = null) => {
    const {
      watched_ms: watchedMs,
      total_ms: totalMs,
      lectures,
      done,
    } = await watchedIn(on, userId, courseId, lectureIds);
    const isFinished = lectures > 0 && done === lectures;
    return { watchedMs: watchedMs ?? 0, totalMs: totalMs ?? 0, lectures, done, isFinished };
  },

  /** The courses that a user began, the one watched last first. */
  coursesOf: async (userId: string, origin: string): Promise<Watching> => {
    const rows = await watchedByCourse(db, [userId]);
    const shown = rows.slice(0, MAX_COURSES);
    const lectures = await countShownLectures(
      db,
      shown.map(({ course_id: id }) => id),
    );
    const last = new Map<string, string>();
    for (const { course_id: id, title } of await lastLectures(db, userId, MAX_LECTURES))
      if (!last.has(id)) last.set(id, title);
    return {
      watchedMs: rows.reduce((sum, row) => sum + row.watched_ms, 0),
      courses: shown.map((row) => ({
        _id: row.course_id,
        title: row.title,
        thumbnail: row.thumbnail_key === null ? null : fileUrl(origin, row.thumbnail_key),
        lectures: lectures.get(row.course_id) ?? 0,
        watchedLectures: row.watched_lectures,
        lastLecture: last.get(row.course_id) ?? '',
        lastWatchedAt: toInstant(row.last_at),
      })),
    };
  },
});
