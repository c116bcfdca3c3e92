import { expect, test } from 'vitest';
import { dueReminder, nextReminder, reminderAfter } from './reminder-times.ts';

const DAY = 86_400_000;
const END = 1000 * DAY;

test.each([
  [END - 31 * DAY, 30],
  [END - 30 * DAY - 1, 30],
  [END - 30 * DAY, 7],
  [END - 7 * DAY, 1],
  [END - DAY, 0],
  [END - 1, 0],
])('the next reminder at %d is the one %d days before the end', (now, days) => {
  expect(nextReminder(END, { now, windowMs: 30 * DAY })).toEqual({ days, at: END - days * DAY });
});

test('after the end there is no next reminder', () => {
  expect(nextReminder(END, { now: END, windowMs: 30 * DAY })).toBeUndefined();
});

test('a planned reminder stays while the end moves by less than three days', () => {
  const now = END - 20 * DAY;
  const known = (ends_at: number, remind_days: number | null = 30) => ({ ends_at, remind_days });
  expect(nextReminder(END, { now, windowMs: 30 * DAY }, known(END))).toEqual({ days: 30, at: END - 30 * DAY });
  for (const end of [END - 3 * DAY, END + 3 * DAY])
    expect(nextReminder(END, { now, windowMs: 30 * DAY }, known(end))?.days).toBe(30);
  for (const end of [END - 3 * DAY - 1, END + 3 * DAY + 1])
    expect(nextReminder(END, { now, windowMs: 30 * DAY }, known(end))?.days).toBe(7);
  expect(nextReminder(END, { now, windowMs: 30 * DAY }, known(END, null))?.days).toBe(7);
});

test.each([
  [END - 30 * DAY - 1, undefined],
  [END - 30 * DAY, 30],
  [END - 8 * DAY, 30],
  [END - 7 * DAY, 7],
  [END - DAY, 1],
  [END - 1, 1],
  [END, 0],
  [END + 3 * DAY, 0],
  [END + 3 * DAY + 1, undefined],
])('the reminder due at %d is %s', (now, days) => {
  expect(dueReminder(END, now)).toBe(days);
});

test('reminders follow one another up to the end', () => {
  expect([30, 7, 1].map((days) => reminderAfter(END, days))).toEqual([
    { days: 7, at: END - 7 * DAY },
    { days: 1, at: END - DAY },
    { days: 0, at: END },
  ]);
  expect(reminderAfter(END, 0)).toBeUndefined();
});

test('a short term has only the reminders of its last quarter', () => {
  const first = (windowMs: number) => nextReminder(END, { now: END - 31 * DAY, windowMs })?.days;
  expect([first(30 * DAY), first(7.5 * DAY), first(1.75 * DAY), first(0.25 * DAY)]).toEqual([30, 7, 1, 0]);
});
