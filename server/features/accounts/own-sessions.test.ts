// @module-tag both
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { newSecret, secretDigest } from '#server/ids.ts';
import { call } from '#test/call.ts';
import { aCourse, aSubscriber, aUser, anAdmin } from '#test/factories.ts';
import { mediaPaths, publishLecture } from '#test/publish.ts';
import { login, MEERA, signUp, tokenOf } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { sweepAccountsJob } from './accounts.ts';

const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
const Listed = z.object({ sessions: z.array(z.object({ _id: z.string(), isCurrent: z.boolean() }).loose()) });

const listed = async (app: TestApp, token: string) =>
  Listed.parse((await call(app, 'GET', '/user/sessions', { token })).body).sessions;

const status = async (app: TestApp, token: string): Promise<number> =>
  (await call(app, 'GET', '/user/me', { token })).status;

const end = (app: TestApp, token: string, sessionId: string | undefined) =>
  call(app, 'DELETE', `/user/sessions/${sessionId}`, { token });

/** A further session of someone without a password. */
const signInAgain = async ({ database, clock }: TestApp, userId: string): Promise<string> => {
  const token = newSecret();
  const now = clock.now();
  const session = { token_hash: secretDigest(token), user_id: userId, created_at: now, last_used_at: now };
  await database.db
    .insertInto('sessions')
    .values({ ...session, expires_at: now + DAY_MS })
    .execute();
  return token;
};

/** Allows notices in the browser of a session. */
const allowNotices = async ({ database }: TestApp, userId: string, name: string): Promise<void> => {
  const newest = database.db.selectFrom('sessions').select('token_hash').where('user_id', '=', userId);
  const { token_hash: sessionHash } = await newest.orderBy('created_at', 'desc').executeTakeFirstOrThrow();
  const keys = { p256dh: 'key', auth: 'secret', created_at: 0, session_hash: sessionHash };
  await database.db
    .insertInto('push_subscriptions')
    .values({ id: name, user_id: userId, endpoint: `https://push.example/${name}`, name, ...keys })
    .execute();
};

it('a user sees each device with its browser, its network and its last use', async () => {
  await using app = await startApp();
  const first = await signUp(app);
  app.clock.advance(2 * HOUR_MS);
  const { body } = await call(app, 'POST', '/user/login', {
    body: { email: MEERA.email, password: MEERA.password },
    headers: { 'user-agent': ANDROID },
    from: '203.0.113.20',
  });
  const second = z.string().parse(body['token']);
  await aUser(app);
  expect(await listed(app, second)).toEqual([
    {
      _id: expect.stringMatching(/^[\w-]{22}$/),
      isCurrent: true,
      name: 'Chrome on Android',
      device: 'Android',
      browser: 'Chrome',
      network: '203.0.113.20',
      createdAt: '2026-06-15T06:30:00.000Z',
      lastUsedAt: '2026-06-15T06:30:00.000Z',
      endsAt: '2026-07-15T06:30:00.000Z',
    },
    expect.objectContaining({ isCurrent: false, createdAt: '2026-06-15T04:30:00.000Z' }),
  ]);
  expect((await listed(app, first)).map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
  expect(await call(app, 'GET', '/user/sessions')).toMatchObject({ status: 401 });
});

it('ends one device in every process, once, and nobody else’s', async () => {
  await using app = await startApp();
  await using other = await app.another();
  const [first, stranger] = [await signUp(app), await aUser(app)];
  const second = tokenOf(await login(app));
  const target = (await listed(app, first)).find(({ isCurrent }) => !isCurrent)?._id;
  expect(await end(app, stranger.token, target)).toMatchObject({ status: 404, body: { code: 'session_not_found' } });
  expect(await end(app, first, target)).toMatchObject({
    status: 200,
    body: { success: true, message: 'Logged out on that device' },
  });
  expect(await status(other, second)).toBe(401);
  expect(await status(app, first)).toBe(200);
  expect(await end(app, first, target)).toMatchObject({ status: 404 });
});

it('ends all others, and stays', async () => {
  await using app = await startApp();
  const [first, stranger] = [await signUp(app), await aUser(app)];
  const others = [tokenOf(await login(app)), tokenOf(await login(app))];
  expect(await call(app, 'DELETE', '/user/sessions', { token: first })).toMatchObject({ status: 200 });
  for (const token of others) expect(await status(app, token)).toBe(401);
  expect(await listed(app, first)).toHaveLength(1);
  expect(await status(app, stranger.token)).toBe(200);
});

it('the media addresses of a device and its notices end with it, and those of others stay', async () => {
  const app = await startApp();
  onTestFinished(() => app.close());
  const courseId = await aCourse(app);
  await publishLecture(app, { admin: await anAdmin(app), courseId });
  const learner = await aSubscriber(app);
  const play = async (path: string) =>
    (await app.http.inject({ url: path, headers: { range: 'bytes=0-9' } })).statusCode;
  const [own = ''] = await mediaPaths(app, learner, courseId);
  await allowNotices(app, learner.id, 'Firefox on Windows');
  app.clock.advance(HOUR_MS);
  const stolen = await signInAgain(app, learner.id);
  const [taken = ''] = await mediaPaths(app, { ...learner, token: stolen }, courseId);
  await allowNotices(app, learner.id, 'Chrome on Android');
  expect([await play(own), await play(taken)]).toEqual([206, 206]);

  const target = (await listed(app, learner.token)).find(({ isCurrent }) => !isCurrent)?._id;
  expect(await end(app, learner.token, target)).toMatchObject({ status: 200 });
  app.clock.advance(5000);
  expect([await play(own), await play(taken)]).toEqual([206, 403]);
  app.clock.advance(2 * HOUR_MS);
  expect(await play(taken)).toBe(403);
  const left = await app.database.db.selectFrom('push_subscriptions').select('name').execute();
  expect(left).toEqual([{ name: 'Firefox on Windows' }]);
});

it('they end with the time of the session too, at the hourly sweep', async () => {
  const app = await startApp();
  onTestFinished(() => app.close());
  const courseId = await aCourse(app);
  await publishLecture(app, { admin: await anAdmin(app), courseId });
  const learner = await aSubscriber(app);
  const token = await signInAgain(app, learner.id);
  // It was used every day, and is 90 days old in a minute.
  const began = app.clock.now() - 90 * DAY_MS + MINUTE_MS;
  await app.database.db
    .updateTable('sessions')
    .set({ created_at: began, expires_at: began + 90 * DAY_MS })
    .where('token_hash', '=', secretDigest(token))
    .execute();
  await app.database.db
    .insertInto('push_subscriptions')
    .values({
      id: 'phone',
      user_id: learner.id,
      endpoint: 'https://push.example/phone',
      name: 'Chrome on Android',
      p256dh: 'key',
      auth: 'secret',
      created_at: 0,
      session_hash: secretDigest(token),
    })
    .execute();
  const [path = ''] = await mediaPaths(app, { ...learner, token }, courseId);
  const play = async () => (await app.http.inject({ url: path, headers: { range: 'bytes=0-9' } })).statusCode;
  expect(await play()).toBe(206);
  app.clock.advance(MINUTE_MS);
  expect(await status(app, token)).toBe(401);
  await app.jobs.enqueue(app.database.db, sweepAccountsJob, {});
  await app.jobs.runDue();
  app.clock.advance(5000);
  expect(await play()).toBe(403);
  expect(await app.database.db.selectFrom('push_subscriptions').select('id').execute()).toEqual([]);
});
