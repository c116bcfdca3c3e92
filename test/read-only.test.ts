// @module-tag both
import { MINUTE_MS } from '#server/clock.ts';
import { API_PREFIX } from '#contract/api.ts';
import { everyEndpoint } from '#test/endpoints.ts';
import { expect, onTestFinished, test } from 'vitest';
import { setReadOnly } from '#server/database/read-only.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, aSubscriber, aUser, type Person } from '#test/factories.ts';
import { mediaPaths, publishLecture } from '#test/publish.ts';
import { login, MEERA, mediaPart, register, tokenOf } from '#test/sign-up.ts';
import { type Overrides, startApp, type TestApp } from '#test/start-app.ts';

const SENTENCE = 'This school is being moved. You can keep watching; please try this again in a few minutes.';

/** A school with a lecture, which can be changed again after the test, because others use its database. */
const openSchool = async (overrides: Overrides = {}) => {
  const app = await startApp(overrides);
  onTestFinished(() => setReadOnly(app.database, false).then(app.close));
  const admin = await anAdmin(app);
  const courseId = await aCourse(app);
  const lectureId = await publishLecture(app, { admin, courseId });
  return { app, admin, courseId, lectureId, learner: await aSubscriber(app) };
};

const play = async (app: TestApp, person: Person, courseId: string): Promise<number> => {
  const [path = ''] = await mediaPaths(app, person, courseId);
  return (await app.http.inject({ url: path, headers: { range: 'bytes=0-9' } })).statusCode;
};

test('in a read-only school people watch, log in and log out', async () => {
  const { app, courseId, learner } = await openSchool({ RATE_LIMIT: 'on' });
  await register(app);
  expect(await play(app, learner, courseId)).toBe(206);
  await setReadOnly(app.database, true);
  // Playback continues, is recorded, and starts again after a pause and on another device.
  for (const minutes of [0.3, 0.3, 5, 70]) {
    app.clock.advance(minutes * MINUTE_MS);
    expect(await play(app, learner, courseId)).toBe(206);
  }
  expect((await call(app, 'POST', '/playback/session', { token: learner.token })).status).toBe(200);

  expect((await login(app, MEERA.email, 'not the password')).status).toBe(401);
  const token = tokenOf(await login(app));
  expect((await call(app, 'GET', '/user/me', { token })).status).toBe(200);
  expect((await call(app, 'GET', '/user/logout', { token })).status).toBe(200);
  expect((await call(app, 'GET', '/user/me', { token })).status).toBe(401);
});

test('in a read-only school everything can be read', async () => {
  const { app, admin, courseId, lectureId, learner } = await openSchool();
  await app.listen();
  await setReadOnly(app.database, true);
  const names: Record<string, string> = { courseId, lectureId, userId: learner.id };
  for (const { name, endpoint } of everyEndpoint())
    if (endpoint.method === 'GET' && name !== 'accounts.logout')
      for (const { headers } of [learner, admin]) {
        const path = endpoint.path.replaceAll(/:(\w+)/g, (_, parameter: string) => names[parameter] ?? 'unknown1');
        const { statusCode } = await app.http.inject({ url: `${API_PREFIX}${path}`, headers });
        expect([name, statusCode < 500]).toEqual([name, true]);
      }
});

test('everything else is refused with a sentence, in each process, until that ends', async () => {
  const { app, admin, courseId, lectureId, learner } = await openSchool();
  const [visitor, other] = [await aUser(app), await app.another()];
  onTestFinished(other.close);
  const contact = { name: 'Ravi', email: 'ravi@home.example', message: 'Is it in Hindi?' };
  const beat = { positionMs: 1000, ranges: [[0, 1000]], rate: 1, seq: 1, sessionId: 'phone' };
  const avatar = await mediaPart('avatar.png');
  const tus = { 'tus-resumable': '1.0.0', 'upload-length': '9', 'upload-metadata': `courseId ${btoa(courseId)}` };
  const changes = (on: TestApp) => [
    register(on),
    call(on, 'POST', '/contact', { body: contact }),
    call(on, 'POST', `/lectures/${lectureId}/progress`, { token: learner.token, body: beat }),
    call(on, 'POST', '/payments/subscribe', { token: visitor.token, body: {} }),
    call(on, 'POST', '/payments/unsubscribe', { token: learner.token }),
    call(on, 'PUT', '/user/update', { token: learner.token, parts: { fullName: 'Meera Das', avatar } }),
    call(on, 'DELETE', `/courses/${courseId}`, { token: admin.token }),
    call(on, 'POST', '/uploads', { token: admin.token, headers: tus }),
  ];
  await setReadOnly(app.database, true);
  for (const on of [app, other])
    for (const { status, headers, body } of await Promise.all(changes(on)))
      expect([status, headers['retry-after'], body]).toEqual([
        503,
        '30',
        { success: false, code: 'read_only', message: SENTENCE },
      ]);
  await setReadOnly(app.database, false);
  for (const on of [app, other]) expect((await call(on, 'POST', '/contact', { body: contact })).status).toBe(200);
});

test('a read-only school can be started again, and its jobs wait without a word', async () => {
  const { app, courseId, learner } = await openSchool();
  await setReadOnly(app.database, true);
  await setReadOnly(app.database, true);
  const again = await app.another({ LOG_LEVEL: 'warn' });
  onTestFinished(again.close);
  await again.listen();
  await again.begin();
  expect(await play(again, learner, courseId)).toBe(206);
  await again.jobs.stop();
  expect(again.logLines()).toEqual([]);
  await setReadOnly(app.database, false);
  expect(await app.jobs.runDue()).toBeGreaterThan(0);
});
