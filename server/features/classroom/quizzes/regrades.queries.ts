import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';
import type { QuizAttemptRow, QuizRegradeRow } from '#server/database/tables/quizzes.ts';
import { inParts } from './in-parts.ts';

/** The answers to a question in submitted attempts, with how each attempt stands. Previews, and what was reset, count nowhere. */
export const listAnswered = (db: Db, questionId: string) =>
  db
    .selectFrom('quiz_attempt_items as i')
    .innerJoin('quiz_attempts as a', 'a.id', 'i.attempt_id')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .where('i.question_id', '=', questionId)
    .where('a.state', '<>', 'open')
    .where('a.is_preview', '=', 0)
    .where('a.reset_id', 'is', null)
    .select([
      'i.attempt_id',
      'i.position',
      'i.answer',
      'i.earned',
      'i.points as item_points',
      'i.version_id',
      'i.graded_at',
    ])
    .select(['a.user_id', 'a.points as attempt_points', 'a.has_passed', 'a.settings'])
    .select('u.full_name')
    .select(({ selectFrom }) =>
      selectFrom('quiz_attempt_items as other')
        .whereRef('other.attempt_id', '=', 'i.attempt_id')
        .whereRef('other.position', '<>', 'i.position')
        .where('other.earned', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('others_waiting'),
    )
    .select(({ selectFrom }) =>
      selectFrom('quiz_attempt_items as every')
        .whereRef('every.attempt_id', '=', 'i.attempt_id')
        .select(sql<number>`COALESCE(SUM(every.earned), 0)`.as('sum'))
        .$asScalar()
        .$notNull()
        .as('items_earned'),
    )
    .orderBy('a.submitted_at')
    .orderBy('i.attempt_id')
    .execute();

export type Answered = Awaited<ReturnType<typeof listAnswered>>[number];

/** People who pass by an attempt without this question, or by one of these attempts beside the changed ones. */
export const listPassed = (db: Db, lectureId: string) =>
  db
    .selectFrom('quiz_attempts')
    .where('lecture_id', '=', lectureId)
    .where('has_passed', '=', 1)
    .where('is_preview', '=', 0)
    .where('reset_id', 'is', null)
    .select(['id', 'user_id'])
    .execute();

/** Thousands of attempts have few different scores: those with the same one are written together. */
const writeAlike = async <T>(
  scores: ReadonlyMap<string, T>,
  write: (attemptIds: readonly string[], score: T) => Promise<unknown>,
): Promise<void> => {
  const alike = Map.groupBy(scores, ([, score]) => JSON.stringify(score));
  for (const group of alike.values())
    for (const part of inParts(group)) {
      const [first] = part;
      if (first)
        await write(
          part.map(([id]) => id),
          first[1],
        );
    }
};

interface ItemScore {
  position: number;
  earned: number | null;
  points: number;
}

/** By the ids of their attempts. */
export const setItemScores = (tx: Tx, scores: ReadonlyMap<string, ItemScore>): Promise<void> =>
  writeAlike(scores, (ids, { position, earned, points }) =>
    tx
      .updateTable('quiz_attempt_items')
      .set({ earned, points })
      .where('attempt_id', 'in', ids)
      .where('position', '=', position)
      .execute(),
  );

interface AttemptScore {
  earned: number;
  points: number;
  state: 'waiting' | 'graded';
  has_passed: number;
}

export const setAttemptScores = (tx: Tx, scores: ReadonlyMap<string, AttemptScore>): Promise<void> =>
  writeAlike(scores, (ids, score) => tx.updateTable('quiz_attempts').set(score).where('id', 'in', ids).execute());

/** Attempts, each with what its questions earn. */
export const listScored = async (tx: Tx, ids: readonly string[]) => {
  const scored = [];
  for (const part of inParts(ids)) {
    const attempts = await tx.selectFrom('quiz_attempts').selectAll().where('id', 'in', part).execute();
    const items = await tx
      .selectFrom('quiz_attempt_items')
      .where('attempt_id', 'in', part)
      .select(['attempt_id', 'position', 'earned', 'points'])
      .execute();
    const itemsOf = Map.groupBy(items, (item) => item.attempt_id);
    scored.push(...attempts.map((attempt) => ({ attempt, items: itemsOf.get(attempt.id) ?? [] })));
  }
  return scored;
};

/** Attempts that are under way with this question: the change counts when they end. */
export const isInOpenAttempt = (db: Db, questionId: string): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('quiz_attempt_items as i')
      .innerJoin('quiz_attempts as a', 'a.id', 'i.attempt_id')
      .where('i.question_id', '=', questionId)
      .where('a.state', '=', 'open')
      .select('a.id')
      .limit(1),
  );

