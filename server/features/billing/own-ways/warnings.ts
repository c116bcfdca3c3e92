import { messages } from '#contract/messages.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import { findBatch, takenPlaces } from '#server/database/batch-places.ts';
import type { Db } from '#server/database/database.ts';
import { areAllDeleted } from '#server/database/deleted-courses.ts';
import { Failure } from '#server/errors.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { leftOfParts } from '../parts/parts.ts';
import { termOf } from '../plans/plans.ts';
import type { OwnWaysNeeds } from './needs.ts';
import { opensOfPlan, type RequestRow } from './requests.queries.ts';

const { warnings } = messages.ways;

const warningOf = (row: RequestRow, { formatDate }: Pick<SchoolCalendar, 'formatDate'>): string | null => {
  const day = formatDate(row.decided_at ?? row.expires_at);
  if (row.blocked_at !== null || row.deleted_at !== null) return warnings.blocked;
  if (row.state === 'paid_otherwise') return warnings.paidOtherwise(day);
  if (row.state === 'expired') return warnings.expired(formatDate(row.expires_at));
  if (row.state === 'withdrawn') return warnings.withdrawn(day);
  return row.state === 'refused' ? warnings.refused(day, row.reason) : null;
};

/** What is wrong with the batch that a request is for. One that lost its place takes none that others hold. */
const warningOfBatch = async (
  on: Db,
  { batch_id: id, batch_name: name, batch_held_until: heldUntil, user_id: userId, mode }: RequestRow,
  { now, calendar }: { now: number; calendar: SchoolCalendar },
): Promise<string | null> => {
  if (id === null || name === null) return null;
  const batch = await findBatch(on, id);
  if (!batch) return warnings.batchDeleted(name);
  const { promised_on: promisedOn, ends_on: endsOn, after_end: afterEnd, places } = batch;
  const [today, dayName] = [calendar.dayOf(now), (day: string) => calendar.formatDate(calendar.startOf(day))];
  if (afterEnd === 'closed' && today > promisedOn) return warnings.batchClosed(name, dayName(promisedOn));
  if (today > endsOn) return warnings.batchEnded(name, dayName(endsOn));
  const { members, held } = (await takenPlaces(on, [id], { mode, now, exceptUserId: userId }))(id);
  const taken = heldUntil !== null && heldUntil <= now ? members + held : members;
  return places !== null && taken >= places ? warnings.batchFull(name) : null;
};

/**
 * What to know before a request is confirmed: that it no longer waits, opens nothing new, or is for a batch that is over or full;
 * null for nothing.
 */
export type WarningFor = (on: Db, row: RequestRow) => Promise<string | null>;

export const createWarnings =
  (
    { settings, clock }: Pick<BillingPlatform, 'settings' | 'clock'>,
    { checkout }: Pick<OwnWaysNeeds, 'checkout'>,
  ): WarningFor =>
  async (on, row) => {
    const calendar = await settings.calendar(on);
    const warning = warningOf(row, calendar);
    if (warning !== null || row.gift_id !== null) return warning;
    // Parts are paid of what this person has.
    if (row.parts_of !== null) return (await leftOfParts(on, row)) > 0 ? null : warnings.partsPaid;
    const opens = await opensOfPlan(on, row);
    if (opens !== 'everything' && (await areAllDeleted(on, opens.courseIds))) return warnings.coursesDeleted;
    try {
      await checkout.assertMayBuy(on, row.user_id, { mode: row.mode, opens, term: termOf(row) });
      return await warningOfBatch(on, row, { now: clock.now(), calendar });
    } catch (error) {
      if (error instanceof Failure) return warnings.covered;
      throw error;
    }
  };
