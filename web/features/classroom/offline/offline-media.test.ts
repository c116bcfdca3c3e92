import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#contract/durations.ts';
import { daysLeft, mayPlay, schoolTime, stateOf, withSeen } from './offline-media.ts';

const NOW_MS = 100 * DAY_MS;
const copy = { isComplete: true, isRemoved: false, neededBytes: 0, endsAtMs: NOW_MS + 14 * DAY_MS };
const device = { id: 'phone', offsetMs: 0, seenMs: NOW_MS };

test('the clock of the school is ahead of the device by what the server said last', () => {
  expect(schoolTime({ ...device, offsetMs: HOUR_MS }, NOW_MS)).toBe(NOW_MS + HOUR_MS);
});

test('a copy plays until its end, and not while the clock shows a time that has been', () => {
  expect(mayPlay(copy, device, NOW_MS)).toBe(true);
  expect(mayPlay(copy, device, copy.endsAtMs - 1)).toBe(true);
  expect(mayPlay(copy, device, copy.endsAtMs)).toBe(false);
  expect(mayPlay(copy, device, NOW_MS - 59_000)).toBe(true);
  expect(mayPlay(copy, device, NOW_MS - 60_000)).toBe(true);
  expect(mayPlay(copy, device, NOW_MS - 60_001)).toBe(false);
  expect(mayPlay({ ...copy, isComplete: false }, device, NOW_MS)).toBe(false);
  expect(mayPlay({ ...copy, isRemoved: true }, device, NOW_MS)).toBe(false);
});

test('the latest time that was seen grows by minutes and never shrinks', () => {
  expect(withSeen(device, NOW_MS + 60_000)).toBe(device);
  expect(withSeen(device, NOW_MS + 60_001)).toEqual({ ...device, seenMs: NOW_MS + 60_001 });
  expect(withSeen(device, NOW_MS - DAY_MS)).toBe(device);
});

test.each([
  ['downloaded', copy, false],
  ['ending', { ...copy, endsAtMs: NOW_MS + 4 * DAY_MS - 1 }, false],
  ['downloaded', { ...copy, endsAtMs: NOW_MS + 4 * DAY_MS }, false],
  ['ended', { ...copy, endsAtMs: NOW_MS }, false],
  ['waiting', { ...copy, isComplete: false }, false],
  ['loading', { ...copy, isComplete: false }, true],
  ['no-space', { ...copy, isComplete: false, neededBytes: 84 }, false],
  ['removed', { ...copy, isRemoved: true }, false],
] as const)('a row is %s', (state, download, isLoading) => {
  expect(stateOf(download, device, { nowMs: NOW_MS, isLoading })).toBe(state);
});

test('days are whole, and the last one counts', () => {
  expect(daysLeft({ endsAtMs: NOW_MS + 4 * DAY_MS - 1 }, NOW_MS)).toBe(3);
  expect(daysLeft({ endsAtMs: NOW_MS + 4 * DAY_MS }, NOW_MS)).toBe(4);
  expect(daysLeft({ endsAtMs: NOW_MS + 1 }, NOW_MS)).toBe(1);
  expect(daysLeft({ endsAtMs: NOW_MS - 5 * DAY_MS }, NOW_MS)).toBe(1);
});
