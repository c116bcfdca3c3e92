import { describe, expect, test } from 'vitest';
import { attemptScore, countedPercent, isCounted, scoreOf, totalOf } from './scoring.ts';

const item = (earned: number | null, points: number) => ({ earned, points });

test.each([
  ['all points', [item(100, 1), item(200, 2)], { earned: 300, points: 3, state: 'graded', has_passed: 1 }],
  ['exactly the pass mark', [item(70, 1)], { earned: 70, points: 1, state: 'graded', has_passed: 1 }],
  ['a hundredth less', [item(69, 1)], { earned: 69, points: 1, state: 'graded', has_passed: 0 }],
  [
    'one that a person grades, although the others would pass',
    [item(100, 1), item(100, 1), item(100, 1), item(null, 1)],
    { earned: 300, points: 4, state: 'waiting', has_passed: 0 },
  ],
])('an attempt earns %s', (_, items, total) => {
  expect(totalOf(items, { passPercent: 70 })).toEqual(total);
});

test.each([
  [0, null, true],
  [1, null, false],
  [0, 'reset', false],
])('an attempt whose preview is %i and whose reset is %j counts: %s', (is_preview, reset_id, expected) => {
  expect(isCounted({ is_preview, reset_id })).toBe(expected);
});

test('an attempt without a question passes with nothing, and has no percent', () => {
  expect(totalOf([], { passPercent: 0 })).toEqual({ earned: 0, points: 0, state: 'graded', has_passed: 1 });
  expect(scoreOf({ earned: 0, points: 0 }, { passPercent: 70 }).percent).toBe(0);
});

test('a score below the pass mark never looks like it', () => {
  expect(scoreOf({ earned: 699, points: 10 }, { passPercent: 70 })).toEqual({
    earned: 699,
    points: 10,
    percent: 69,
    hasPassed: false,
  });
  expect(scoreOf({ earned: 704, points: 10 }, { passPercent: 70 })).toMatchObject({ percent: 70, hasPassed: true });
  expect(scoreOf({ earned: 705, points: 10 }, { passPercent: 70 })).toMatchObject({ percent: 71 });
});

describe('of several attempts', () => {
  const scores = [40, 90, 62].map((percent) => ({ earned: percent, points: 1, percent, hasPassed: percent >= 70 }));
  test.each([
    ['best', 90],
    ['first', 40],
    ['last', 62],
    ['average', 64],
  ] as const)('the %s counts', (scoring, percent) => {
    expect(countedPercent(scores, scoring)).toBe(percent);
    expect(countedPercent([], scoring)).toBeNull();
  });
  test('an average is rounded', () => {
    expect(countedPercent(scores.slice(0, 1).concat(scores.slice(2)), 'average')).toBe(51);
  });
});

test('an attempt has a score once all of it is graded', () => {
  const row = {
    id: 'a1',
    lecture_id: 'l1',
    user_id: 'u1',
    number: 1,
    settings: JSON.stringify({ passPercent: 50 }),
    is_preview: 0,
    started_at: 0,
    deadline_at: null,
    saved_at: 0,
    submitted_at: 1,
    has_expired: 0,
    points: 2,
    has_passed: 0,
    reset_id: null,
  };
  expect(attemptScore({ ...row, state: 'graded', earned: 150 })).toEqual({
    earned: 150,
    points: 2,
    percent: 75,
    hasPassed: true,
  });
  expect(attemptScore({ ...row, state: 'waiting', earned: 100 })).toBeNull();
  expect(attemptScore({ ...row, state: 'open', earned: null })).toBeNull();
  expect(attemptScore({ ...row, state: 'graded', earned: null })).toBeNull();
});
