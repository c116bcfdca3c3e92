import { expect, test } from 'vitest';
import { HOUR_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, aSubscriber, aUser } from '#test/factories.ts';
import { mediaPaths, publishLecture } from '#test/publish.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { isSignedWith, mediaExpiry, mintMediaToken, parseMediaToken } from './media-token.ts';

const TEN_SECONDS_MS = 10_000;
/** How long an address works after access has ended, at most, as the documentation says. */
const DOCUMENTED_MS = 5000;
const KEY_PERIOD_MS = 30 * 24 * HOUR_MS;

/** A school with one lecture, and a person who may watch it. */
const openSchool = async (overrides: Record<string, string> = {}) => {
  const app = await startApp(overrides);
  const admin = await anAdmin(app);
  const courseId = await aCourse(app);
  const lectureId = await publishLecture(app, { admin, courseId });
  const subscriber = await aSubscriber(app);
  const [path = ''] = await mediaPaths(app, subscriber, courseId);
  return { app, admin, courseId, lectureId, subscriber, path, [Symbol.asyncDispose]: app.close };
};

const get = ({ http }: TestApp, url: string, headers: Record<string, string> = { range: 'bytes=0-9' }) =>
  http.inject({ url, headers });

const EXPIRED = 'This link has expired. Open the lecture again.';

const expectRefused = async (app: TestApp, path: string, message = EXPIRED): Promise<void> => {
  const response = await get(app, path);
  expect([response.statusCode, response.json()], path).toEqual([
    403,
    { success: false, code: 'media_refused', message },
  ]);
};

test('only the issued token is accepted, and all others are refused alike', { tags: ['VID-20'] }, async () => {
  await using school = await openSchool();
  const { app, path, subscriber, lectureId } = school;
  const [, , token = '', file = ''] = path.split('/');
  const parts = token.split('.');
  const changed = (index: number, value: string): string => `/media/${parts.with(index, value).join('.')}/${file}`;
  const other = await aUser(app);
  expect((await get(app, path)).statusCode).toBe(206);
  for (const bad of [
    `/media/x/${file}`,
    `/media/${token}x/${file}`,
    `/media/${token.slice(0, -1)}/${file}`,
    `/media/${token}/other.mp4`,
    changed(0, '00000000'),
    changed(1, 'zzzz'),
    changed(2, other.id),
    changed(3, subscriber.id),
    changed(4, '2'),
    changed(5, '1'),
    changed(6, 'A'.repeat(43)),
    `/media/${lectureId}/${file}`,
  ])
    await expectRefused(app, bad);
});

test('an address expires at its hour', { tags: ['VID-20'] }, async () => {
  await using school = await openSchool();
  const { app, path } = school;
  app.clock.advance(5 * HOUR_MS);
  expect((await get(app, path)).statusCode).toBe(206);
  app.clock.advance(2 * HOUR_MS);
  await expectRefused(app, path);
});

test('an address stays the same for a while', async () => {
  await using school = await openSchool();
  const { app, path, subscriber, courseId } = school;
  app.clock.advance(60_000);
  expect(await mediaPaths(app, subscriber, courseId)).toEqual([path]);
  expect(mediaExpiry(HOUR_MS)).toBe(7 * HOUR_MS);
  expect(mediaExpiry(HOUR_MS + 1)).toBe(8 * HOUR_MS);
});

test(
  'nothing is sent ten seconds after the year, the media epoch or the account has ended',
  { tags: ['VID-22', 'RZP-7.22', 'RZP-10.15'] },
  async () => {
    await using school = await openSchool();
    const { app, subscriber, courseId, path } = school;
    const { db } = app.database;
    const withAddress = async () => {
      const person = await aSubscriber(app);
      const [path = ''] = await mediaPaths(app, person, courseId);
      expect((await get(app, path)).statusCode).toBe(206);
      return { person, path };
    };
    const [loggedOut, gone] = [await withAddress(), await withAddress()];
    await db.updateTable('users').set({ media_epoch: 1 }).where('id', '=', loggedOut.person.id).execute();
    await db.updateTable('users').set({ deleted_at: 1 }).where('id', '=', gone.person.id).execute();
    app.clock.advance(TEN_SECONDS_MS);
    for (const { path } of [loggedOut, gone]) await expectRefused(app, path);

    await db
      .updateTable('payments')
      .set({ access_until: app.clock.now() + HOUR_MS })
      .where('user_id', '=', subscriber.id)
      .execute();
    app.clock.advance(HOUR_MS - 1);
    expect((await get(app, path)).statusCode).toBe(206);
    app.clock.advance(DOCUMENTED_MS);
    await expectRefused(app, path, 'Subscribe to watch the lectures in this course');
  },
);

test.each(['lecture', 'course'])(
  'nothing is sent ten seconds after the %s was deleted',
  { tags: ['VID-22'] },
  async (what) => {
    await using school = await openSchool();
    const { app, admin, courseId, lectureId, path } = school;
    expect((await get(app, path)).statusCode).toBe(206);
    const target = what === 'course' ? `/courses/${courseId}` : `/courses/${courseId}/lecture/${lectureId}`;
    await call(app, 'DELETE', target, { token: admin.token });
    app.clock.advance(TEN_SECONDS_MS);
    await expectRefused(app, path);
  },
);

