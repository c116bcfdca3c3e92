import { expect, test } from 'vitest';
import { createCalendar } from '#server/calendar.ts';
import { newBackupId, timeOfBackup } from './repository.ts';
import { keptBackups } from './retention.ts';

const at = (text: string): number => Date.parse(`${text}+05:30`);

test('the newest of each day, week and month stays', () => {
  const times = [
    '2026-03-31T23:00',
    '2026-04-01T03:00',
    '2026-05-30T03:00',
    '2026-06-06T03:00',
    '2026-06-07T03:00',
    '2026-06-08T03:00',
    '2026-06-13T03:00',
    '2026-06-14T03:00',
    '2026-06-15T03:00',
    '2026-06-15T12:00',
  ];
  const ids = times.map((time) => newBackupId(at(time)));
  const kept = keptBackups(ids, { daily: 3, weekly: 3, monthly: 3 }, createCalendar('Asia/Kolkata'));
  expect(times.filter((_, index) => kept.has(ids[index] ?? ''))).toEqual([
    '2026-04-01T03:00',
    '2026-05-30T03:00',
    '2026-06-07T03:00',
    '2026-06-13T03:00',
    '2026-06-14T03:00',
    '2026-06-15T12:00',
  ]);
  expect(keptBackups(ids.toReversed(), { daily: 3, weekly: 3, monthly: 3 }, createCalendar('Asia/Kolkata'))).toEqual(
    kept,
  );
  expect(timeOfBackup(ids[0] ?? '')).toBe(at('2026-03-31T23:00'));
});

test('the newest stays, however few are kept', () => {
  const ids = [newBackupId(1000), newBackupId(2000)];
  const kept = keptBackups(ids, { daily: 0, weekly: 0, monthly: 0 }, createCalendar('Asia/Kolkata'));
  expect([...kept]).toEqual([ids[1]]);
});
