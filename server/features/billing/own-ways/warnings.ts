import { messages } from '#contract/messages.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import type { Db } from '#server/database/database.ts';
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

/** What to know before a request is confirmed: that it no longer waits, or opens nothing new; null for nothing. */
export type WarningFor = (on: Db, row: RequestRow) => Promise<string | null>;

export const createWarnings =
  ({ settings }: Pick<BillingPlatform, 'settings'>, { checkout }: Pick<OwnWaysNeeds, 'checkout'>): WarningFor =>
  async (on, row) => {
    const warning = warningOf(row, await settings.calendar(on));
    if (warning !== null || row.gift_id !== null) return warning;
    // Parts are paid of what this person has.
    if (row.parts_of !== null) return (await leftOfParts(on, row)) > 0 ? null : warnings.partsPaid;
    const opens = await opensOfPlan(on, row);
    try {
      await checkout.assertMayBuy(on, row.user_id, { mode: row.mode, opens, term: termOf(row) });
      return null;
    } catch (error) {
      if (error instanceof Failure) return warnings.covered;
      throw error;
    }
  };
