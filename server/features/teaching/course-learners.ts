import type { z } from 'zod';
import {
  type courseLearners,
  type LearnerState,
  REMINDED_DAYS,
  STUCK_AFTER_DAYS,
} from '#contract/teaching/course-learners.ts';
import { learnerNames } from '#contract/teaching/learner-names.ts';
import type { QuizAttemptRow } from '#server/database/tables/quizzes.ts';
import { DAY_MS, toInstant, toInstantOrNull } from '#server/clock.ts';
import { fail } from '#server/errors.ts';
import type { Column } from '#server/http/file/csv.ts';
import type { Platform } from '#server/platform.ts';
import { fileUrl } from '#server/storage/file-url.ts';
import {
  attemptsOfLearner,
  countLearnersWith,
  countLearnerStates,
  countLecturesAndQuizzes,
  findCourseLearner,
  type LearnersOf,
  lecturesOfLearner,
  pageOfCourseLearners,
} from './course-learners.queries.ts';
import { lastLectures } from './teaching.queries.ts';

type Query = z.output<typeof courseLearners.list.query>;
type Page = Omit<z.input<typeof courseLearners.list.response>, 'success' | 'message'>;
type Listed = Page['learners'][number];
type Detail = Omit<z.input<typeof courseLearners.one.response>, 'success' | 'message'>;

/** Each page of an export computes the states anew. */
const EXPORT_PAGE = 2000;

/** The columns of the export: as on the pages of teachers, without emails. */
export const learnerColumns: readonly Column<Listed>[] = [
  ['Name', ({ fullName }) => fullName],
  ['State', ({ state }) => learnerNames[state]],
  ['Done', ({ doneLectures }) => String(doneLectures)],
  ['Lectures', ({ lectures }) => String(lectures)],
  ['Last lecture', ({ lastLecture }) => lastLecture],
  ['Passed quizzes', ({ passedQuizzes }) => String(passedQuizzes)],
  ['Quizzes', ({ quizzes }) => String(quizzes)],
  ['Last seen', ({ lastSeenAt }) => lastSeenAt],
];

export interface CourseLearnersNeeds {
  /** The score of an attempt; null while it has none. */
  scoreOf: (attempt: Pick<QuizAttemptRow, 'state' | 'earned' | 'points' | 'settings'>) => { percent: number } | null;
}

/** Everyone who has a course, with their progress, also those who have not begun. */
export const createCourseLearners = (
  { database: { db }, clock, settings }: Pick<Platform, 'database' | 'clock' | 'settings'>,
  { scoreOf }: CourseLearnersNeeds,
) => {
  const everyoneIn = async (courseId: string, lectures: number, batchId?: string): Promise<LearnersOf> => {
    const now = clock.now();
    return {
      courseId,
      batchId,
      mode: await settings.purchaseMode(),
      now,
      stuckBefore: now - STUCK_AFTER_DAYS * DAY_MS,
      remindedSince: now - REMINDED_DAYS * DAY_MS,
      lectures,
    };
  };

  const list = async (
    courseId: string,
    { state, alone, batchId, reminded, search, ...page }: Query,
    origin: string,
  ): Promise<Page> => {
    const { lectures, quizzes } = await countLecturesAndQuizzes(db, courseId);
    const of = await everyoneIn(courseId, lectures, batchId);
    const counted = await countLearnerStates(db, of);
    const isAlone = alone !== undefined;
    const count = (isCounted: (row: (typeof counted)[number]) => boolean): number =>
      counted.filter(isCounted).reduce((sum, row) => sum + row.count, 0);
    const isReminded = reminded !== undefined;
    const chosen = (wanted: LearnerState | undefined, ofReminded = isReminded): number =>
      count(
        (row) =>
          (!isAlone || row.is_alone === 1) &&
          (!ofReminded || row.is_reminded === 1) &&
          (wanted ?? row.state) === row.state,
      );
    const byState = (ofReminded: boolean) => ({
      not_begun: chosen('not_begun', ofReminded),
      under_way: chosen('under_way', ofReminded),
      stuck: chosen('stuck', ofReminded),
      done: chosen('done', ofReminded),
    });
    const filter = { isAlone, isReminded, state, search };
    const rows = await pageOfCourseLearners(db, of, filter, page);
    const last = await lastLectures(
      db,
      courseId,
      rows.map(({ id }) => id),
    );
    return {
      learners: rows.map((row) => ({
        _id: row.id,
        fullName: row.full_name,
        avatar: { secure_url: row.avatar_key === null ? null : fileUrl(origin, row.avatar_key) },
        state: row.state,
        doneLectures: row.done,
        lectures,
        lastLecture: last.get(row.id) ?? null,
        lastSeenAt: toInstantOrNull(row.seen_at),
        passedQuizzes: row.passed,
        quizzes,
      })),
      total: search === '' ? chosen(state) : await countLearnersWith(db, of, filter),
      counts: byState(false),
      reminded: byState(true),
      have: { alone: count((row) => row.is_alone === 1), all: count(() => true) },
    };
  };

  return {
    /** Read a page at a time. */
    all: async function* all(courseId: string, query: Omit<Query, 'limit' | 'offset'>): AsyncGenerator<Listed> {
      for (let offset = 0; ; offset += EXPORT_PAGE) {
        const { learners } = await list(courseId, { ...query, limit: EXPORT_PAGE, offset }, '');
        yield* learners;
        if (learners.length < EXPORT_PAGE) return;
      }
    },

    list,

    countStuck: async (courseId: string): Promise<number> => {
      const { lectures } = await countLecturesAndQuizzes(db, courseId);
      const counted = await countLearnerStates(db, await everyoneIn(courseId, lectures));
      return counted.reduce((sum, { state, count }) => (state === 'stuck' ? sum + count : sum), 0);
    },

    /** Throws `person_not_found` for people who are not learners of the course. */
    one: async (courseId: string, userId: string): Promise<Detail> => {
      const { lectures: published } = await countLecturesAndQuizzes(db, courseId);
      const of = await everyoneIn(courseId, published);
      if (!(await findCourseLearner(db, of, userId))) throw fail('person_not_found');
      const lectures = await lecturesOfLearner(db, { courseId, userId });
      const attempts = await attemptsOfLearner(db, { courseId, userId });
      return {
        lectures: lectures.map(({ id: _id, title, done_at: doneAt, watched_at: seenAt }) => ({
          _id,
          title,
          isDone: doneAt !== null,
          seenAt: toInstantOrNull(seenAt),
        })),
        attempts: attempts.map((attempt) => ({
          title: attempt.title,
          number: attempt.number,
          percent: scoreOf(attempt)?.percent ?? null,
          isPassed: attempt.has_passed === 1,
          startedAt: toInstant(attempt.started_at),
        })),
      };
    },
  };
};
