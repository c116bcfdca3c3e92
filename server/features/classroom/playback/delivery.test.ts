import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished, test } from 'vitest';
import { MINUTE_MS } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { createS3Storage } from '#server/storage/s3.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, aSubscriber } from '#test/factories.ts';
import { JUNE_MORNING_MS } from '#test/fake-clock.ts';
import { s3SettingsOf, startFragileStore, startObjectStore } from '#test/object-store.ts';
import { mediaPaths, publishLecture } from '#test/publish.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { readDeliverySettings } from './delivery-settings.ts';
import { replaceNames } from './delivery.ts';

const KEY = 'a-key-of-a-test-that-is-long-enough';
const CDN = { MEDIA_DELIVERY: 'cdn', MEDIA_CDN_URL: 'https://media.example', MEDIA_CDN_KEY: KEY };
const PLAYLIST = '#EXTM3U\n#EXT-X-MAP:URI="480.mp4",BYTERANGE="800@0"\n#EXTINF:4,\n#EXT-X-BYTERANGE:10@800\n480.mp4\n';

/** A school with one lecture whose addresses one subscriber has, as paths by file name. */
const openSchool = async (overrides: Record<string, string>) => {
  const app = await startApp(overrides);
  onTestFinished(app.close);
  const courseId = await aCourse(app);
  const admin = await anAdmin(app);
  const lectureId = await publishLecture(app, { admin, courseId });
  const attachment = { bytes: Buffer.from('a,b'), name: 'a.csv', type: 'text/csv' };
  await call(app, 'POST', `/courses/${courseId}/lecture/${lectureId}/attachments`, {
    token: admin.token,
    parts: { name: 'a.csv', attachment },
  });
  const [video = ''] = await mediaPaths(app, await aSubscriber(app), courseId);
  const pathOf = (name: string): string => video.replace(/[^/]+$/, name);
  /** Attachments are always sent by this server: others would not mark them as downloads. */
  const expectAttachmentHere = async (): Promise<void> => {
    const row = await app.database.db.selectFrom('lecture_attachments').select('id').executeTakeFirstOrThrow();
    const saved = await app.http.inject({ url: pathOf(`attachment-${row.id}/a.csv`) });
    expect([saved.statusCode, saved.headers['content-disposition'], saved.body]).toEqual([
      200,
      "attachment; filename*=UTF-8''a.csv",
      'a,b',
    ]);
  };
  return { app, lectureId, video, pathOf, expectAttachmentHere };
};

/** Serves a file beside the video of a lecture; its bytes are in the data folder. */
const addFile = async (
  { database, config }: TestApp,
  lectureId: string,
  { name, contentType, text }: { name: string; contentType: string; text: string },
): Promise<void> => {
  const key = `renditions/${lectureId}-${name}`;
  await mkdir(path.join(config.dataDir, 'files', 'renditions'), { recursive: true });
  await writeFile(path.join(config.dataDir, 'files', key), text);
  await database.db
    .insertInto('media_files')
    .values({
      lecture_id: lectureId,
      version: 1,
      name,
      key,
      content_type: contentType,
      facts: null,
      served_until: null,
    })
    .execute();
};

const HLS = 'application/vnd.apple.mpegurl';

test('with MEDIA_DELIVERY=redirect the object store sends the bytes, after access was checked here', async () => {
  await using store = await startObjectStore();
  const school = await openSchool({ ...store.settings, MEDIA_DELIVERY: 'redirect' });
  const { app, video, pathOf } = school;
  const redirected = await app.http.inject({ url: video, headers: { range: 'bytes=0-9' } });
  expect([redirected.statusCode, redirected.headers['cache-control'], redirected.body]).toEqual([302, 'no-store', '']);
  const address = new URL(redirected.headers.location ?? '');
  expect(address.origin).toBe(store.settings['S3_ENDPOINT']);
  expect(address.searchParams.get('X-Amz-Expires')).toBe('900');
  const bytes = await fetch(address, { headers: { range: 'bytes=4-7' } });
  expect([bytes.status, bytes.headers.get('content-type'), await bytes.text()]).toEqual([206, 'video/mp4', 'ftyp']);
  const head = await app.http.inject({ url: video, method: 'HEAD' });
  expect([head.statusCode, head.headers['content-type']]).toEqual([200, 'video/mp4']);
  expect((await app.http.inject({ url: pathOf('other.mp4') })).statusCode).toBe(403);
  await school.expectAttachmentHere();
});

test('with MEDIA_DELIVERY=cdn files are at the CDN for fifteen minutes, and texts here', async () => {
  const school = await openSchool(CDN);
  const { app, lectureId, video, pathOf } = school;
  await addFile(app, lectureId, { name: 'sub-en.vtt', contentType: 'text/vtt', text: 'WEBVTT\n' });
  const expiry = (JUNE_MORNING_MS + 15 * MINUTE_MS) / 1000;
  const redirected = await app.http.inject({ url: video });
  expect(redirected.statusCode).toBe(302);
  expect(redirected.headers.location).toMatch(
    new RegExp(`^https://media\\.example/${expiry}\\.[\\w-]{43}/videos/${lectureId}-[0-9a-f]{8}\\.mp4$`),
  );
  const captions = await app.http.inject({ url: pathOf('sub-en.vtt') });
  expect([captions.statusCode, captions.body]).toEqual([200, 'WEBVTT\n']);
  await school.expectAttachmentHere();
});

