import { expect, test } from 'vitest';
import { HOUR_MS } from '#contract/durations.ts';
import { leftInCourse, leftInLecture, leftToPlay } from './time-left.ts';
import { english } from '#contract/languages/language.ts';

const lecture = (watchedPercent: number, isDone = false) => ({
  durationMs: HOUR_MS,
  progress: { positionMs: 0, resumeAtMs: 0, watchedPercent, isDone },
});

test('what is left of a course is what is not watched of its lectures, and nothing of those that are done', () => {
  const unmeasured = { durationMs: null, progress: null };
  expect(leftInCourse([lecture(0), lecture(25), lecture(40, true), unmeasured], english)).toBe('1 h 45 min left');
  expect(leftInCourse([lecture(40, true)], english)).toBeUndefined();
});

test('a lecture that was started says what is left from where it resumes', () => {
  const stoppedAt = (positionMs: number, resumeAtMs: number, isDone = false) =>
    leftInLecture(
      { durationMs: 9.5 * 60_000, progress: { positionMs, resumeAtMs, watchedPercent: 50, isDone } },
      english,
    );
  expect(stoppedAt(0, 0)).toBeUndefined();
  // The player opens at 4:28, and says the same.
  expect(stoppedAt(4.52 * 60_000, 268_000)).toBe('6 min left');
  expect(leftToPlay(570, 268, english)).toBe('6 min left');
  expect(stoppedAt(569_000, 0)).toBe('10 min left');
  expect(stoppedAt(569_000, 0, true)).toBeUndefined();
  expect(leftInLecture({ durationMs: null, progress: null }, english)).toBeUndefined();
});

test.each([
  [33, 0, '33 s left'],
  [33, 4, '30 s left'],
  [33, 32.5, '10 s left'],
  [540, 0, '9 min left'],
  [540, 65, '8 min left'],
])('of a video of %i s at %i s it says "%s"', (length, position, sentence) => {
  expect(leftToPlay(length, position, english)).toBe(sentence);
});
