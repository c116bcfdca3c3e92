// @module-tag both
import { expect, it } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, aUser } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { codeAt, fromBase32, stepAt } from './one-time-codes.ts';

const SENTENCE = 'Your school asks for a passkey or an authenticator app. Set one up under Security to continue.';

const require = (app: TestApp, token: string, requiresFactor: string) =>
  call(app, 'PUT', '/admin/settings/login', {
    token,
    body: { provider: 'none', providerName: '', issuer: '', clientId: '', requiresFactor, graceDays: 7 },
  });
const dueAt = async (app: TestApp, token: string) =>
  (await call(app, 'GET', '/user/security', { token })).body['factorDueAt'];
const people = (app: TestApp, token: string) => call(app, 'GET', '/admin/people', { token });

const setUp = async (app: TestApp, token: string): Promise<void> => {
  const { key } = z.object({ key: z.string() }).parse((await call(app, 'POST', '/user/second-step', { token })).body);
  const code = codeAt(fromBase32(key), stepAt(app.clock.now()));
  expect((await call(app, 'PUT', '/user/second-step', { token, body: { code } })).status).toBe(200);
};

it('the last admin has days of grace, and after them a way back in: to set one up', async () => {
  await using app = await startApp();
  const { token, id } = await anAdmin(app);
  expect(await dueAt(app, token)).toBeNull();
  expect((await require(app, token, 'admins')).status).toBe(200);
  expect(await dueAt(app, token)).toBe('2026-06-22T04:30:00.000Z');
  app.clock.advance(7 * DAY_MS - 1);
  expect((await people(app, token)).status).toBe(200);
  app.clock.advance(1);
  expect(await people(app, token)).toMatchObject({ status: 403, body: { code: 'forbidden', message: SENTENCE } });
  expect((await call(app, 'GET', '/user/me', { token })).status).toBe(200);
  await app.database.db
    .updateTable('sessions')
    .set({ confirmed_at: app.clock.now() })
    .where('user_id', '=', id)
    .execute();
  await setUp(app, token);
  expect((await people(app, token)).status).toBe(200);
  expect(await dueAt(app, token)).toBeNull();
});

it('teachers are asked when all of the staff is, and learners never', async () => {
  await using app = await startApp();
  const [admin, teacher, learner] = [await anAdmin(app), await aUser(app), await aUser(app)];
  const courseId = await aCourse(app);
  const added = await call(app, 'POST', `/admin/courses/${courseId}/people`, {
    token: admin.token,
    body: { email: teacher.email, role: 'teacher' },
  });
  expect(added.status).toBeLessThan(300);
  const manage = (token: string) => call(app, 'GET', `/courses/${courseId}/manage`, { token });
  await require(app, admin.token, 'admins');
  expect(await dueAt(app, teacher.token)).toBeNull();
  await require(app, admin.token, 'staff');
  app.clock.advance(7 * DAY_MS);
  expect(await manage(teacher.token)).toMatchObject({ status: 403, body: { message: SENTENCE } });
  expect(await dueAt(app, learner.token)).toBeNull();
  expect((await call(app, 'GET', '/user/me', { token: teacher.token })).status).toBe(200);
});

it('nobody acts as staff without it, whatever the call: they stand as learners', async () => {
  await using app = await startApp({ PUBLIC_URL: 'http://localhost:5000' });
  const [admin, teacher] = [await anAdmin(app), await aUser(app)];
  const courseId = await aCourse(app);
  const added = await call(app, 'POST', `/admin/courses/${courseId}/people`, {
    token: admin.token,
    body: { email: teacher.email, role: 'teacher' },
  });
  expect(added.status).toBeLessThan(300);
  const learner = await aUser(app);
  await require(app, admin.token, 'staff');
  const draft = { title: 'Rain', body: 'Tomorrow', audience: { courseId } };
  const calls = [
    ['GET', '/teach'],
    ['GET', '/teach/questions'],
    ['GET', '/teach/grading'],
    ['GET', '/teach/failed-questions'],
    ['GET', '/teach/rewinds'],
    ['GET', '/teach/certificate-requests'],
    ['GET', '/teach/page'],
    ['GET', '/announcements'],
    ['POST', '/announcements', draft],
    ['POST', '/announcements/audience', draft.audience],
    ['POST', '/announcements/preview', { title: 'Rain', body: 'Tomorrow', courseId }],
    ['GET', `/courses/${courseId}/manage`],
    ['GET', `/courses/${courseId}`],
  ] as const;
  const answersOf = async (token: string): Promise<(string | number)[]> => {
    const answers: (string | number)[] = [];
    for (const [method, path, body] of calls) {
      const { status, body: said } = await call(app, method, path, { token, ...(body && { body }) });
      answers.push(status < 300 ? 'done' : said['message'] === SENTENCE ? 403 : `${path} ${status}`);
    }
    return answers;
  };
  for (const { token } of [admin, teacher]) expect(await answersOf(token)).toEqual(calls.map(() => 'done'));
  app.clock.advance(7 * DAY_MS);
  for (const { token } of [admin, teacher]) expect(await answersOf(token)).toEqual(calls.map(() => 403));
  expect((await call(app, 'GET', '/teach', { token: learner.token })).status).toBe(200);
});
