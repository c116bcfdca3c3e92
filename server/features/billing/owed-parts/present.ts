import type { z } from 'zod';
import type { PurchaseInParts } from '#contract/billing/part-fields.ts';
import { createCalendar, type SchoolCalendar } from '#server/calendar.ts';
import { toInstantOrNull } from '#server/clock.ts';
import type { PartDueRow } from '#server/database/tables/part-dues.ts';
import { dueDayOf, type PurchaseInPartsRow, stateOfParts, toPart } from '../parts/parts.ts';
import { isForLife } from '../plans/plans.ts';

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** Purchases keep their days when the time zone of the school changes. */
export const calendarOf = ({ time_zone: zone }: PurchaseInPartsRow, current: SchoolCalendar): SchoolCalendar =>
  zone === null || zone === current.timeZone ? current : createCalendar(zone);

export const leftOf = (dues: readonly PartDueRow[]): number => sumOf(dues.map((due) => due.missing_in_paise));

export const toPurchaseInParts = (
  row: PurchaseInPartsRow,
  dues: readonly PartDueRow[],
  { now, calendar }: { now: number; calendar: SchoolCalendar },
): z.input<typeof PurchaseInParts> => {
  const at = { now, calendar: calendarOf(row, calendar), end: row.parts_end };
  const { access_until: until } = row;
  return {
    paymentId: row.provider_payment_id,
    planId: row.plan_id,
    planName: row.plan_name,
    state: stateOfParts(dues, at),
    totalInPaise: sumOf(dues.map((due) => due.amount_in_paise)),
    paidInPaise: sumOf(dues.map((due) => due.paid_in_paise)),
    leftInPaise: leftOf(dues),
    accessUntil: until === null || isForLife(until) ? null : toInstantOrNull(until),
    pausesAt: toInstantOrNull(row.pauses_at),
    parts: dues.map((due) => toPart(due, at)),
  };
};

/** The parts of which something is missing, up to those that are due today; the next one where none is. */
export const dueNow = (dues: readonly PartDueRow[], today: string): PartDueRow[] => {
  const missing = dues.filter((due) => due.missing_in_paise > 0);
  const due = missing.filter((one) => dueDayOf(one) <= today);
  return due.length > 0 ? due : missing.slice(0, 1);
};
