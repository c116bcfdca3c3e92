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
])('%s is said at once, and can be tried again when there is free space', (code, status, message) => {
  const failure = failureOf(status, body(code, message));
  expect(failure).toEqual({ kind: 'full', message });
  expect(mayRetry(failure, 0)).toBe(false);
});

const OFFLINE = 'The server cannot be reached. The upload resumes when you’re back online.';
const REFUSED = 'The server does not accept this file.';

test.each([
  [0, '', 'unreachable', OFFLINE],
  [502, '<html>', 'unreachable', OFFLINE],
  [503, body('busy', 'Busy'), 'unreachable', 'Busy'],
  [504, '', 'unreachable', OFFLINE],
  [
    401,
    body('unauthenticated', 'Please log in'),
    'signed-out',
    'Your session has ended. Log in again to resume the upload.',
  ],
  [408, '', 'busy', OFFLINE],
  [409, body('upload_moved_on', 'Moved'), 'busy', 'Moved'],
  [423, '', 'busy', OFFLINE],
  [429, '', 'busy', OFFLINE],
  [500, '', 'busy', OFFLINE],
  [505, '', 'busy', OFFLINE],
  [507, '', 'full', REFUSED],
  [400, body('too_many_uploads', 'Too many'), 'full', 'Too many'],
  [410, '', 'gone', REFUSED],
  [404, body('upload_not_found', 'Gone'), 'gone', 'Gone'],
  [404, '', 'refused', REFUSED],
  [415, body('not_a_video', 'No video'), 'refused', 'No video'],
  [499, '', 'refused', REFUSED],
])('a response of %d with %j is %s: %s', (status, text, kind, message) => {
  expect(failureOf(status, text)).toEqual({ kind, message });
});

test('attempts are close at first, and then every half minute for a day', () => {
  expect(RETRY_DELAYS_MS.slice(0, 10)).toEqual([0, 1000, 3000, 5000, 10_000, 20_000, 30_000, 30_000, 30_000, 30_000]);
  expect(RETRY_DELAYS_MS).toHaveLength(2889);
  expect(RETRY_DELAYS_MS.at(-1)).toBe(30_000);
  for (const kind of ['signed-out', 'full', 'gone', 'refused'] as const)
    expect(mayRetry({ kind, message: '' }, 0), kind).toBe(false);
});
