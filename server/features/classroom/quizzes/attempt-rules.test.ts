import { expect, test } from 'vitest';
import { MINUTE_MS } from '#server/clock.ts';
import { QuizSettings } from '#contract/classroom/quiz-settings.ts';
import type { QuizAttemptItemRow, QuizAttemptRow } from '#server/database/tables/quizzes.ts';
import {
  availabilityOf,
  deadlineOf,
  isExpired,
  isOneWay,
  isShown,
  nextAt,
  reachedIn,
  shownItems,
  standing,
  usedUp,
} from './attempt-rules.ts';

const NOON = Date.parse('2026-06-15T12:00:00Z');

const settings = (values: Parameters<typeof QuizSettings.parse>[0] = {}): QuizSettings => QuizSettings.parse(values);

const anAttempt = (values: Partial<QuizAttemptRow> = {}): QuizAttemptRow => ({
  id: 'attempt',
  lecture_id: 'quiz',
  user_id: 'meera',
  number: 1,
  state: 'graded',
  settings: '{}',
  is_preview: 0,
  started_at: NOON,
  deadline_at: null,
  saved_at: NOON,
  submitted_at: NOON,
  has_expired: 0,
  earned: 100,
  points: 1,
  has_passed: 0,
  reset_id: null,
  ...values,
});

const anItem = (position: number, lockedAt: number | null): QuizAttemptItemRow => ({
  attempt_id: 'attempt',
  position,
  question_id: `question ${position}`,
  version_id: `version ${position}`,
  option_order: '[]',
  answer: null,
  seq: 0,
  late_answer: null,
  locked_at: lockedAt,
  earned: null,
  points: 1,
  graded_by: null,
  graded_at: null,
  comment: '',
});

test('an open attempt has expired a minute after its deadline, when the network had its time', () => {
  const open = anAttempt({ state: 'open', deadline_at: NOON });
  expect(isExpired(open, NOON)).toBe(false);
  expect(isExpired(open, NOON + 60_000)).toBe(false);
  expect(isExpired(open, NOON + 60_001)).toBe(true);
  expect(isExpired({ ...open, deadline_at: null }, NOON + 60_001)).toBe(false);
  expect(isExpired({ ...open, state: 'graded' }, NOON + 60_001)).toBe(false);
});

test('a test ends after its time, and no quiz later than its window', () => {
  const at = { startedAt: NOON, isPreview: false };
  const closesAt = '2026-06-15T12:20:00.000Z';
  expect(deadlineOf(settings({ mode: 'test', timeLimitMinutes: 30 }), at)).toBe(NOON + 30 * MINUTE_MS);
  expect(deadlineOf(settings({ mode: 'test' }), at)).toBeNull();
  expect(deadlineOf(settings({ mode: 'practice', timeLimitMinutes: 30 }), at)).toBeNull();
  expect(deadlineOf(settings({ mode: 'practice', closesAt }), at)).toBe(NOON + 20 * MINUTE_MS);
  expect(deadlineOf(settings({ mode: 'test', timeLimitMinutes: 30, closesAt }), at)).toBe(NOON + 20 * MINUTE_MS);
  expect(deadlineOf(settings({ mode: 'test', timeLimitMinutes: 10, closesAt }), at)).toBe(NOON + 10 * MINUTE_MS);
  const preview = { startedAt: NOON, isPreview: true };
  expect(deadlineOf(settings({ mode: 'test', timeLimitMinutes: 30, closesAt }), preview)).toBe(NOON + 30 * MINUTE_MS);
  expect(deadlineOf(settings({ closesAt }), preview)).toBeNull();
});

test('a window opens and closes at its moments', () => {
  const opensAt = '2026-06-15T12:00:00.000Z';
  const closesAt = '2026-06-15T12:20:00.000Z';
  const end = NOON + 20 * MINUTE_MS;
  expect([NOON - 1, NOON, end - 1, end].map((now) => availabilityOf({ opensAt, closesAt }, now))).toEqual([
    'not_yet',
    'open',
    'open',
    'closed',
  ]);
  expect(availabilityOf({ opensAt: null, closesAt: null }, NOON)).toBe('open');
  expect(availabilityOf({ opensAt: null, closesAt }, end)).toBe('closed');
  expect(availabilityOf({ opensAt, closesAt: null }, end)).toBe('open');
});

