import { z } from 'zod';
import type { PartToPay, PlanParts } from '#contract/billing/part-fields.ts';
import type { SchoolCalendar } from '#server/calendar.ts';

/** The minimum that a provider charges. */
const MIN_PART_IN_PAISE = 100;

/** What a checkout in parts agreed on: the days were said before it was paid. */
export const AgreedParts = z.object({
  graceDays: z.int(),
  list: z.array(z.object({ n: z.int(), amountInPaise: z.int(), dueOn: z.iso.date() })),
});
export type AgreedParts = z.output<typeof AgreedParts>;

export const readAgreed = (inParts: string): AgreedParts => AgreedParts.parse(JSON.parse(inParts));

type DueOf = PlanParts['list'][number]['due'];

const dayOfDue = (due: DueOf, { calendar, now }: { calendar: SchoolCalendar; now: number }): string => {
  if (due.kind === 'date') return due.date;
  return calendar.dayOf(due.kind === 'days' ? calendar.add(now, due.days, 'day') : now);
};

/**
 * What is paid on which day of a plan that is bought in parts now. A discount is spread over the parts in proportion, with what
 * rounding leaves on the last one. A day that is over is paid at once, and none is later than `lastDay`. Undefined where this
 * leaves nothing to pay in parts.
 */
export const scheduleOf = (
  { list }: PlanParts,
  {
    totalInPaise,
    lastDay,
    ...at
  }: { totalInPaise: number; lastDay: string | undefined; calendar: SchoolCalendar; now: number },
): PartToPay[] | undefined => {
  const priceInPaise = list.reduce((sum, { amountInPaise }) => sum + amountInPaise, 0);
  const today = at.calendar.dayOf(at.now);
  const byDay = new Map<string, number>();
  const amounts = list.map(({ amountInPaise }) => Math.floor((amountInPaise * totalInPaise) / priceInPaise));
  const spread = amounts.reduce((sum, amount) => sum + amount, 0);
  list.forEach(({ due }, index) => {
    const day = dayOfDue(due, at);
    const dueOn = [today, day].toSorted().at(-1) ?? today;
    const payableOn = lastDay !== undefined && dueOn > lastDay ? lastDay : dueOn;
    const rounding = index === list.length - 1 ? totalInPaise - spread : 0;
    byDay.set(payableOn, (byDay.get(payableOn) ?? 0) + (amounts[index] ?? 0) + rounding);
  });
  const parts = [...byDay]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([dueOn, amountInPaise], index) => ({ n: index + 1, amountInPaise, dueOn }));
  const isOffered = parts.length > 1 && parts.every(({ amountInPaise }) => amountInPaise >= MIN_PART_IN_PAISE);
  return isOffered ? parts : undefined;
};
