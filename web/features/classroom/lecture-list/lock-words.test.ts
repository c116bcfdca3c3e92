import { expect, test } from 'vitest';
import { lectureAt } from '#web/features/classroom/player/player-for-test.tsx';
import { nextOpeningOf } from '#web/features/classroom/next-opening-of.ts';
import { sectionLockWords } from './lock-words.ts';
import { english } from '#contract/languages/language.ts';

const KOLKATA = 'Asia/Kolkata';
/** Saturday, 28 November 2026, 14:40 in India. */
const NOW = Date.parse('2026-11-28T09:10:00Z');

const onDate = (on: string) => ({
  ...lectureAt(''),
  opensAt: new Date(`${on}T00:00:00+05:30`).toISOString(),
  lockedBy: { kind: 'date', on } as const,
});
const previous = {
  ...lectureAt(''),
  lockedBy: { kind: 'previous', lectureId: 'l6', title: 'The recipe', left: 1 } as const,
};
const open = (isDone: boolean) => ({
  ...lectureAt('https://school.example/a.mp4'),
  progress: { positionMs: 0, resumeAtMs: 0, watchedPercent: 100, isDone },
});

test('the head of a section says the first day on which something of it opens, and how far it is in the coming week', () => {
  const words = (...lectures: Parameters<typeof sectionLockWords>[0]) =>
    sectionLockWords(lectures, NOW, KOLKATA, english);
  expect(words(previous, onDate('2026-12-07'), onDate('2026-11-30'))).toBe('Opens on Mon, 30 Nov 2026, in 2 days');
  expect(words(onDate('2026-11-29'))).toBe('Opens on Sun, 29 Nov 2026, tomorrow');
  expect(words(onDate('2026-12-05'))).toBe('Opens on Sat, 5 Dec 2026, in 7 days');
  expect(words(onDate('2026-12-07'))).toBe('Opens on Mon, 7 Dec 2026');
  expect(words(previous)).toBe('Opens once “The recipe” is done');
  expect(words(onDate('2026-11-30'), open(false))).toBeUndefined();
});

test('a learner who has done everything that is open waits for the next day', () => {
  const monday = onDate('2026-11-30');
  const lectures = [open(true), previous, onDate('2026-12-07'), monday];
  expect(nextOpeningOf(lectures)).toEqual({ lecture: monday, opensAt: '2026-11-29T18:30:00.000Z', again: lectures[0] });
  expect(nextOpeningOf([open(false), monday])).toBeUndefined();
  expect(nextOpeningOf([open(true), previous])).toBeUndefined();
});
