import { expect, test } from 'vitest';
import { failureOf, mayRetry, RETRY_DELAYS_MS } from './tus-client.ts';

const body = (code: string, message: string) => JSON.stringify({ success: false, code, message });

test.each([
  ['no response', 0, '', true],
  ['a proxy whose server is down', 502, '<html>', true],
  ['a server that starts', 503, body('busy', 'Busy'), true],
  ['a fault of the server', 500, body('internal', 'Broken'), false],
  ['an earlier request that still runs', 423, '', false],
])('after %s it is tried again for minutes or, while nobody responds, for a day', (_what, status, text, isForDays) => {
  const failure = failureOf(status, text);
  expect([0, 8, 9, 2000].map((attempt) => mayRetry(failure, attempt))).toEqual([true, true, isForDays, isForDays]);
});

test('a day passes before it gives up', () => {
  expect(RETRY_DELAYS_MS.reduce((sum, delayMs) => sum + delayMs, 0)).toBeGreaterThan(24 * 60 * 60_000);
});

test.each([
  ['disk_full', 507, 'There is not enough space to store this file'],
  ['too_many_uploads', 409, 'There are too many unfinished uploads. Finish or cancel one first.'],
])('%s is said at once, and can be tried again when there is room', (code, status, message) => {
  const failure = failureOf(status, body(code, message));
  expect(failure).toEqual({ kind: 'full', sentence: message });
  expect(mayRetry(failure, 0)).toBe(false);
});
