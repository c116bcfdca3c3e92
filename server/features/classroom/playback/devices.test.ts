import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { newSecret, secretDigest } from '#server/ids.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, aSubscriber, type Person } from '#test/factories.ts';
import { mediaPaths, publishLecture } from '#test/publish.ts';
import { startApp, type Overrides, type TestApp } from '#test/start-app.ts';

const openSchool = async (overrides: Overrides = {}) => {
  const app = await startApp(overrides);
  onTestFinished(() => app.close());
  const courseId = await aCourse(app);
  await publishLecture(app, { admin: await anAdmin(app), courseId });
  return { app, courseId, learner: await aSubscriber(app) };
};

/** A further sign-in of the same person, on another device. */
const signInAgain = async ({ database, clock }: TestApp, person: Person): Promise<Person> => {
  const token = newSecret();
  const now = clock.now();
  const session = { token_hash: secretDigest(token), user_id: person.id, created_at: now, last_used_at: now };
  await database.db
    .insertInto('sessions')
    .values({ ...session, expires_at: now + DAY_MS })
    .execute();
  return { ...person, token, headers: { authorization: `Bearer ${token}` } };
};

test('with one device at once the first one stops as soon as another plays', async () => {
  const { app, courseId, learner } = await openSchool();
  const limits = { ...(await app.settings.limits()), devices: 1 };
  await app.database.transaction((tx) => app.settings.change(tx, 'limits', limits));
  const play = async (path: string) => app.http.inject({ url: path, headers: { range: 'bytes=0-9' } });
  const [first = ''] = await mediaPaths(app, learner, courseId);
  expect((await play(first)).statusCode).toBe(206);
  app.clock.advance(1000);
  const [second = ''] = await mediaPaths(app, await signInAgain(app, learner), courseId);
  expect((await play(second)).statusCode).toBe(206);
  app.clock.advance(5000);
  expect((await play(first)).json()).toMatchObject({
    code: 'session_displaced',
    message:
      'You’re already watching on another device. If you watch here, playback stops on the one that started first.',
  });
});

test('of four devices the first one stops with the reason, and stays logged in', { tags: ['VID-25'] }, async () => {
  const { app, courseId, learner } = await openSchool();
  const devices = [learner];
  for (let more = 0; more < 3; more += 1) devices.push(await signInAgain(app, learner));
  const paths: string[] = [];
  const play = async (index: number) => {
    const response = await app.http.inject({ url: paths[index] ?? '', headers: { range: 'bytes=0-9' } });
    return response.statusCode === 206 ? 'plays' : response.json<{ code: string }>().code;
  };
  const playAll = async () => {
    app.clock.advance(5000);
    return Promise.all(devices.map((_device, index) => play(index)));
  };
  for (const [index, device] of devices.entries()) {
    paths.push((await mediaPaths(app, device, courseId))[0] ?? '');
    app.clock.advance(1000);
    expect(await play(index)).toBe('plays');
  }
  expect(new Set(paths).size).toBe(4);
  expect(await playAll()).toEqual(['session_displaced', 'plays', 'plays', 'plays']);
  const refused = await app.http.inject({ url: paths[0] ?? '' });
  expect(refused.json()).toMatchObject({ message: expect.stringContaining('three other devices') });
  expect((await call(app, 'GET', `/courses/${courseId}`, { token: learner.token })).status).toBe(200);

  expect((await call(app, 'POST', '/playback/session', { token: learner.token })).status).toBe(200);
  expect(await playAll()).toEqual(['plays', 'session_displaced', 'plays', 'plays']);

  // A device that is silent for a minute no longer counts.
  for (let minutes = 0; minutes < 5; minutes += 1) {
    app.clock.advance(20_000);
    for (const index of [0, 2]) expect(await play(index)).toBe('plays');
  }
  expect(await play(1)).toBe('plays');
  expect([await play(0), await play(2)]).toEqual(['plays', 'plays']);
});

test('a fourth device that starts at the same moment as others is also limited', async () => {
  const { app, courseId, learner } = await openSchool();
  const devices = [learner, ...(await Promise.all([1, 2, 3, 4].map(() => signInAgain(app, learner))))];
  const paths = await Promise.all(devices.map(async (device) => (await mediaPaths(app, device, courseId))[0] ?? ''));
  const play = (url: string) => app.http.inject({ url, headers: { range: 'bytes=0-9' } });
  await Promise.all(paths.map(play));
  app.clock.advance(5000);
  const responses = await Promise.all(paths.map(play));
  expect(responses.filter(({ statusCode }) => statusCode === 206)).toHaveLength(3);
});

const openMany = async (origin: string, path: string, count: number) => {
  const { hostname, port } = new URL(origin);
  const heads: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const socket = connect({ host: hostname, port: Number(port) });
    onTestFinished(() => void socket.destroy());
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    const [chunk] = await once(socket, 'data');
    socket.pause();
    heads.push(String(chunk).slice(9, 12));
  }
  return heads;
};

test('one user loads a bounded number of files at once, unless limits are off', async () => {
  const large = 16 * 1024 * 1024;
  for (const [limit, refused] of [
    ['on', 2],
    ['off', 0],
  ] as const) {
    const { app, courseId, learner } = await openSchool({ RATE_LIMIT: limit });
    const [path = ''] = await mediaPaths(app, learner, courseId);
    const { db } = app.database;
    const row = await db.selectFrom('media_files').select('key').where('name', '=', 'video.mp4').executeTakeFirst();
    const { truncate } = await import('node:fs/promises');
    await truncate(`${app.config.dataDir}/files/${row?.key ?? ''}`, large);
    const heads = await openMany(await app.listen(), path, 14);
    expect(heads.filter((status) => status === '429')).toHaveLength(refused);
  }
});

test('with MEDIA_OFFLOAD=x-accel Lectern checks access and nginx sends the bytes', async () => {
  const { app, courseId, learner } = await openSchool({ MEDIA_OFFLOAD: 'x-accel' });
  const [path = ''] = await mediaPaths(app, learner, courseId);
  const response = await app.http.inject({ url: path, headers: { range: 'bytes=0-9' } });
  expect(response.statusCode).toBe(200);
  expect(response.rawPayload).toHaveLength(0);
  expect(response.headers).toMatchObject({
    'x-accel-redirect': expect.stringMatching(/^\/_protected\/videos\/[\w-]+\.mp4$/),
    'content-type': 'video/mp4',
    'cache-control': 'private, max-age=3600, no-transform',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  });
  // That server is another user: what the umask lets others read, it may.
  const modeOf = async (name: string): Promise<number> => (await stat(join(app.config.dataDir, name))).mode;
  await writeFile(join(app.config.dataDir, 'plain'), '');
  const key = String(response.headers['x-accel-redirect']).replace('/_protected/', 'files/');
  expect(await modeOf(key)).toBe(await modeOf('plain'));
  expect((await app.http.inject({ url: path.replace(/\.[\w-]{43}\//, `.${'A'.repeat(43)}/`) })).statusCode).toBe(403);
});