test('the token appears in no log line, and the browser sends it to no other site', { tags: ['VID-24'] }, async () => {
  await using school = await openSchool({ LOG_LEVEL: 'trace' });
  const { app, path } = school;
  const response = await get(app, path);
  await get(app, `${path}/more`);
  expect(response.headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, max-age=3600, no-transform',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-site',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'content-type': 'video/mp4',
  });
  expect(app.logLines().join('')).not.toContain(path.split('.').at(-2));
});

test('configured other origins may play', { tags: ['VID-24'] }, async () => {
  await using school = await openSchool({ CORS_ORIGINS: 'https://front.example' });
  const { app, path } = school;
  const { headers } = await get(app, path, { origin: 'https://front.example' });
  expect(headers).toMatchObject({
    'access-control-allow-origin': 'https://front.example',
    'cross-origin-resource-policy': 'cross-origin',
  });
});

test('no path leads outside the folders, lists one, or is read twice', { tags: ['VID-26'] }, async () => {
  await using school = await openSchool();
  const { app, path } = school;
  const token = path.split('/')[2] ?? '';
  for (const url of [
    `/media/${token}/..%2f..%2flectern.db`,
    `/media/${token}/%00.mp4`,
    `/media/${token}/video.mp4%2f..`,
    '/media/..%2f..%2fetc/passwd',
    '/files/avatars/..%2f..%2flectern.db',
    '/files/avatars/%00.webp',
    '/files/..%2farriving/x.webp',
    '/files/videos/one.mp4',
    '/files/%2e%2e/lectern.db',
    '/files/avatars/x.svg',
    '/files/avatars/%252e%252e%252flectern.db',
    '/files/',
    '/files/avatars',
    '/files/avatars/',
    '/.git/config',
    '/.env',
    '/files/.git/config',
  ]) {
    const { statusCode, headers } = await get(app, url);
    expect(statusCode, url).toBeGreaterThanOrEqual(400);
    expect(statusCode, url).toBeLessThan(500);
    expect(headers['content-type'], url).toContain('application/json');
  }
});

const keyIdOf = (path: string): string => path.split('/')[2]?.split('.')[0] ?? '';

/** A lecture and its address, one second before a new key begins to sign. */
const openBeforeNewKey = async (prepare: (app: TestApp) => Promise<unknown> = async () => undefined) => {
  const app = await startApp();
  app.clock.advance(KEY_PERIOD_MS - (app.clock.now() % KEY_PERIOD_MS) - 1000);
  await prepare(app);
  const admin = await anAdmin(app);
  const courseId = await aCourse(app);
  await publishLecture(app, { admin, courseId });
  const address = async (): Promise<string> => (await mediaPaths(app, admin, courseId))[0] ?? '';
  return { app, address, [Symbol.asyncDispose]: app.close };
};

test('after thirty days a new key signs, and addresses of the old one still work', { tags: ['VID-28'] }, async () => {
  await using school = await openBeforeNewKey();
  const { app, address } = school;
  const before = await address();
  app.clock.advance(1000);
  const after = await address();
  expect(keyIdOf(after)).not.toBe(keyIdOf(before));
  for (const path of [before, after]) expect((await get(app, path)).statusCode).toBe(206);
});

test('a key that an earlier version stored signs until it is thirty days old', { tags: ['VID-28'] }, async () => {
  const stored = { id: '0123abcd', secret: 'a stored secret', purpose: 'media', retired_at: null };
  await using school = await openBeforeNewKey(({ database, clock }) =>
    database.db
      .insertInto('signing_keys')
      .values({ ...stored, created_at: clock.now() - KEY_PERIOD_MS + 120_000 })
      .execute(),
  );
  const { app, address } = school;
  const before = await address();
  expect(keyIdOf(before)).toBe('0123abcd');
  app.clock.advance(120_000);
  const after = await address();
  expect(keyIdOf(after)).not.toBe('0123abcd');
  for (const path of [before, after]) expect((await get(app, path)).statusCode).toBe(206);
});

test('processes with one secret accept the addresses of each other', { tags: ['VID-28'] }, async () => {
  await using first = await startApp();
  const courseId = await aCourse(first);
  const admin = await anAdmin(first);
  await publishLecture(first, { admin, courseId });
  await using second = await first.another();
  const [[one = ''], [two = '']] = await Promise.all([
    mediaPaths(first, admin, courseId),
    mediaPaths(second, admin, courseId),
  ]);
  expect(one).toBe(two);
  expect((await get(second, one)).statusCode).toBe(206);
  await using stranger = await first.another({ SECRET_KEY: 'another secret of thirty-two characters' });
  await expectRefused(stranger, one);
});

test('a token with any changed bit is rejected', () => {
  const key = { id: '0123abcd', secret: 'one' };
  const grant = {
    userId: 'u1',
    lectureId: 'l1',
    videoVersion: 40,
    mediaEpoch: 7,
    sessionId: 's1',
    expiresAtMs: 500_000 * HOUR_MS,
  };
  const parsed = parseMediaToken(mintMediaToken(grant, key));
  expect(parsed?.grant).toEqual(grant);
  expect(parsed && isSignedWith(parsed, key)).toBe(true);
  expect(parsed && isSignedWith(parsed, { ...key, secret: 'two' })).toBe(false);
});
