import { DAY_MS } from '#server/clock.ts';
import { formatCalendarDay } from '#contract/format.ts';
import type { PlanTerm } from '#contract/billing/plan-term.ts';
import { messages } from '#contract/messages.ts';
import { fail } from '#server/errors.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import type { PlanVersionRow } from '#server/database/tables/plans.ts';

const MAX_RENEWAL_WINDOW_MS = 30 * DAY_MS;
/** A term can be renewed in its last quarter. */
const RENEWABLE_PART = 4;
const DAYS = { day: 1, month: 30, year: 365 } as const;

/** Where access for life ends, as a moment. */
const LIFETIME_ENDS_AT = Date.UTC(9999, 11, 31);

export const isForLife = (endsAt: number): boolean => endsAt >= LIFETIME_ENDS_AT;

/** Nothing ends after access for life: dates past the year 9999 cannot be written as others are. */
export const clampEnd = (endsAt: number): number => Math.min(endsAt, LIFETIME_ENDS_AT);

/** Months and years that continue a term end on its `anchorDay`: from 31 May on 30 June and on 31 July. */
export const endOfTerm = (
  begin: number,
  term: PlanTerm,
  { calendar, anchorDay }: { calendar: SchoolCalendar; anchorDay?: number | undefined },
): number => {
  if (term.unit === 'lifetime') return LIFETIME_ENDS_AT;
  if (term.unit === 'until') return calendar.endOf(term.date);
  return clampEnd(calendar.add(begin, term.count, term.unit, anchorDay));
};

/** The last moment of a term that ends on a date, however it is bought; otherwise undefined. */
export const fixedEndOf = (term: PlanTerm, calendar: SchoolCalendar): number | undefined =>
  term.unit === 'until' ? calendar.endOf(term.date) : undefined;

/** Throws `plan_not_found` for a term whose last day is over. */
export const assertNotOver = (term: PlanTerm, at: { today: string }): void => {
  if (term.unit === 'until' && isOver(term, at))
    throw fail('plan_not_found', { message: messages.plans.ended(formatCalendarDay(term.date)) });
};

/** Whether a term that ends on a date is over. */
export const isOver = (term: PlanTerm, { today }: { today: string }): boolean =>
  term.unit === 'until' && term.date < today;

/** How long before its end a term can be renewed: its last quarter, and at most 30 days. After one that ends on a date, another plan. */
export const renewalWindowOf = (term: PlanTerm): number => {
  if (term.unit === 'lifetime') return 0;
  if (term.unit === 'until') return MAX_RENEWAL_WINDOW_MS;
  return Math.min(MAX_RENEWAL_WINDOW_MS, (term.count * DAYS[term.unit] * DAY_MS) / RENEWABLE_PART);
};

/** The columns of a version's term. */
export type TermColumns = Pick<PlanVersionRow, 'term_unit' | 'term_count' | 'term_until'>;

export const termOf = ({ term_unit: unit, term_count: count, term_until: date }: TermColumns): PlanTerm =>
  // Without a date it is over.
  unit === 'until' ? { unit, date: date ?? '1970-01-01' } : { unit, count };

export const termColumns = (term: PlanTerm): TermColumns => ({
  term_unit: term.unit,
  term_count: 'count' in term && term.unit !== 'lifetime' ? term.count : 1,
  term_until: term.unit === 'until' ? term.date : null,
});
