import { DAY_MS } from '#server/clock.ts';

/** Days before the end on which a reminder is sent; 0 is the end itself. */
const REMINDER_DAYS = [30, 7, 1, 0] as const;
/** Later than this, the email that access has ended is not sent any more. */
const MAX_LATENESS_MS = 3 * DAY_MS;
/** An end that moves by less is the same end: reminders that were sent are not sent again. */
const SAME_END_MS = 3 * DAY_MS;

export interface Reminder {
  days: number;
  at: number;
}

const reminderFor = (endsAt: number, days: number): Reminder => ({ days, at: endsAt - days * DAY_MS });

/** The first reminder that is still to come, or nothing after the end. None comes before the term can be renewed. */
const firstAhead = (endsAt: number, now: number, windowMs: number): Reminder | undefined =>
  REMINDER_DAYS.filter((days) => days * DAY_MS <= windowMs)
    .map((days) => reminderFor(endsAt, days))
    .find(({ at }) => at > now);

/**
 * The next reminder for access that ends then, and can be renewed for so long before. `known` is what was planned for the end
 * as it was known before.
 */
export const nextReminder = (
  endsAt: number,
  { now, windowMs }: { now: number; windowMs: number },
  known?: { ends_at: number; remind_days: number | null },
): Reminder | undefined => {
  if (known === undefined || known.remind_days === null || Math.abs(known.ends_at - endsAt) > SAME_END_MS)
    return firstAhead(endsAt, now, windowMs);
  return reminderFor(endsAt, known.remind_days);
};

/** Which reminder to send when one is due, however late: the one nearest to the end, or none any more. */
export const dueReminder = (endsAt: number, now: number): number | undefined =>
  now - endsAt > MAX_LATENESS_MS
    ? undefined
    : REMINDER_DAYS.toReversed().find((days) => reminderFor(endsAt, days).at <= now);

/** The reminder after one that was sent. */
export const reminderAfter = (endsAt: number, days: number): Reminder | undefined => {
  const next = REMINDER_DAYS.find((stage) => stage < days);
  return next === undefined ? undefined : reminderFor(endsAt, next);
};
