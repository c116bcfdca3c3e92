import { expect, test } from 'vitest';
import { isFulfilled } from './evidence.ts';
import { isRenewable } from './renewal.ts';

const RULE = { coveragePercent: 90, needsQuizzes: true };
const DONE = {
  lectures: 3,
  doneLectures: 3,
  watchedPercent: 90,
  totalMs: 600_000,
  quizzes: 2,
  passedQuizzes: 2,
  bestPercents: [80, 100],
};

test.each([
  ['everything is done, at the boundary', {}, {}, true],
  ['one lecture is not done', { doneLectures: 2 }, {}, false],
  ['one lecture is not done, though all was watched', { doneLectures: 2, watchedPercent: 100 }, {}, false],
  ['there is no lecture', { lectures: 0, doneLectures: 0, watchedPercent: 100 }, {}, false],
  ['a percent less was watched', { watchedPercent: 89 }, {}, false],
  ['nothing has a length', { totalMs: 0, watchedPercent: 0 }, {}, true],
  ['one quiz is not passed', { passedQuizzes: 1 }, {}, false],
  ['one quiz is not passed, and none is demanded', { passedQuizzes: 1 }, { needsQuizzes: false }, true],
] as const)('a certificate when %s', (_case, evidence, rule, expected) => {
  expect(isFulfilled({ ...RULE, ...rule }, { ...DONE, ...evidence })).toBe(expected);
});

const RENEWAL = { opensAt: '2026-06-15T04:30:00.000Z', isOpen: true, again: 'lectures', done: 2, needed: 2 } as const;

test.each([
  ['all was done again', {}, true],
  ['more was done than is demanded now', { done: 3 }, true],
  ['one is left', { done: 1 }, false],
  ['it is too early', { isOpen: false }, false],
  ['nothing is demanded', { done: 0, needed: 0 }, false],
])('a renewal when %s', (_case, renewal, expected) => {
  expect(isRenewable({ ...RENEWAL, ...renewal })).toBe(expected);
});
