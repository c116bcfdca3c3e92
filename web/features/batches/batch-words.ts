import { keptUntilDay } from '#contract/batches/batch-days.ts';
import type { Batch, BatchChoice } from '#contract/batches/batch-fields.ts';
import { lengthOf, spanOf } from '#contract/billing/plan-term.ts';
import type { Plan } from '#contract/billing/plans.ts';
import { countOf, formatCalendarDay, formatShortCalendarDay } from '#contract/format.ts';

const dayIn = (day: string, format: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', { ...format, timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`));

/** "Monday, 7 December". */
export const weekdayAndDay = (day: string): string =>
  `${dayIn(day, { weekday: 'long' })}, ${dayIn(day, { day: 'numeric', month: 'long' })}`;

/** "7 Dec 2026 to 29 Jan 2027". */
export const daysOf = ({ startsOn, endsOn }: Pick<Batch, 'startsOn' | 'endsOn'>): string =>
  `${formatShortCalendarDay(startsOn)} to ${formatShortCalendarDay(endsOn)}`;

/** Monday is 1. */
export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** "Mon, Wed, Fri · 18:30 to 19:30"; undefined without a timetable. */
export const patternOf = ({ pattern }: Pick<Batch, 'pattern'>): string | undefined =>
  pattern
    ? `${pattern.weekdays.map((weekday) => WEEKDAYS[weekday - 1]).join(', ')} · ${pattern.from} to ${pattern.to}`
    : undefined;

/** "Begins Monday, 7 December", "Runs until 29 January 2027", "Ended 29 January 2027". */
export const stateWords = ({ state, startsOn, endsOn }: Pick<Batch, 'state' | 'startsOn' | 'endsOn'>): string => {
  if (state === 'coming') return `Begins ${weekdayAndDay(startsOn)}`;
  return `${state === 'running' ? 'Runs until' : 'Ended'} ${formatCalendarDay(endsOn)}`;
};

type Places = Pick<BatchChoice, 'places' | 'placesLeft' | 'isFull'>;

/** "6 of 40 places left", "Full"; undefined where the school does not say. */
export const placesWords = ({ places, placesLeft, isFull }: Places): string | undefined => {
  if (isFull) return 'Full';
  return places === null || placesLeft === null ? undefined : `${placesLeft} of ${countOf(places, 'place')} left`;
};

/** What a late member has missed; undefined before the first day. */
export const lateWords = (batch: Pick<BatchChoice, 'state' | 'startsOn' | 'heldClasses'>): string | undefined => {
  if (batch.state !== 'running') return undefined;
  const begun = `Began ${formatShortCalendarDay(batch.startsOn)}`;
  if (batch.heldClasses === 0) return begun;
  return `${begun}, ${countOf(batch.heldClasses, 'class', 'classes')} held so far`;
};

/** What is kept, and that one may move. */
export const keptWords = (batch: Pick<BatchChoice, 'endsOn' | 'afterEnd'>, plan: Pick<Plan, 'term'>): string => {
  const { term } = plan;
  const until = keptUntilDay(batch.endsOn, term);
  const kept =
    batch.afterEnd === 'closed'
      ? `The lectures are open until ${formatCalendarDay(batch.endsOn)}, the last day of the batch.`
      : until !== undefined
        ? `You keep the recordings until ${formatCalendarDay(until)}, ${lengthOf(term)} after the batch ends.`
        : `You keep the recordings ${spanOf(term)}.`;
  return `${kept} You can move to a later batch once, free.`;
};
