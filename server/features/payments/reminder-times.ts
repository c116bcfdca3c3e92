const DAY_MS = 24 * 60 * 60_000;
/** Days before the end on which a person is told, and on the end itself. */
export const REMINDER_DAYS = [30, 7, 1, 0] as const;
/** After so long, "it has ended" is no news any more. */
const STILL_NEWS_MS = 3 * DAY_MS;
/** An end that moves by less is the same end: who was told is not told again. */
const SAME_END_MS = 3 * DAY_MS;

export interface Reminder {
  days: number;
  at: number;
}

const reminderFor = (endsAt: number, days: number): Reminder => ({ days, at: endsAt - days * DAY_MS });

/** The first reminder that still lies ahead, or nothing after the end. */
const firstAhead = (endsAt: number, now: number): Reminder | undefined =>
  REMINDER_DAYS.map((days) => reminderFor(endsAt, days)).find(({ at }) => at > now);

/** What to remind of next, when access ends then. `known` is what was planned for the end as it was known before. */
export const nextReminder = (
  endsAt: number,
  now: number,
  known?: { ends_at: number; remind_days: number | null },
): Reminder | undefined => {
  if (known === undefined || known.remind_days === null || Math.abs(known.ends_at - endsAt) > SAME_END_MS)
    return firstAhead(endsAt, now);
  return reminderFor(endsAt, known.remind_days);
};

/** What to tell now, when a reminder has come due, however late: the nearest stage to the end, or nothing any more. */
export const dueReminder = (endsAt: number, now: number): number | undefined =>
  now - endsAt > STILL_NEWS_MS
    ? undefined
    : REMINDER_DAYS.toReversed().find((days) => reminderFor(endsAt, days).at <= now);

/** The stage after one that was told. */
export const reminderAfter = (endsAt: number, days: number): Reminder | undefined => {
  const next = REMINDER_DAYS.find((stage) => stage < days);
  return next === undefined ? undefined : reminderFor(endsAt, next);
};
