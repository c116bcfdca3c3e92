import type { QuizSettings } from '#contract/quiz-settings.ts';
import type { Db } from '#server/database/database.ts';
import type { AttemptOwner } from './attempts.queries.ts';

export const findAccommodation = (db: Db, { lectureId, userId }: AttemptOwner) =>
  db
    .selectFrom('quiz_accommodations')
    .where('lecture_id', '=', lectureId)
    .where('user_id', '=', userId)
    .select(['extra_time_percent', 'extra_attempts'])
    .executeTakeFirst();

/** The rules of a quiz as they are for one learner. */
export const settingsFor = async (db: Db, settings: QuizSettings, learner: AttemptOwner): Promise<QuizSettings> => {
  const given = await findAccommodation(db, learner);
  if (!given) return settings;
  const { maxAttempts, timeLimitMinutes } = settings;
  return {
    ...settings,
    maxAttempts: maxAttempts === null ? null : maxAttempts + given.extra_attempts,
    timeLimitMinutes:
      timeLimitMinutes === null ? null : Math.ceil((timeLimitMinutes * (100 + given.extra_time_percent)) / 100),
  };
};
