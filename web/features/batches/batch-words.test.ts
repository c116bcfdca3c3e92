import { expect, test } from 'vitest';
import { daysOf, keptWords, lateWords, patternOf, placesWords, stateWords } from './batch-words.ts';
import { english } from '#contract/languages/language.ts';

const batch = {
  startsOn: '2026-12-07',
  endsOn: '2027-01-29',
  state: 'coming',
  pattern: { weekdays: [1, 3, 5], from: '18:30', to: '19:30' },
  afterEnd: 'open',
} as const;

test('a batch says its days, its pattern and how far it is', () => {
  expect(daysOf(batch, english)).toBe('7 Dec 2026 to 29 Jan 2027');
  expect(patternOf({ pattern: { ...batch.pattern, weekdays: [1, 3, 5] } }, english)).toBe(
    'Mon, Wed, Fri · 18:30 to 19:30',
  );
  expect(patternOf({ pattern: null }, english)).toBeUndefined();
  expect(stateWords(batch, english)).toBe('Begins Monday, 7 December');
  expect(stateWords({ ...batch, state: 'running' }, english)).toBe('Runs until 29 January 2027');
  expect(stateWords({ ...batch, state: 'ended' }, english)).toBe('Ended 29 January 2027');
});

test('places are said only where the school shows them, or when there are none', () => {
  expect(placesWords({ places: 40, placesLeft: 6, isFull: false }, english)).toBe('6 of 40 places left');
  expect(placesWords({ places: 1, placesLeft: 1, isFull: false }, english)).toBe('1 of 1 place left');
  expect(placesWords({ places: null, placesLeft: null, isFull: false }, english)).toBeUndefined();
  expect(placesWords({ places: null, placesLeft: null, isFull: true }, english)).toBe('Full');
});

test('who joins late reads how many classes were held', () => {
  expect(lateWords({ ...batch, heldClasses: 0 }, english)).toBeUndefined();
  expect(lateWords({ ...batch, state: 'running', heldClasses: 5 }, english)).toBe(
    'Began 7 Dec 2026, 5 classes held so far',
  );
  expect(lateWords({ ...batch, state: 'running', heldClasses: 0 }, english)).toBe('Began 7 Dec 2026');
});

test('what is kept counts from the end of the batch, except for life and until a date', () => {
  const once = ' You can move to a later batch once, free.';
  expect(keptWords(batch, { term: { unit: 'year', count: 1 } }, english)).toBe(
    `You keep the recordings until 29 January 2028, 1 year after the batch ends.${once}`,
  );
  expect(keptWords(batch, { term: { unit: 'lifetime', count: 1 } }, english)).toBe(
    `You keep the recordings for life.${once}`,
  );
  expect(keptWords(batch, { term: { unit: 'until', date: '2027-06-30' } }, english)).toBe(
    `You keep the recordings until 30 June 2027.${once}`,
  );
  expect(keptWords({ ...batch, afterEnd: 'closed' }, { term: { unit: 'year', count: 1 } }, english)).toBe(
    `The lectures are open until 29 January 2027, the last day of the batch.${once}`,
  );
});
