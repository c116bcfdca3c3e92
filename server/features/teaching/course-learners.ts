import type { z } from 'zod';
import { type courseLearners, type LearnerState, STUCK_AFTER_DAYS } from '#contract/teaching/course-learners.ts';
import { DAY_MS, toInstant, toInstantOrNull } from '#server/clock.ts';
import { fail } from '#server/errors.ts';
import type { Platform } from '#server/platform.ts';
import { fileUrl } from '#server/storage/file-url.ts';
import {
  attemptsOfLearner,
  countLearnersWith,
  countLearnerStates,
  countQuizzes,
  findCourseLearner,
  type LearnersOf,
  lecturesOfLearner,
  pageOfCourseLearners,
} from './course-learners.queries.ts';
import { countLectures, lastLectures } from './teaching.queries.ts';

type Query = z.output<typeof courseLearners.list.query>;
type Page = Omit<z.input<typeof courseLearners.list.response>, 'success' | 'message'>;
type Detail = Omit<z.input<typeof courseLearners.one.response>, 'success' | 'message'>;

/** Points are stored in hundredths. */
const HUNDREDTHS = 100;

const percentOf = (earned: number, points: number): number =>
  points === 0 ? 0 : Math.round((earned / (points * HUNDREDTHS)) * 100);

/** Everyone who has a course, with their progress, also those who have not begun. */
export const createCourseLearners = ({
  database: { db },
  clock,
  settings,
}: Pick<Platform, 'database' | 'clock' | 'settings'>) => {
  const all = async (courseId: string): Promise<LearnersOf> => {
    const now = clock.now();
    return {
      courseId,
      mode: await settings.purchaseMode(),
      now,
      stuckBefore: now - STUCK_AFTER_DAYS * DAY_MS,
      lectures: await countLectures(db, courseId),
      isAlone: false,
    };
  };

  const sum = (counts: ReadonlyMap<LearnerState, number>): number =>
    [...counts.values()].reduce((total, count) => total + count, 0);

  return {
    list: async (courseId: string, { state, alone, search, ...page }: Query, origin: string): Promise<Page> => {
      const everyone = await all(courseId);
      const of = { ...everyone, isAlone: alone !== undefined };
      const counts = await countLearnerStates(db, of);
      const others = await countLearnerStates(db, { ...everyone, isAlone: !of.isAlone });
      const filter = { state, search };
      const rows = await pageOfCourseLearners(db, of, filter, page);
      const ids = rows.map(({ id }) => id);
      const [last, quizzes] = [await lastLectures(db, courseId, ids), await countQuizzes(db, courseId)];
      return {
        learners: rows.map((row) => ({
          _id: row.id,
          fullName: row.full_name,
          avatar: { secure_url: row.avatar_key === null ? null : fileUrl(origin, row.avatar_key) },
          state: row.state,
          doneLectures: row.done,
          lectures: of.lectures,
          lastLecture: last.get(row.id) ?? null,
          lastSeenAt: toInstantOrNull(row.seen_at),
          passedQuizzes: row.passed,
          quizzes,
        })),
        total:
          search === ''
            ? state === undefined
              ? sum(counts)
              : (counts.get(state) ?? 0)
            : await countLearnersWith(db, of, filter),
        counts: {
          not_begun: counts.get('not_begun') ?? 0,
          under_way: counts.get('under_way') ?? 0,
          stuck: counts.get('stuck') ?? 0,
          done: counts.get('done') ?? 0,
        },
        have: of.isAlone ? { alone: sum(counts), all: sum(others) } : { alone: sum(others), all: sum(counts) },
      };
    },

    /** Throws `person_not_found` for people who are not learners of the course. */
    one: async (courseId: string, userId: string): Promise<Detail> => {
      if (!(await findCourseLearner(db, await all(courseId), userId))) throw fail('person_not_found');
      const lectures = await lecturesOfLearner(db, { courseId, userId });
      const attempts = await attemptsOfLearner(db, { courseId, userId });
      return {
        lectures: lectures.map(({ id: _id, title, done_at: doneAt, watched_at: seenAt }) => ({
          _id,
          title,
          isDone: doneAt !== null,
          seenAt: toInstantOrNull(seenAt),
        })),
        attempts: attempts.map(({ title, number, earned, points, has_passed: hasPassed, started_at: startedAt }) => ({
          title,
          number,
          percent: earned === null ? null : percentOf(earned, points),
          isPassed: hasPassed === 1,
          startedAt: toInstant(startedAt),
        })),
      };
    },
  };
};
