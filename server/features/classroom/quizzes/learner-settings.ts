import type { QuizAccommodation } from '#contract/classroom/quiz-accommodations.ts';
import type { QuizSettings } from '#contract/classroom/quiz-settings.ts';
import { MINUTE_MS, toInstant } from '#server/clock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { deadlineOf } from './attempt-rules.ts';
import type { AttemptOwner } from './attempts.queries.ts';

interface AccommodationRow {
  extra_time_percent: number | null;
  extra_attempts: number | null;
  extra_minutes: number | null;
}

/** Nothing without a row. */
export const givenIn = (row: AccommodationRow | undefined): QuizAccommodation => ({
  extraTimePercent: row?.extra_time_percent ?? 0,
  extraAttempts: row?.extra_attempts ?? 0,
  extraMinutes: row?.extra_minutes ?? 0,
});

/** What a learner is given. */
export const findAccommodation = async (db: Db, { lectureId, userId }: AttemptOwner): Promise<QuizAccommodation> =>
  givenIn(
    await db
      .selectFrom('quiz_accommodations')
      .where('lecture_id', '=', lectureId)
      .where('user_id', '=', userId)
      .select(['extra_time_percent', 'extra_attempts', 'extra_minutes'])
      .executeTakeFirst(),
  );

/** The rules of a quiz as they are for a learner who is given more. */
const withAccommodation = (settings: QuizSettings, given: QuizAccommodation): QuizSettings => {
  const { mode, maxAttempts, timeLimitMinutes, closesAt } = settings;
  const limit = mode === 'test' ? (timeLimitMinutes ?? 0) : 0;
  const moreMinutes = Math.ceil((limit * given.extraTimePercent) / 100) + given.extraMinutes;
  return {
    ...settings,
    maxAttempts: maxAttempts === null ? null : maxAttempts + given.extraAttempts,
    timeLimitMinutes: timeLimitMinutes === null ? null : timeLimitMinutes + moreMinutes,
    // Else the close would cut off what is given to those who begin late.
    closesAt: closesAt === null ? null : toInstant(Date.parse(closesAt) + moreMinutes * MINUTE_MS),
  };
};

/** The rules of a quiz as they are for one learner. */
export const settingsFor = async (db: Db, settings: QuizSettings, learner: AttemptOwner): Promise<QuizSettings> =>
  withAccommodation(settings, await findAccommodation(db, learner));

const listAttemptsToExtend = (tx: Tx, { lectureId, userId }: { lectureId: string; userId?: string | undefined }) =>
  tx
    .selectFrom('quiz_attempts as a')
    .leftJoin('quiz_accommodations as m', (join) =>
      join.onRef('m.lecture_id', '=', 'a.lecture_id').onRef('m.user_id', '=', 'a.user_id'),
    )
    .where('a.lecture_id', '=', lectureId)
    .where('a.state', '=', 'open')
    .where('a.deadline_at', 'is not', null)
    .$if(userId !== undefined, (query) => query.where('a.user_id', '=', userId ?? ''))
    .select(['a.id', 'a.started_at', 'a.deadline_at', 'a.is_preview'])
    .select(['m.extra_time_percent', 'm.extra_attempts', 'm.extra_minutes'])
    .execute();

/** Moves the end of open attempts to where these rules have it. None gets less time than it has. */
export const extendOpen = async (
  tx: Tx,
  settings: QuizSettings,
  whose: { lectureId: string; userId?: string },
): Promise<void> => {
  for (const row of await listAttemptsToExtend(tx, whose)) {
    const own = withAccommodation(settings, givenIn(row));
    const end = deadlineOf(own, { startedAt: row.started_at, isPreview: row.is_preview === 1 });
    if (end !== null && end <= (row.deadline_at ?? 0)) continue;
    await tx
      .updateTable('quiz_attempts')
      .set({ deadline_at: end })
      .where('id', '=', row.id)
      .where('state', '=', 'open')
      .execute();
  }
};
