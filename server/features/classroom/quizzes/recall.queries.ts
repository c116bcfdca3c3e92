import type { Db, Tx } from '#server/database/database.ts';
import { changesRow } from '#server/database/outcomes.ts';
import type { RecallAnswerRow, RecallSettingsRow } from '#server/database/tables/quizzes.ts';

const HUNDREDTHS = 100;

/**
 * What a user got wrong since a moment, the latest first: of questions that are still asked in lectures that are still shown, with
 * the rules of the attempt and whether the quiz is passed.
 */
export const listWrong = (db: Db, userId: string, sinceMs: number, limit: number) =>
  db
    .selectFrom('quiz_attempts as a')
    .innerJoin('quiz_attempt_items as i', 'i.attempt_id', 'a.id')
    .innerJoin('quiz_questions as q', 'q.id', 'i.question_id')
    .innerJoin('lectures as l', 'l.id', 'a.lecture_id')
    .innerJoin('courses as c', 'c.id', 'l.course_id')
    .where('a.user_id', '=', userId)
    .where('a.submitted_at', '>', sinceMs)
    .where('a.is_preview', '=', 0)
    .where('a.reset_id', 'is', null)
    .where('i.graded_by', 'is', null)
    .where('q.retired_at', 'is', null)
    .where('l.deleted_at', 'is', null)
    .where('l.published_at', 'is not', null)
    .where((eb) => eb('i.earned', '<', eb('i.points', '*', HUNDREDTHS)))
    .select(['i.question_id', 'a.lecture_id', 'a.submitted_at', 'a.settings', 'l.title', 'l.course_id', 'q.at_ms'])
    .select(['c.title as course_title'])
    .select((eb) =>
      eb
        .selectFrom('quiz_attempts as p')
        .whereRef('p.lecture_id', '=', 'a.lecture_id')
        .whereRef('p.user_id', '=', 'a.user_id')
        .where('p.has_passed', '=', 1)
        .where('p.reset_id', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('passes'),
    )
    .orderBy('a.submitted_at', 'desc')
    .orderBy('i.question_id')
    .limit(limit)
    .execute();

export type WrongAnswer = Awaited<ReturnType<typeof listWrong>>[number];

/** The current version of each question. */
export const findAsked = (db: Db, questionIds: readonly string[]) =>
  db
    .selectFrom('quiz_questions as q')
    .innerJoin('quiz_question_versions as v', 'v.id', 'q.version_id')
    .where('q.id', 'in', questionIds)
    .select(['q.id', 'q.position', 'q.at_ms', 'q.version_id', 'v.number', 'v.content'])
    .execute();

export const listRecalled = (db: Db, userId: string): Promise<RecallAnswerRow[]> =>
  db.selectFrom('recall_answers').selectAll().where('user_id', '=', userId).execute();

export const writeRecalled = (tx: Tx, row: RecallAnswerRow) =>
  tx
    .insertInto('recall_answers')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'question_id']).doUpdateSet({ step: row.step, answered_at: row.answered_at }),
    )
    .execute();

export const findRecallSettings = (db: Db, userId: string): Promise<RecallSettingsRow | undefined> =>
  db.selectFrom('recall_settings').selectAll().where('user_id', '=', userId).executeTakeFirst();

export const writeRecallSettings = (tx: Tx, { user_id, ...row }: RecallSettingsRow) =>
  tx
    .insertInto('recall_settings')
    .values({ user_id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();

export interface PlannedReminder {
  user_id: string;
  remind_at: number;
}

/** People whose reminder is due, the earliest first, after one of them. */
export const listToRemind = async (
  db: Db,
  { now, limit, after }: { now: number; limit: number; after?: PlannedReminder | undefined },
): Promise<PlannedReminder[]> => {
  const rows = await db
    .selectFrom('recall_settings')
    .where('remind_at', '<=', now)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('remind_at', 'user_id'), '>', tuple(after?.remind_at ?? 0, after?.user_id ?? '')),
      ),
    )
    .select(['user_id', 'remind_at'])
    .orderBy('remind_at')
    .orderBy('user_id')
    .limit(limit)
    .execute();
  return rows.flatMap(({ user_id, remind_at: at }) => (at === null ? [] : [{ user_id, remind_at: at }]));
};

/** Whether it was still planned for that moment. */
export const moveReminder = (tx: Tx, planned: PlannedReminder, next: number): Promise<boolean> =>
  changesRow(
    tx
      .updateTable('recall_settings')
      .set({ remind_at: next })
      .where('user_id', '=', planned.user_id)
      .where('remind_at', '=', planned.remind_at),
  );

/** When a user learned lately. */
export const learningTimes = async (db: Db, userId: string, limit: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('lecture_progress')
    .where('user_id', '=', userId)
    .select('watched_at')
    .orderBy('watched_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ watched_at: at }) => at);
};

export const timeZoneOf = async (db: Db, userId: string): Promise<string | null> => {
  const row = await db
    .selectFrom('notice_settings')
    .where('user_id', '=', userId)
    .select('time_zone')
    .executeTakeFirst();
  return row?.time_zone ?? null;
};
