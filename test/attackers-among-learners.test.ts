// @module-tag both
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '#server/clock.ts';
import { API_PREFIX } from '#contract/api.ts';
import { call } from './call.ts';
import { aCourse, aHolder, aLecture, anAdmin, aSubscriber, aUser, type Person } from './factories.ts';
import { startApp, type TestApp } from './start-app.ts';

/** What a learner tries with what they did not do, and with texts that mean more than letters. */

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await anAdmin(app);
});
afterAll(() => app.close());

const read = (url: string, { headers }: Person) => app.http.inject({ url: `${API_PREFIX}${url}`, headers });

test('nobody watches faster than time goes, whatever their player reports', async () => {
  const courseId = await aCourse(app);
  const lectureId = await aLecture(app, { courseId, durationMs: HOUR_MS });
  const learner = await aHolder(app, courseId);
  const report = (more: object) =>
    call(app, 'POST', `/lectures/${lectureId}/progress`, {
      token: learner.token,
      body: { positionMs: 0, ranges: [], rate: 1, seq: 1, sessionId: 'player', ...more },
    });
  await report({});
  const whole: [number, number] = [0, HOUR_MS];
  const forged = [
    { ranges: [whole] },
    { ranges: [whole], rate: 1000 },
    { ranges: Array.from({ length: 60 }, (_, minute) => [minute * 60_000, minute * 60_000 + 60_000]) },
    { ranges: [whole], seq: Number.MAX_SAFE_INTEGER },
    { ranges: [[-HOUR_MS, HOUR_MS]] },
    { ranges: [whole], sessionId: 'another' },
  ];
  for (const [index, more] of forged.entries()) await report({ seq: index + 2, ...more });
  const row = await app.database.db
    .selectFrom('lecture_progress')
    .select(['watched_ms', 'done_at'])
    .where('user_id', '=', learner.id)
    .executeTakeFirst();
  expect(row?.watched_ms ?? 0).toBeLessThan(HOUR_MS / 20);
  expect(row?.done_at ?? null).toBeNull();
});

test('no export has a cell that a spreadsheet runs', async () => {
  const formulas = ['=HYPERLINK("https://evil.example")', '+1+1', '-1+1', '@SUM(1)', '|calc', '\u00a0=1+1', '＝1+1'];
  for (const fullName of formulas) await aSubscriber(app, { fullName });
  await aCourse(app, { title: '=cmd|calc', category: '@x', createdBy: '+y' });
  for (const url of ['/admin/people/export', '/admin/payments/export', '/admin/courses/export']) {
    const { statusCode, body } = await read(url, admin);
    expect([url, statusCode]).toEqual([url, 200]);
    const cells = [...body.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell);
    expect(cells.length).toBeGreaterThan(10);
    expect(cells.filter((cell) => /^\s*[=+\-@|\t\r＝＋－＠]/.test(cell))).toEqual([]);
    expect(cells.some((cell) => cell.includes("'="))).toBe(true);
  }
});

test('no name of a file leads out of its folder, however it is written', async () => {
  const ups = ['../', '..%2f', '%2e%2e%2f', '%2e%2e/', '..%5c', '..%252f', '%c0%ae%c0%ae/', '..;/', '/./../'];
  const places = ['/files/', '/media/x/', '/assets/', '/school-exports/x/', '/podcast/x/', '/calendar/x/', '/'];
  for (const place of places)
    for (const up of ups)
      for (const target of ['lectern.db', 'etc/passwd', 'package.json']) {
        const url = `${place}${up.repeat(6)}${target}`;
        const { statusCode, body } = await app.http.inject({ url });
        expect([url, statusCode >= 400 && statusCode < 500]).toEqual([url, true]);
        expect(body).not.toMatch(/SQLite format|root:|"dependencies"/);
      }
});

test('names of accounts with keys of objects change no rights', async () => {
  const person = await aUser(app);
  const payload =
    '{"fullName":"Ravi","__proto__":{"role":"ADMIN"},"constructor":{"prototype":{"role":"ADMIN"}},"role":"ADMIN"}';
  const headers = { ...person.headers, 'content-type': 'application/json' };
  await app.http.inject({ method: 'PUT', url: `${API_PREFIX}/user/update`, payload, headers });
  expect((await read('/user/me', person)).body).toContain('"role":"USER"');
  expect(Object.hasOwn(Object.prototype, 'role')).toBe(false);
});
