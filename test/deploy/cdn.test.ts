import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cdnAddress } from '#server/features/classroom/playback/cdn-address.ts';
import { aCourse, anAdmin, aSubscriber } from '#test/factories.ts';
import { temporaryFolder } from '#test/isolated-data.ts';
import { mediaPaths, publishLecture } from '#test/publish.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const root = path.resolve(import.meta.dirname, '../..');
const PORT = 5180;
const CDN = `http://127.0.0.1:${PORT}`;
const KEY = 'a-key-of-a-test-that-is-long-enough';
const MODULE = '/usr/lib/nginx/modules/ngx_http_js_module.so';
const RENDITION = 'renditions/lecture-480.mp4';
const stored = randomBytes(3_500_000);

let app: TestApp;
let origin: string;
let nginx: ChildProcess;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

/** The shipped file, changed only in names, ports, the key and the certificate. */
const siteFile = async (): Promise<string> =>
  (await readFile(path.join(root, 'deploy/cdn/nginx.conf'), 'utf8'))
    .replace('/etc/nginx/conf.d/', `${folder.path}/`)
    .replace('replace-this-with-MEDIA_CDN_KEY', KEY)
    .replace('/var/cache/nginx/lectern', `${folder.path}/cache`)
    .replace('school.example:443', new URL(origin).host)
    .replace('listen 443 ssl http2', `listen ${PORT}`)
    .replaceAll(/ {2}ssl_certificate.*\n/g, '')
    .replace('https://lectern_origin', 'http://lectern_origin');

const startNginx = async (): Promise<ChildProcess> => {
  await copyFile(path.join(root, 'deploy/cdn/media-token.js'), path.join(folder.path, 'media-token.js'));
  const main = [
    `load_module ${MODULE}; daemon off; pid ${folder.path}/pid; error_log ${folder.path}/error.log;`,
    `events {}\nhttp { client_body_temp_path ${folder.path}/body; proxy_temp_path ${folder.path}/proxy;`,
    `fastcgi_temp_path ${folder.path}/f; uwsgi_temp_path ${folder.path}/u; scgi_temp_path ${folder.path}/s;`,
    `${await siteFile()} }`,
  ];
  await writeFile(path.join(folder.path, 'nginx.conf'), main.join('\n'));
  return spawn('nginx', ['-c', path.join(folder.path, 'nginx.conf')], { stdio: 'inherit' });
};

const isUp = async (): Promise<boolean> => (await fetch(CDN).catch(() => undefined))?.status === 403;

beforeAll(async () => {
  folder = await temporaryFolder();
  await chmod(folder.path, 0o755);
  app = await startApp({ MEDIA_DELIVERY: 'cdn', MEDIA_CDN_URL: CDN, MEDIA_CDN_KEY: KEY });
  // nginx has the time of this machine.
  app.clock.advance(Date.now() - app.clock.now());
  origin = await app.listen();
  nginx = await startNginx();
  await vi.waitUntil(isUp, { timeout: 20_000, interval: 100 });
});
afterAll(async () => {
  const ended = once(nginx, 'exit');
  nginx.kill('SIGTERM');
  await ended;
  await app.close();
  await folder.remove();
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
