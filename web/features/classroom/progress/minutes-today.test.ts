// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { minutesToday, notePlayed, readGoal, storeGoal } from './minutes-today.ts';

afterEach(() => localStorage.clear());

const MONDAY = new Date('2026-11-30T22:50:00');
const TUESDAY = new Date('2026-12-01T00:10:00');

test('playing counts in whole minutes of the day, and a new day begins at 0', () => {
  notePlayed([[0, 90_000]], MONDAY);
  notePlayed(
    [
      [200_000, 215_000],
      [300_000, 330_000],
    ],
    MONDAY,
  );
  notePlayed([], MONDAY);
  expect(minutesToday(MONDAY)).toBe(2);
  expect(minutesToday(TUESDAY)).toBe(0);
  notePlayed([[0, 61_000]], TUESDAY);
  expect(minutesToday(TUESDAY)).toBe(1);
});

test('a goal is stored, and can be removed', () => {
  expect(readGoal()).toBeUndefined();
  storeGoal(15);
  expect(readGoal()).toBe(15);
  storeGoal(undefined);
  expect(readGoal()).toBeUndefined();
});
