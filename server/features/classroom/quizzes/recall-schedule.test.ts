import { expect, test } from 'vitest';
import { nextStep, restOf, usualHour } from './recall-schedule.ts';

const HOUR = 3_600_000;
const DAY = 86_400_000;

test.each([
  ['never answered again', undefined, { since: 0, days: 1 }],
  ['right after a day', { step: 1, at: 2 * DAY }, { since: 2 * DAY, days: 3 }],
  ['right again after three', { step: 2, at: 5 * DAY }, { since: 5 * DAY, days: 7 }],
  ['right after every rest', { step: 3, at: 12 * DAY }, null],
  ['wrong again', { step: 0, at: 5 * DAY }, { since: 5 * DAY, days: 1 }],
  ['answered before it went wrong anew', { step: 3, at: -HOUR }, { since: 0, days: 1 }],
  ['answered in the moment in which it went wrong', { step: 1, at: 0 }, { since: 0, days: 3 }],
])('a question that went wrong at 0 and was %s rests', (_case, last, expected) => {
  expect(restOf(0, last)).toEqual(expected);
});

test.each([
  ['the first time', undefined, true, 1],
  ['the first time, wrong', undefined, false, 0],
  ['the second time', { step: 1, at: 10 }, true, 2],
  ['wrong after two right ones', { step: 2, at: 10 }, false, 0],
  ['right after it went wrong in a quiz anew', { step: 2, at: -10 }, true, 1],
])('%s it is at the step', (_case, last, isRight, expected) => {
  expect(nextStep(0, last, isRight)).toBe(expected);
});

test.each([
  [[], 19],
  [[7, 21, 21], 21],
  [[7, 7, 21, 21], 21],
  [[0, 0, 0, 12], 0],
])('of %j the usual hour is %i', (hours, expected) => {
  expect(usualHour(hours)).toBe(expected);
});
