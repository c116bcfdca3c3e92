import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cdnAddress } from '#server/features/classroom/playback/cdn-address.ts';
import { aCourse, anAdmin, aSubscriber } from '#test/factories.ts';
import { mediaPaths, publishLecture } from '#test/publish.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { startNginx } from './nginx.ts';
import type { RunningProgram } from './run.ts';

const PORT = 5180;
const CDN = `http://127.0.0.1:${PORT}`;
const KEY = 'a-key-of-a-test-that-is-long-enough';
const RENDITION = 'renditions/lecture-480.mp4';
const stored = randomBytes(3_500_000);

let app: TestApp;
let origin: string;
let nginx: RunningProgram;

beforeAll(async () => {
  app = await startApp({ MEDIA_DELIVERY: 'cdn', MEDIA_CDN_URL: CDN, MEDIA_CDN_KEY: KEY });
  // nginx has the time of this machine.
  app.clock.advance(Date.now() - app.clock.now());
  origin = await app.listen();
  nginx = await startNginx({ cdn: { port: PORT, key: KEY, originPort: Number(new URL(origin).port) } });
});
afterAll(async () => {
  await nginx.stop();
  await app.close();
});

const settings = { origin: CDN, key: KEY };
const inMinutes = (minutes: number): number => Date.now() + minutes * 60_000;

const get = async (address: string, headers: Record<string, string> = {}) => {
  const response = await fetch(address, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
};

const addRendition = async (): Promise<void> => {
  const courseId = await aCourse(app);
  const lectureId = await publishLecture(app, { admin: await anAdmin(app), courseId });
  await mkdir(path.join(app.config.dataDir, 'files/renditions'), { recursive: true });
  await writeFile(path.join(app.config.dataDir, 'files', RENDITION), stored);
  const row = { lecture_id: lectureId, version: 1, name: '480.mp4', key: RENDITION, content_type: 'video/mp4' };
  await app.database.db
    .insertInto('media_files')
    .values({ ...row, facts: null, served_until: null })
    .execute();
};

test('an address of Lectern is redirected to the CDN, which sends the video to pages of other origins', async () => {
  const courseId = await aCourse(app);
  await publishLecture(app, { admin: await anAdmin(app), courseId });
  const [video = ''] = await mediaPaths(app, await aSubscriber(app), courseId);
  const { status, headers, bytes } = await get(`${origin}${video}`);
  expect([status, headers.get('content-type'), bytes.subarray(4, 8).toString()]).toEqual([200, 'video/mp4', 'ftyp']);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('cache-control')).toBe('private, max-age=900, no-transform');
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
});

test('ranges are exact across the cached parts, and a second viewer with another token is served from the cache', async () => {
  await addRendition();
  const first = cdnAddress(settings, RENDITION, inMinutes(15));
  const second = cdnAddress(settings, RENDITION, inMinutes(14));
  expect(first).not.toBe(second);
  for (const [from, to] of [
    [0, 9],
    [1_048_570, 1_048_580],
    [900_000, 3_400_000],
  ] as const) {
    const { status, headers, bytes } = await get(first, { range: `bytes=${from}-${to}` });
    expect([status, headers.get('content-range')]).toEqual([206, `bytes ${from}-${to}/3500000`]);
    expect(bytes.equals(stored.subarray(from, to + 1))).toBe(true);
  }
  const whole = await get(second);
  expect([whole.status, whole.headers.get('x-cache'), whole.bytes.equals(stored)]).toEqual([200, 'HIT', true]);
});

test('an address that expired, was forged, or was signed for another file is refused', async () => {
  const valid = cdnAddress(settings, RENDITION, inMinutes(15));
  const statusOf = async (address: string): Promise<number> => (await get(address)).status;
  expect(await statusOf(valid)).toBe(200);
  expect(await statusOf(cdnAddress(settings, RENDITION, inMinutes(-1)))).toBe(403);
  expect(await statusOf(cdnAddress({ ...settings, key: `${KEY}x` }, RENDITION, inMinutes(15)))).toBe(403);
  expect(await statusOf(valid.replace('lecture-480', 'lecture-720'))).toBe(403);
  expect(await statusOf(valid.replace(/\/\d{10}\./, '/9999999999.'))).toBe(403);
  expect(await statusOf(`${CDN}/${RENDITION}`)).toBe(403);
  expect(await statusOf(`${CDN}/media-origin/${RENDITION}`)).toBe(403);
});

test('a browser may ask for ranges from a page of another origin', async () => {
  const headers = { origin: 'https://school.example', 'access-control-request-headers': 'range' };
  const response = await fetch(cdnAddress(settings, RENDITION, inMinutes(15)), { method: 'OPTIONS', headers });
  expect([response.status, response.headers.get('access-control-allow-headers')]).toEqual([204, 'Range']);
});
