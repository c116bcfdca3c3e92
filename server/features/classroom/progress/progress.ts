import { isPassed } from '#contract/classroom/kind-facts.ts';
import { type ContinueItem, CONTINUE_MAX, type Heartbeat, type LectureProgress } from '#contract/classroom/progress.ts';
import { toInstant } from '#server/clock.ts';
import type { Tx } from '#server/database/database.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import { fail } from '#server/errors.ts';
import type { Platform } from '#server/platform.ts';
import { textsForReader } from '#server/database/translations.ts';
import { fileUrl } from '#server/storage/file-url.ts';
import { createAudience } from './audience.ts';
import { createLearning, type LearningNeeds } from './learning.ts';
import { createCompletions } from './completions.ts';
import { createPersonProgress } from './person-progress.ts';
import { type CourseProgressed, createProgressWriter } from './progress-writer.ts';
import { findRow, listNotDone, listProgressIn, listRecent, type RecentLecture } from './progress.queries.ts';
import { createRewinds } from './rewinds.ts';
import { presentCourse, presentProgress, withHeartbeat, withMark } from './watching.ts';

/** Courses to continue are found among this many lectures that were watched last. */
const RECENT_MAX = 300;
const COURSES_MAX = 3 * CONTINUE_MAX;

/** A lecture of a course, as far as progress depends on it. */
export interface CourseLecture {
  id: string;
  durationMs: number | null;
}

export type { CoursesHadBy } from './learning.ts';
export type { CourseProgressed } from './progress-writer.ts';

/** `coursesOf` finds the courses that a user teaches. */
export interface ProgressNeeds extends LearningNeeds {
  policy: LearningNeeds['policy'] & Pick<CoursePolicy, 'staffOf'>;
  progressed: CourseProgressed;
}

export type Progress = ReturnType<typeof createProgress>;

/** Positions and watched ranges of users in lectures, and the figures computed from them. */
export const createProgress = (platform: Platform, needs: ProgressNeeds) => {
  const { database, clock } = platform;
  const { db } = database;
  const audience = createAudience(platform);
  const rewinds = createRewinds(platform, needs.policy);
  const { write, writeIn } = createProgressWriter({
    database,
    clock,
    audience,
    progressed: needs.progressed,
  });

  const continueIn = async (actor: Actor, last: RecentLecture, origin: string): Promise<ContinueItem | undefined> => {
    const userId = actor.id;
    const { course_id: courseId, position, course_title: title, thumbnail_key: key } = last;
    const lockOf = await needs.policy.locksIn(actor, courseId);
    const lecture = (await listNotDone(db, { userId, courseId, position })).find(({ id }) => !lockOf(id));
    if (!lecture) return undefined;
    const row = await findRow(db, { userId, lectureId: lecture.id });
    return {
      course: { _id: courseId, title, thumbnail: key === null ? null : fileUrl(origin, key) },
      lecture: { _id: lecture.id, title: lecture.title, durationMs: lecture.duration_ms },
      progress: presentProgress(row, lecture.duration_ms),
      watchedAt: toInstant(last.watched_at),
    };
  };

  const person = createPersonProgress(db);

  return {
    audience,
    rewinds,
    learning: createLearning(platform, needs),
    ...person,
    recordCompleted: createCompletions(clock, person.watchedInCourse),

    /** Throws `lecture_not_found`. When it returns, the change is committed. */
    heartbeat: async (userId: string, lectureId: string, heartbeat: Heartbeat): Promise<LectureProgress> => {
      const { row, lecture } = await write({
        userId,
        lectureId,
        apply: (before, { kind, duration_ms: durationMs }) =>
          withHeartbeat(before, heartbeat, { kind, durationMs, now: clock.now() }),
      });
      if (heartbeat.rewinds) await rewinds.record(userId, lecture, heartbeat.rewinds);
      return presentProgress(row, lecture.duration_ms);
    },

    /** Throws `lecture_not_found`, and `done_by_passing` for a quiz, which is done once it is passed, and stays so. */
    mark: async (userId: string, lectureId: string, isDone: boolean): Promise<LectureProgress> => {
      const { row, lecture } = await write({
        userId,
        lectureId,
        apply: (before, { kind, duration_ms: durationMs }) => {
          if (isPassed(kind) && isDone !== (before.done_at !== null)) throw fail('done_by_passing');
          return withMark(before, isDone, { kind, durationMs, now: clock.now() });
        },
      });
      return presentProgress(row, lecture.duration_ms);
    },

    /** A quiz that people passed, in its transaction. */
    noteDone: (tx: Tx, lectureId: string, userIds: readonly string[]): Promise<void> =>
      writeIn(
        tx,
        userIds.map((userId) => ({
          userId,
          lectureId,
          isPassed: true,
          apply: (before, { duration_ms: durationMs, kind }) =>
            withMark(before, true, { durationMs, kind, now: clock.now() }),
        })),
      ),

    /** A quiz whose passing no longer counts, in its transaction. */
    noteNotDone: (tx: Tx, lectureId: string, userIds: readonly string[]): Promise<void> =>
      writeIn(
        tx,
        userIds.map((userId) => ({
          userId,
          lectureId,
          apply: (row) => (row.done_at === null ? row : { ...row, done_at: null }),
        })),
      ),

    /** In the courses that the user may watch now. */
    continueWatching: async (actor: Actor, origin: string): Promise<ContinueItem[]> => {
      const userId = actor.id;
      const byCourse = new Map<string, RecentLecture>();
      for (const recent of await listRecent(db, userId, RECENT_MAX))
        if (!byCourse.has(recent.course_id)) byCourse.set(recent.course_id, recent);
      const items: ContinueItem[] = [];
      const opened = await needs.policy.opened(actor, [...byCourse.keys()]);
      const open = [...byCourse.values()].filter((last) => opened.has(last.course_id));
      for (const last of open.slice(0, COURSES_MAX)) {
        if (items.length === CONTINUE_MAX) break;
        const item = await continueIn(actor, last, origin);
        if (item) items.push(item);
      }
      const ids = items.map(({ course }) => course._id);
      const texts = await textsForReader(platform, actor, { courseIds: ids, fields: ['title'] });
      return items.map(({ course, lecture, ...item }) => ({
        ...item,
        course: { ...course, title: texts.of(course._id, 'title', course.title) },
        lecture: { ...lecture, title: texts.of(lecture._id, 'title', lecture.title) },
      }));
    },

    /** Of the lectures of a course, in their order. */
    inCourse: async (
      userId: string,
      courseId: string,
      lectures: readonly CourseLecture[],
      isOpen: (lectureId: string) => boolean,
    ) => {
      const rows = new Map((await listProgressIn(db, userId, courseId)).map((row) => [row.lecture_id, row]));
      return {
        course: presentCourse(
          lectures.map(({ id }) => id),
          rows,
          isOpen,
        ),
        ofLecture: ({ id, durationMs }: CourseLecture) => presentProgress(rows.get(id), durationMs),
      };
    },
  };
};