test('attempts that were reset are not counted, and previews are unlimited', () => {
  const [first, reset] = [anAttempt(), anAttempt({ reset_id: 'reset' })];
  expect(standing([first, reset])).toEqual([first]);
  const twice = settings({ maxAttempts: 2 });
  expect(usedUp([first, reset], twice, false)).toBe(false);
  expect(usedUp([first, first], twice, false)).toBe(true);
  expect(usedUp([first, first, first], twice, false)).toBe(true);
  expect(usedUp([first, first], twice, true)).toBe(false);
  expect(usedUp([first, first], settings(), false)).toBe(false);
});

test('the next attempt begins some minutes after the last one that stands', () => {
  const attempts = [
    anAttempt({ submitted_at: NOON - 60 * MINUTE_MS }),
    anAttempt({ submitted_at: NOON - 30 * MINUTE_MS }),
    anAttempt({ submitted_at: NOON }),
    anAttempt({ submitted_at: NOON + 5 * MINUTE_MS, reset_id: 'reset' }),
  ];
  const wait = settings({ waitMinutes: 10 });
  expect(nextAt(attempts, wait, NOON + 10 * MINUTE_MS - 1)).toBe(NOON + 10 * MINUTE_MS);
  expect(nextAt(attempts, wait, NOON + 10 * MINUTE_MS)).toBeNull();
  expect(nextAt([anAttempt({ submitted_at: null })], wait, 0)).toBeNull();
  expect(nextAt([], wait, NOON)).toBeNull();
});

test('only a test with one question at a time and no way back locks, and shows the questions up to the first that is open', () => {
  const oneWay = settings({ mode: 'test', canGoBack: false });
  expect(isOneWay(oneWay)).toBe(true);
  expect(isOneWay(settings({ mode: 'practice', canGoBack: false }))).toBe(false);
  expect(isOneWay(settings({ mode: 'test', canGoBack: false, isOnePage: true }))).toBe(false);
  expect(isOneWay(settings({ mode: 'test' }))).toBe(false);
  const items = [anItem(0, NOON), anItem(1, null), anItem(2, null)];
  const positions = (shown: readonly QuizAttemptItemRow[]) => shown.map(({ position }) => position);
  expect(positions(shownItems({ state: 'open' }, items, oneWay))).toEqual([0, 1]);
  expect(positions(shownItems({ state: 'graded' }, items, oneWay))).toEqual([0, 1, 2]);
  expect(positions(shownItems({ state: 'open' }, items, settings({ mode: 'test' })))).toEqual([0, 1, 2]);
  expect(positions(shownItems({ state: 'open' }, [anItem(0, NOON), anItem(1, NOON)], oneWay))).toEqual([0, 1]);
});

test.each([
  ['at_once', [false, false, false], true],
  ['never', [true, true, true], false],
  ['once_passed', [false, false, true], false],
  ['once_passed', [true, false, false], true],
  ['once_passed', [false, true, false], true],
  ['after_window', [true, true, false], false],
  ['after_window', [false, false, true], true],
] as const)('a part that is shown %s, with passed, used up and closed as %j: %s', (when, state, expected) => {
  const [hasPassed, areUsedUp, hasClosed] = state;
  expect(isShown(when, { hasPassed, areUsedUp, hasClosed })).toBe(expected);
});

test('what a learner has reached comes from the attempts that stand, and none of them may be open', () => {
  const once = settings({ maxAttempts: 1, closesAt: '2026-06-15T12:20:00.000Z' });
  const at = { settings: once, isPreview: false, now: NOON };
  const passed = anAttempt({ has_passed: 1 });
  expect(reachedIn([passed], at)).toEqual({ hasPassed: true, areUsedUp: true, hasClosed: false });
  expect(reachedIn([{ ...passed, reset_id: 'reset' }], at)).toMatchObject({ hasPassed: false, areUsedUp: false });
  expect(reachedIn([anAttempt({ state: 'open' })], at)).toMatchObject({ hasPassed: false, areUsedUp: false });
  expect(reachedIn([anAttempt(), anAttempt({ state: 'open' })], at)).toMatchObject({ areUsedUp: false });
  expect(reachedIn([], { ...at, now: NOON + 20 * MINUTE_MS })).toMatchObject({ hasClosed: true });
});
