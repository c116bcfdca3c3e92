import type { QuizAccommodation } from '#contract/classroom/quiz-accommodations.ts';
import { recordChange } from '#server/audit/context.ts';
import { lockUser } from '#server/database/lock-users.ts';
import { fail } from '#server/errors.ts';
import type { Platform } from '#server/platform.ts';
import {
  countLearners,
  isLearner,
  type LearnerFilter,
  listLearners,
  putAccommodation,
} from './accommodations.queries.ts';
import { extendOpen, findAccommodation, givenIn } from './learner-settings.ts';
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
        ...givenIn(row),
      }));
      return { people, total: await countLearners(db, { ...place, ...page }) };
    },

    /** Throws `person_not_found` for a person without progress in the course. */
    set: async (
      place: QuizPlace,
      userId: string,
      change: Partial<Record<keyof QuizAccommodation, number | undefined>>,
    ): Promise<void> => {
      const { title, settings } = await places.find(place);
      const { lectureId } = place;
      await database.transaction(async (tx) => {
        // Two changes of different parts, one after the other.
        await lockUser(tx, userId);
        if (!(await isLearner(tx, place, userId))) throw fail('person_not_found');
        const before = await findAccommodation(tx, { lectureId, userId });
        const {
          extraTimePercent = before.extraTimePercent,
          extraAttempts = before.extraAttempts,
          extraMinutes = before.extraMinutes,
        } = change;
        recordChange({ name: title, before, after: { extraTimePercent, extraAttempts, extraMinutes } });
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
