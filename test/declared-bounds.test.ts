import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { allEndpoints } from '#contract/api.ts';

/** The lists of docs/security.md that a new endpoint must not be missing in. */

const KIB = 1024;
const security = await readFile('docs/security.md', 'utf8');
const section = (title: string): string => security.split(`### ${title}\n`)[1]?.split('\n### ')[0] ?? '';

test('everything that works without a login is in one list, with what ends it', () => {
  const listed = [...section('What works without a login').matchAll(/`((?:GET|POST|PUT|DELETE) [^`]+)`/g)]
    .map(([, call]) => call)
    .filter((call) => call !== 'POST /offline/keys');
  const open = allEndpoints()
    .filter(({ access }) => access === 'public')
    .map(({ method, path }) => `${method} ${path}`);
  expect(new Set(listed)).toEqual(new Set(open));
});

test('a body has 256 KiB at most, but those that say more', () => {
  const larger = allEndpoints().flatMap(({ method, path, bodyMaxBytes }) =>
    bodyMaxBytes === undefined ? [] : [[`${method} ${path}`, bodyMaxBytes]],
  );
  expect(larger).toEqual([
    ['POST /courses/:courseId/lectures/:lectureId/quiz/import', 4096 * KIB],
    ['PUT /admin/translations/:language', 4096 * KIB],
    ['PUT /courses/:courseId/translations/:language', 4096 * KIB],
  ]);
  const signed = allEndpoints().flatMap(({ method, path, rawBody }) =>
    rawBody ? [[`${method} ${path}`, rawBody.maxBytes]] : [],
  );
  expect(signed).toEqual([
    ['POST /opt-out/:token', 4 * KIB],
    ['POST /payments/webhook', 256 * KIB],
  ]);
});
