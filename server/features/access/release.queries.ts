import { sql } from 'kysely';
import { ReleaseRules, type ReleaseRule } from '#contract/access/release.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { isForLearners } from '#server/database/lectures-shown.ts';
import type { OutlineLecture, ReleaseLearner } from './release.ts';

const NO_RULES = '[]';
/** Of a course, as the list of its lectures. */
const LECTURES_MAX = 1000;

/** Rules of another version that cannot be read lock nothing. */
const readRules = (stored: string): ReleaseRule[] => ReleaseRules.safeParse(JSON.parse(stored)).data ?? [];

/** The rules of the courses that have some. */
export const listReleases = async (db: Db): Promise<Map<string, ReleaseRule[]>> => {
  const rows = await db
    .selectFrom('courses')
    .where('release_rules', '<>', NO_RULES)
    .select(['id', 'release_rules'])
    .execute();
  return new Map(rows.map(({ id, release_rules: rules }) => [id, readRules(rules)]));
};

/** Undefined for a course that is deleted. */
export const findRules = async (db: Db, courseId: string): Promise<ReleaseRule[] | undefined> => {
  const row = await db
    .selectFrom('courses')
    .where('id', '=', courseId)
    .where('deleted_at', 'is', null)
    .select('release_rules')
    .executeTakeFirst();
  return row && readRules(row.release_rules);
};

/** Until the end of the transaction nobody else changes them. Undefined for a course that is deleted. */
export const lockRules = async (tx: Tx, courseId: string, now: number): Promise<ReleaseRule[] | undefined> => {
  const row = await tx
    .updateTable('courses')
    .set({ updated_at: now })
    .where('id', '=', courseId)
    .where('deleted_at', 'is', null)
    .returning('release_rules')
    .executeTakeFirst();
  return row && readRules(row.release_rules);
};

export const writeRules = (tx: Tx, courseId: string, rules: readonly ReleaseRule[]): Promise<unknown> =>
  tx
    .updateTable('courses')
    .set({ release_rules: JSON.stringify(rules) })
    .where('id', '=', courseId)
    .execute();

/** The lectures that learners see, in their order, and with `withDrafts` the others too. */
export const listOutline = async (
  db: Db,
  courseId: string,
  withDrafts = false,
): Promise<(OutlineLecture & { shownAt: number })[]> => {
  const rows = await db
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .where('course_id', '=', courseId)
    .where('lectures.deleted_at', 'is', null)
    .$if(!withDrafts, (query) => query.where('lectures.published_at', 'is not', null).where(isForLearners))
    .select(['lectures.id', 'lectures.title', 'lectures.kind', 'lectures.section_id', 'lectures.is_free_preview'])
    // A course has as its position the moment at which it was published first.
    .select('courses.position as shownAt')
    .orderBy('lectures.position')
    .limit(LECTURES_MAX)
    .execute();
  return rows.map(({ section_id: sectionId, is_free_preview: isFree, ...row }) => ({
    ...row,
    sectionId,
    isFree: isFree === 1,
  }));
};

export const listSectionIds = async (db: Db, courseId: string): Promise<string[]> => {
  const rows = await db.selectFrom('sections').where('course_id', '=', courseId).select('id').execute();
  return rows.map(({ id }) => id);
};

type Facts = Omit<ReleaseLearner, 'startedOn'>;

interface FactsAsked {
  courseId: string;
  userIds: readonly string[];
  /** The lectures of which it matters whether they were begun and done; undefined for all of the course. */
  begun: readonly string[] | undefined;
  /** The quizzes of which it matters whether they were tried. */
  tried: readonly string[];
}

/** What some learners did in a course: a lecture is opened once it was begun, a quiz with its first attempt. */
export const listFacts = async (
  db: Db,
  { courseId, userIds, ...among }: FactsAsked,
): Promise<(userId: string) => Facts> => {
  const [begun, tried] = await Promise.all([
    among.begun?.length === 0
      ? []
      : db
          .selectFrom('lecture_progress')
          .where('course_id', '=', courseId)
          .where('user_id', 'in', userIds)
          .$if(among.begun !== undefined, (query) => query.where('lecture_id', 'in', among.begun ?? []))
          .select(['user_id', 'lecture_id', 'done_at'])
          .execute(),
    among.tried.length === 0
      ? []
      : db
          .selectFrom('quiz_attempts')
          .where('lecture_id', 'in', among.tried)
          .where('user_id', 'in', userIds)
          .where('is_preview', '=', 0)
          .groupBy(['user_id', 'lecture_id'])
          .select(['user_id', 'lecture_id'])
          .select(sql<number>`max(CASE WHEN reset_id IS NULL THEN has_passed ELSE 0 END)`.as('passed'))
          .execute(),
  ]);
  const begunBy = Map.groupBy(begun, ({ user_id: userId }) => userId);
  const triedBy = Map.groupBy(tried, ({ user_id: userId }) => userId);
  const idsOf = (rows: readonly { lecture_id: string }[]): string[] => rows.map(({ lecture_id: id }) => id);
  return (userId) => {
    const [progress, attempts] = [begunBy.get(userId) ?? [], triedBy.get(userId) ?? []];
    return {
      opened: new Set([...idsOf(progress), ...idsOf(attempts)]),
      done: new Set(idsOf(progress.filter(({ done_at: at }) => at !== null))),
      passed: new Set(idsOf(attempts.filter(({ passed }) => passed === 1))),
    };
  };
};