/** Nobody grades an answer to the question while it is regraded. */
export const lockAnswered = async (tx: Tx, questionId: string, hasManyWriters: boolean): Promise<void> => {
  if (!hasManyWriters) return;
  await tx
    .selectFrom('quiz_attempts')
    .where('state', '<>', 'open')
    .where('id', 'in', (eb) =>
      eb.selectFrom('quiz_attempt_items').where('question_id', '=', questionId).select('attempt_id'),
    )
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute();
};

/** The changes of the questions of an attempt since it began, in their order. */
export const listRegradesSince = (tx: Tx, { id, lecture_id: lectureId }: Pick<QuizAttemptRow, 'id' | 'lecture_id'>) =>
  tx
    .selectFrom('quiz_attempt_items as i')
    .innerJoin('quiz_question_versions as asked', 'asked.id', 'i.version_id')
    .innerJoin('quiz_regrades as r', 'r.question_id', 'i.question_id')
    .innerJoin('quiz_question_versions as to', 'to.id', 'r.to_version_id')
    .where('i.attempt_id', '=', id)
    .where('r.lecture_id', '=', lectureId)
    .where('r.undone_at', 'is', null)
    .whereRef('to.number', '>', 'asked.number')
    .select(['r.id', 'r.policy', 'r.to_version_id', 'i.position'])
    .orderBy('to.number')
    .orderBy('i.position')
    .execute();

/** The questions of an attempt that were asked in a version that was taken back since, with the version of now. */
export const listTakenBack = (tx: Tx, attemptId: string) =>
  tx
    .selectFrom('quiz_attempt_items as i')
    .innerJoin('quiz_question_versions as asked', 'asked.id', 'i.version_id')
    .innerJoin('quiz_questions as q', 'q.id', 'i.question_id')
    .innerJoin('quiz_question_versions as now', 'now.id', 'q.version_id')
    .where('i.attempt_id', '=', attemptId)
    .whereRef('now.number', '<', 'asked.number')
    .select(['q.version_id as to_version_id', 'i.position'])
    .execute();

export const insertRegrade = (tx: Tx, row: QuizRegradeRow) => tx.insertInto('quiz_regrades').values(row).execute();

export const findRegrade = (db: Db, lectureId: string, id: string): Promise<QuizRegradeRow | undefined> =>
  db
    .selectFrom('quiz_regrades')
    .selectAll()
    .where('id', '=', id)
    .where('lecture_id', '=', lectureId)
    .executeTakeFirst();

/** Adds what became of an attempt that ended after the change. */
export const addChange = async (
  tx: Tx,
  id: string,
  { change, rise, fall }: { change: string; rise: number; fall: number },
): Promise<void> => {
  const { changes } = await tx
    .updateTable('quiz_regrades')
    .set(({ eb }) => ({ rise: eb('rise', '+', rise), fall: eb('fall', '+', fall) }))
    .where('id', '=', id)
    .returning('changes')
    .executeTakeFirstOrThrow();
  const all = changes === '[]' ? `[${change}]` : `${changes.slice(0, -1)},${change}]`;
  await tx.updateTable('quiz_regrades').set({ changes: all }).where('id', '=', id).execute();
};

/** The newest first; an undone one stays in the list. */
export const listRegrades = (db: Db, lectureId: string) =>
  db
    .selectFrom('quiz_regrades as r')
    .innerJoin('quiz_question_versions as v', 'v.id', 'r.to_version_id')
    .where('r.lecture_id', '=', lectureId)
    .select(['r.id', 'r.policy', 'r.rise', 'r.fall', 'r.created_at', 'r.undone_at', 'v.content'])
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id')
    .limit(100)
    .execute();

/** Those made or undone since then. */
export const listRecentRegrades = (tx: Tx, lectureId: string, since: number) =>
  tx
    .selectFrom('quiz_regrades')
    .where('lecture_id', '=', lectureId)
    .where(({ eb, or }) => or([eb('created_at', '>', since), eb('undone_at', '>', since)]))
    .select(['changes', 'created_at', 'undone_at'])
    .execute();

export const noteUndone = (tx: Tx, id: string, now: number) =>
  tx.updateTable('quiz_regrades').set({ undone_at: now }).where('id', '=', id).execute();
