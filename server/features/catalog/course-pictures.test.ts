import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { schoolData } from '#server/school-data.ts';
import { call } from '#test/call.ts';
import { anAdmin } from '#test/factories.ts';
import { COURSE, publishCourse } from '#test/publish.ts';
import { mediaPart } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const About = z.object({ course: z.object({ thumbnail: z.object({ secure_url: z.string() }) }) });

const withCourse = async (app: TestApp) => {
  const admin = await anAdmin(app);
  const id = await publishCourse(app, admin);
  const about = About.parse((await call(app, 'GET', `/courses/${id}/about`)).body);
  const name = /([0-9a-f]+)\.webp$/.exec(about.course.thumbnail.secure_url)?.[1] ?? '';
  const get = (file: string) => app.http.inject({ url: `/covers/${file}` });
  return { admin, id, name, get };
};

const stored = async (app: TestApp): Promise<string[]> => {
  const names: string[] = await readdir(join(app.config.dataDir, 'files', 'covers')).catch(() => []);
  return names.toSorted();
};

test('a thumbnail is sent in widths and types of a list, each drawn once and then stored', async () => {
  await using app = await startApp();
  const { name, get } = await withCourse(app);
  const [avif, same] = await Promise.all([get(`${name}-320.avif`), get(`${name}-320.avif`)]);
  expect([avif.statusCode, avif.headers['content-type'], avif.headers['cache-control']]).toEqual([
    200,
    'image/avif',
    'public, max-age=31536000, immutable',
  ]);
  expect(await sharp(avif.rawPayload).metadata()).toMatchObject({ width: 320, height: 180, compression: 'av1' });
  expect(same.rawPayload).toEqual(avif.rawPayload);
  // The thumbnail is 640 pixels wide, and no cover is wider than it.
  const webp = await get(`${name}-960.webp`);
  expect(await sharp(webp.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 640, height: 360 });
  expect(await stored(app)).toEqual([`${name}-320.avif`, `${name}-960.webp`]);
});

test.each([
  ['a width that is not in the list', (name: string) => `${name}-321.avif`],
  ['a type that is not in the list', (name: string) => `${name}-320.png`],
  ['a picture of messengers', (name: string) => `${name}-card.jpg`],
  ['a thumbnail that is not there', () => '0123456789abcdef01234567-320.avif'],
  ['a path', () => '..%2F..%2Fx-320.avif'],
])('%s is not found', async (_, fileOf) => {
  await using app = await startApp();
  const { name, get } = await withCourse(app);
  const { statusCode, json } = await get(fileOf(name));
  expect([statusCode, json()]).toMatchObject([404, { success: false }]);
  expect(await stored(app)).toEqual([]);
});

test('covers end with their thumbnail, are no part of a backup, and are never missing', async () => {
  await using app = await startApp();
  const { admin, id, name, get } = await withCourse(app);
  await get(`${name}-320.webp`);
  const key = `covers/${name}-320.webp`;
  const { db } = app.database;
  const owners = schoolData.fileOwners;
  const named = async () =>
    (await Promise.all(owners.map((owner) => owner.keysInUse(db, [key])))).map((keys) => keys.size);
  const listed = (await Promise.all(owners.map((owner) => owner.keysAfter(db, '', 10)))).flat();
  expect([Math.max(...(await named())), listed.filter((other) => other.startsWith('covers/'))]).toEqual([1, []]);
  const parts = { ...COURSE, thumbnail: await mediaPart('avatar.png') };
  expect((await call(app, 'PUT', `/courses/${id}`, { parts, token: admin.token })).status).toBe(200);
  expect(Math.max(...(await named()))).toBe(0);
  app.clock.advance(DAY_MS);
  await app.jobs.runDue();
  expect(await stored(app)).toEqual([]);
});
