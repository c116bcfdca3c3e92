import type { QuizAccommodation } from '#contract/classroom/quiz-accommodations.ts';
import { recordChange } from '#server/audit/context.ts';
import { fail } from '#server/errors.ts';
import type { Platform } from '#server/platform.ts';
import {
  countLearners,
  isLearner,
  type LearnerFilter,
  listLearners,
  putAccommodation,
} from './accommodations.queries.ts';
import { extendOpen, findAccommodation } from './learner-settings.ts';
import type { QuizPlace, QuizPlaces } from './places.ts';

/** More time and more attempts for single learners. */
export const createAccommodations = (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  places: Pick<QuizPlaces, 'find'>,
) => {
  const { db } = database;
  return {
    list: async (place: QuizPlace, page: Pick<LearnerFilter, 'search'> & { limit: number; offset: number }) => {
      await places.find(place);
      const rows = await listLearners(db, { ...place, ...page });
      const people = rows.map((row) => ({
        userId: row.id,
        fullName: row.full_name,
        attempts: row.attempts,
        hasPassed: row.passed > 0,
        extraTimePercent: row.extra_time_percent ?? 0,
        extraAttempts: row.extra_attempts ?? 0,
        extraMinutes: row.extra_minutes ?? 0,
      }));
      return { people, total: await countLearners(db, { ...place, ...page }) };
    },

    /** Throws `person_not_found` for a person without progress in the course. */
    set: async (
      place: QuizPlace,
      userId: string,
      { extraTimePercent, extraAttempts, extraMinutes }: QuizAccommodation,
    ): Promise<void> => {
      const { title, settings } = await places.find(place);
      const { lectureId } = place;
      await database.transaction(async (tx) => {
        if (!(await isLearner(tx, place, userId))) throw fail('person_not_found');
        recordChange({
          name: title,
          before: (await findAccommodation(tx, { lectureId, userId })) ?? {
            extraTimePercent: 0,
            extraAttempts: 0,
            extraMinutes: 0,
          },
          after: { extraTimePercent, extraAttempts, extraMinutes },
        });
        await putAccommodation(tx, {
          lecture_id: lectureId,
          user_id: userId,
          extra_time_percent: extraTimePercent,
          extra_attempts: extraAttempts,
          extra_minutes: extraMinutes,
          updated_at: clock.now(),
        });
        await extendOpen(tx, settings, { lectureId, userId });
      });
    },
  };
};
