import { DAY_MS } from '#server/clock.ts';
import type { PlanTerm } from '#contract/billing/plan-term.ts';
import type { SchoolCalendar } from '#server/calendar.ts';

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
  { unit, count }: PlanTerm,
  { calendar, anchorDay }: { calendar: SchoolCalendar; anchorDay?: number | undefined },
): number => (unit === 'lifetime' ? LIFETIME_ENDS_AT : clampEnd(calendar.add(begin, count, unit, anchorDay)));

/** How long before its end a term can be renewed: its last quarter, and at most 30 days. */
export const renewalWindowOf = ({ unit, count }: PlanTerm): number =>
  unit === 'lifetime' ? 0 : Math.min(MAX_RENEWAL_WINDOW_MS, (count * DAYS[unit] * DAY_MS) / RENEWABLE_PART);