test('playlists come from here and name their files at the CDN', async () => {
  const { app, lectureId, pathOf } = await openSchool(CDN);
  const master = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n480.m3u8\n';
  await addFile(app, lectureId, { name: 'master.m3u8', contentType: HLS, text: master });
  await addFile(app, lectureId, { name: '480.m3u8', contentType: HLS, text: PLAYLIST });
  await addFile(app, lectureId, { name: '480.mp4', contentType: 'video/mp4', text: 'bytes' });
  const read = async (name: string) => {
    const { statusCode, headers, body } = await app.http.inject({ url: pathOf(name) });
    return [statusCode, headers['content-type'], headers['cache-control'], body];
  };
  expect(await read('master.m3u8')).toEqual([200, HLS, 'no-store', master]);
  const [status, , caching, body] = await read('480.m3u8');
  expect([status, caching]).toEqual([200, 'no-store']);
  const [address = ''] = /https:[^"]+/.exec(String(body)) ?? [];
  expect(address).toMatch(/^https:\/\/media\.example\/\d{10}\.[\w-]{43}\/renditions\/\w+-480\.mp4$/);
  expect(body).toBe(PLAYLIST.replaceAll('480.mp4', address));
});

test('who opens a lecture that others watch gets its playlists while the object store is down', async () => {
  const store = await startFragileStore();
  onTestFinished(store.close);
  const { app, lectureId, pathOf } = await openSchool({ ...store.settings, MEDIA_DELIVERY: 'redirect' });
  const storage = await createS3Storage(s3SettingsOf(store));
  onTestFinished(storage.close);
  await storage.put(`renditions/${lectureId}-480.m3u8`, Buffer.from(PLAYLIST));
  await addFile(app, lectureId, { name: '480.m3u8', contentType: HLS, text: PLAYLIST });
  const read = async () => {
    const { statusCode, headers, body } = await app.http.inject({ url: pathOf('480.m3u8') });
    return [statusCode, headers['content-type'], headers['cache-control'], body];
  };
  const expected = [200, HLS, 'no-store', PLAYLIST];
  expect(await read()).toEqual(expected);
  await store.stop();
  expect(await read()).toEqual(expected);
});

test('only the CDN reads files at their origin', async () => {
  const { app, lectureId } = await openSchool(CDN);
  await addFile(app, lectureId, { name: '480.mp4', contentType: 'video/mp4', text: '0123456789' });
  const get = (name: string, headers: Record<string, string> = {}) =>
    app.http.inject({ url: `/media-origin/renditions/${lectureId}-${name}`, headers });
  const authorization = `Bearer ${KEY}`;
  const part = await get('480.mp4', { authorization, range: 'bytes=2-4' });
  expect([part.statusCode, part.body, part.headers['content-range'], part.headers['cache-control']]).toEqual([
    206,
    '234',
    'bytes 2-4/10',
    'public, max-age=31536000, immutable, no-transform',
  ]);
  expect((await get('480.mp4')).statusCode).toBe(403);
  expect((await get('480.mp4', { authorization: `${authorization}x` })).statusCode).toBe(403);
  expect((await get('720.mp4', { authorization })).statusCode).toBe(404);
});

test('without a CDN there is no origin for it', async () => {
  const { app, lectureId } = await openSchool({});
  const headers = { authorization: `Bearer ${KEY}` };
  expect((await app.http.inject({ url: `/media-origin/renditions/${lectureId}-480.mp4`, headers })).statusCode).toBe(
    404,
  );
});

it('replaces the names of files in a playlist, and leaves others', () => {
  expect(replaceNames(PLAYLIST, (name) => (name === '480.mp4' ? 'https://a.example/480.mp4' : undefined))).toBe(
    PLAYLIST.replaceAll('480.mp4', 'https://a.example/480.mp4'),
  );
  expect(replaceNames(PLAYLIST, () => undefined)).toBe(PLAYLIST);
});

it.each([
  [{ MEDIA_DELIVERY: 'cloud' }, 'MEDIA_DELIVERY must be proxy, redirect or cdn'],
  [{ MEDIA_DELIVERY: 'redirect' }, 'MEDIA_DELIVERY=redirect needs an object store: set S3_BUCKET'],
  [{ ...CDN, MEDIA_CDN_URL: '' }, 'MEDIA_CDN_URL is missing although MEDIA_DELIVERY is cdn'],
  [{ ...CDN, MEDIA_CDN_KEY: '' }, 'MEDIA_CDN_KEY is missing although MEDIA_DELIVERY is cdn'],
  [{ ...CDN, MEDIA_CDN_KEY: 'short' }, 'MEDIA_CDN_KEY must be 32 to 200 letters, digits, - and _'],
  [{ ...CDN, MEDIA_DELIVERY: 'proxy' }, 'MEDIA_CDN_URL is set, but MEDIA_DELIVERY is not cdn'],
  [{ ...CDN, MEDIA_OFFLOAD: 'x-accel' }, 'MEDIA_OFFLOAD must be none with MEDIA_DELIVERY=cdn'],
])('refuses %o', (environment, message) => {
  expect(() => readDeliverySettings(readConfig(environment))).toThrow(message);
});
