import { expect, test } from 'vitest';
import type { Right } from '#contract/access/rights.ts';
import { accessSentenceOf } from './right-words.ts';
import { longestRight } from './rights.ts';
import { english } from '#contract/languages/language.ts';

const bundle: Right = {
  scope: 'everything',
  endsAt: '2027-05-03T08:00:00.000Z',
  source: 'payment',
  title: null,
  planName: null,
};
const course: Right = { scope: 'c1', endsAt: null, source: 'payment', title: null, planName: null };

test('the longest right to a course counts, and only its own', () => {
  expect(longestRight([bundle, course], 'c1')).toBe(course);
  expect(longestRight([bundle, course], 'c2')).toBe(bundle);
  expect(longestRight([course], 'c2')).toBeUndefined();
  expect(longestRight([bundle, { ...course, endsAt: '2026-01-01T08:00:00.000Z' }], 'c1')).toBe(bundle);
});

test.each<[Right, string]>([
  [bundle, 'You have this course until 3 May 2027 through All courses.'],
  [course, 'You have this course for life.'],
  [{ ...course, source: 'gift' }, 'You have this course for life through a gift.'],
  [{ ...course, planName: 'Data pack' }, 'You have this course for life through Data pack.'],
  [{ ...course, source: 'gift', planName: 'Data pack' }, 'You have this course for life through a gift of Data pack.'],
])('says until when and through what', (right, sentence) => {
  expect(accessSentenceOf(right, 'Asia/Kolkata', english)).toBe(sentence);
});
