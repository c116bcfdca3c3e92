import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { decideRange } from './range-request.ts';

const MODIFIED = 'Mon, 15 Jun 2026 04:30:00 GMT';
const BEFORE = 'Mon, 15 Jun 2026 04:29:59 GMT';
const AFTER = 'Mon, 15 Jun 2026 04:30:01 GMT';
/** A hundred bytes, changed half a second after a whole one. */
const file = { sizeBytes: 100, etag: '"abc"', modifiedAtMs: Date.parse(MODIFIED) + 500 };
const whole = { status: 200, start: 0, end: 99 };
const part = { status: 206, start: 10, end: 19 };
const RANGE = { range: 'bytes=10-19' };
const nothing = (status: number) => ({ status, start: 0, end: -1 });

test.each<[IncomingHttpHeaders, object]>([
  [{}, whole],
  [RANGE, part],
  [{ range: 'BYTES= 10-19\t' }, part],
  [{ range: 'bytes=90-500' }, { status: 206, start: 90, end: 99 }],
  [{ range: 'bytes=99-' }, { status: 206, start: 99, end: 99 }],
  [{ range: 'bytes=10-10' }, { status: 206, start: 10, end: 10 }],
  [{ range: 'bytes=-10' }, { status: 206, start: 90, end: 99 }],
  [{ range: 'bytes=-500' }, { status: 206, start: 0, end: 99 }],
  [{ range: 'bytes=-0' }, nothing(416)],
  [{ range: 'bytes=100-' }, nothing(416)],
  [{ range: 'bytes=19-10' }, whole],
  [{ range: 'bytes=-' }, whole],
  [{ range: 'bytes=0-1,3-4' }, whole],
  [{ range: 'lines=10-19' }, whole],
  [{ range: 'x bytes=10-19' }, whole],
  [{ range: 'bytes=10-19x' }, whole],
  [{ range: 'bytes=1 0-19' }, whole],
  [{ range: '' }, whole],
])('a GET with %o of a hundred bytes is %o', (headers, decision) => {
  expect(decideRange('GET', headers, file)).toEqual(decision);
});

test.each<[IncomingHttpHeaders, object]>([
  [{ 'if-match': '"abc"' }, part],
  [{ 'if-match': ' * ' }, part],
  [{ 'if-match': '"x", "abc" ' }, part],
  [{ 'if-match': '"x"' }, nothing(412)],
  [{ 'if-match': 'W/"abc"' }, nothing(412)],
  // A date is not asked beside an ETag.
  [{ 'if-match': '"abc"', 'if-unmodified-since': BEFORE }, part],
  [{ 'if-unmodified-since': MODIFIED }, part],
  [{ 'if-unmodified-since': AFTER }, part],
  [{ 'if-unmodified-since': BEFORE }, nothing(412)],
  [{ 'if-unmodified-since': 'yesterday' }, part],
  [{ 'if-none-match': '"abc"' }, nothing(304)],
  [{ 'if-none-match': 'W/"abc"' }, nothing(304)],
  [{ 'if-none-match': '"x"' }, part],
  [{ 'if-none-match': '"x"', 'if-modified-since': AFTER }, part],
  [{ 'if-modified-since': MODIFIED }, nothing(304)],
  [{ 'if-modified-since': AFTER }, nothing(304)],
  [{ 'if-modified-since': BEFORE }, part],
  [{ 'if-modified-since': 'yesterday' }, part],
  [{ 'if-match': '"x"', 'if-none-match': '"abc"' }, nothing(412)],
  [{ 'if-range': '"abc"' }, part],
  [{ 'if-range': ' "abc" ' }, part],
  [{ 'if-range': 'W/"abc"' }, whole],
  [{ 'if-range': '"x"' }, whole],
  [{ 'if-range': MODIFIED }, part],
  [{ 'if-range': ` ${MODIFIED} ` }, part],
  [{ 'if-range': BEFORE }, whole],
  [{ 'if-range': AFTER }, whole],
  [{ 'if-range': 'yesterday' }, whole],
  [{ 'if-range': ['"abc"'] }, whole],
])('a part on the condition %o is %o', (headers, decision) => {
  expect(decideRange('GET', { ...RANGE, ...headers }, file)).toEqual(decision);
});

test('a range is of a GET only, and an empty file has none', () => {
  expect(decideRange('HEAD', RANGE, file)).toEqual(whole);
  const empty = { ...file, sizeBytes: 0 };
  expect(decideRange('GET', {}, empty)).toEqual({ status: 200, start: 0, end: -1 });
  for (const range of ['bytes=0-', 'bytes=-5']) expect(decideRange('GET', { range }, empty)).toEqual(nothing(416));
});
