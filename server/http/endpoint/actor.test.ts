import { expect, test } from 'vitest';
import { bearerToken } from './actor.ts';

test.each([
  ['Bearer abc_-9', 'abc_-9'],
  ['bearer   abc', 'abc'],
  [`Bearer ${'x'.repeat(200)}`, 'x'.repeat(200)],
  [`Bearer ${'x'.repeat(201)}`, undefined],
  ['Bearer', undefined],
  ['Bearer ', undefined],
  ['Bearerabc', undefined],
  ['xBearer abc', undefined],
  ['Bearer abc def', undefined],
  ['Bearer a.b', undefined],
  ['Basic abc', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s carries %s', (header, token) => {
  expect(bearerToken(header)).toBe(token);
});
