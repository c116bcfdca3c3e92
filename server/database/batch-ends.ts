import { daysLater, type SchoolCalendar } from '#server/calendar.ts';
import type { Db } from './database.ts';

/** A longer end of a right to the course of a batch, or a right: until a moment, or by days where there are some. */
export interface BatchExtension {
  at: number;
  days: number;
  until: number | null;
  /** A right of its own, without the batch: it opens one that was over. */
  isRight: boolean;
}

/** The batch that a person is in, and since when they are a member of one: a move starts no new one. */
export const findMembership = (db: Db, userId: string, courseId: string) =>
  db
    .selectFrom('batch_members as m')
    .where('m.user_id', '=', userId)
    .where('m.course_id', '=', courseId)
    .where('m.left_at', 'is', null)
    .select('m.batch_id')
    .select(({ selectFrom }) =>
      selectFrom('batch_members as e')
        .whereRef('e.user_id', '=', 'm.user_id')
        .whereRef('e.course_id', '=', 'm.course_id')
        .whereRef('e.joined_at', '<=', 'm.joined_at')
        .where('e.source', '<>', 'moved')
        .select(({ fn }) => fn.max('e.joined_at').as('at'))
        .as('since'),
    )
    .executeTakeFirst();

/** The last day of a batch for one of its members: an extension moves it as it moves the end of a purchase, and so does what opens the course again. */
export const lastDayFor = (
  since: number | null,
  { promised_on: promisedOn }: { promised_on: string },
  extensions: readonly BatchExtension[],
  { dayOf }: Pick<SchoolCalendar, 'dayOf'>,
): string =>
  extensions
    .filter(({ at }) => at >= (since ?? 0))
    .reduce((lastDay, { at, days, until, isRight }) => {
      if (isRight && (at === since || dayOf(at) <= lastDay)) return lastDay;
      const day = days > 0 ? daysLater(lastDay, days) : dayOf(until ?? 0);
      return day > lastDay ? day : lastDay;
    }, promisedOn);
