import type { Cadence } from '#contract/notices/notice-fields.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import type { DeliveryChannel } from '#server/database/tables/notices.ts';

/** When a user wants digests, and when phones stay quiet. Hours are 0 to 23, days 1 (Monday) to 7. */
export interface Timing {
  dailyHour: number;
  weeklyDay: number;
  quietHours: { from: number; until: number } | null;
}

export const DEFAULT_TIMING: Timing = { dailyHour: 8, weeklyDay: 7, quietHours: { from: 22, until: 7 } };

const isQuiet = (hour: number, { from, until }: { from: number; until: number }): boolean =>
  from <= until ? hour >= from && hour < until : hour >= from || hour < until;

/** When a notice of `at` is sent. Quiet hours are those of phones and browsers: an email makes no sound. */
export const dueAt = (
  at: number,
  { channel, cadence }: { channel: DeliveryChannel; cadence: Exclude<Cadence, 'off'> },
  { dailyHour, weeklyDay, quietHours }: Timing,
  calendar: SchoolCalendar,
): number => {
  if (cadence === 'daily') return calendar.nextHour(at, dailyHour);
  if (cadence === 'weekly') return calendar.nextHour(at, dailyHour, weeklyDay);
  const isHeld = channel === 'push' && quietHours !== null && isQuiet(calendar.hourOf(at), quietHours);
  return isHeld ? calendar.nextHour(at, quietHours.until) : at;
};
