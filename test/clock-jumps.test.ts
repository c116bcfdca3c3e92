import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { useStep } from '#server/features/accounts/factors/factors.queries.ts';
import { call } from './call.ts';
import { aCourse, anAdmin, aSubscriber, aUser } from './factories.ts';
import { login, MEERA, register } from './sign-up.ts';
import { startApp, type TestApp } from './start-app.ts';

const JUMPS = [
  ['an hour', HOUR_MS],
  ['a day', DAY_MS],
  ['400 days', 400 * DAY_MS],
] as const;

const promote = (app: TestApp, token: string, userId: string) =>
  call(app, 'PUT', `/admin/people/${userId}/role`, { token, body: { role: 'ADMIN' } });

test.each(JUMPS)('a confirmation of a clock that was %s ahead counts no more', async (_, ahead) => {
  await using app = await startApp();
  const [learner, another] = [await aUser(app), await aUser(app)];
  const { token } = await anAdmin(app);
  expect((await promote(app, token, learner.id)).status).toBe(200);
  app.clock.advance(-ahead);
  expect(await promote(app, token, another.id)).toMatchObject({ status: 403, body: { code: 'confirmation_needed' } });
});

test.each(JUMPS)('too many attempts under a clock that was %s ahead lock nobody out afterwards', async (_, ahead) => {
  await using app = await startApp({ RATE_LIMIT: 'on' });
  await register(app);
  app.clock.advance(ahead);
  for (let attempt = 0; attempt < 10; attempt += 1) await login(app, MEERA.email, 'not the password', '198.51.100.7');
  expect((await login(app, MEERA.email, MEERA.password, '203.0.113.9')).status).toBe(429);
  app.clock.advance(-ahead);
  expect((await login(app, MEERA.email, MEERA.password, '203.0.113.9')).status).toBe(200);
});

test.each(JUMPS)('a code that was used under a clock that was %s ahead refuses no later one', async (_, ahead) => {
  await using app = await startApp();
  const { id } = await aUser(app);
  const { db } = app.database;
  const key = { user_id: id, sealed_key: 'sealed', confirmed_at: 1, last_step: 0, created_at: 1 };
  await db.insertInto('one_time_keys').values(key).execute();
  const step = Math.floor(app.clock.now() / 30_000);
  const use = (number: number) => useStep(db, id, { sealedKey: 'sealed', step: number, confirmedAt: 1 });
  expect(await use(step + ahead / 30_000)).toBe(true);
  expect(await use(step)).toBe(true);
  expect([await use(step), await use(step - 1)]).toEqual([false, false]);
});

test.each(JUMPS)('access and courses are as before once a clock that was %s ahead is right', async (_, ahead) => {
  await using app = await startApp();
  const courseId = await aCourse(app);
  const subscriber = await aSubscriber(app);
  const isWatching = async (): Promise<number> =>
    (await call(app, 'GET', `/courses/${courseId}`, { token: subscriber.token })).status;
  expect(await isWatching()).toBe(200);
  app.clock.advance(ahead);
  // The session ended, and so did the year.
  expect(await isWatching()).toBe(ahead > 365 * DAY_MS ? 401 : 200);
  app.clock.advance(-ahead - MINUTE_MS);
  expect(await isWatching()).toBe(200);
});
