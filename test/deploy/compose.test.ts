import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '#test/isolated-data.ts';
import { type Compose, openCompose } from './compose.ts';
import { makeRelease, provideServices } from './images.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Caddy has a certificate authority of its own for such names. */
const SITE = 'school.localhost';
const HTTP_PORT = 5191;
const HTTPS_PORT = 5192;
const OTHER_PORTS = `services:\n  caddy:\n    ports: !override ['127.0.0.1:${HTTP_PORT}:80', '127.0.0.1:${HTTPS_PORT}:443']\n`;
const CADDY_ROOT = '/data/caddy/pki/authorities/local/root.crt';
const START_MS = 90_000;
const SERVER = 'lectern-test-lectern-1';

const ALONE = { DOMAIN: SITE };
const WITH_POSTGRES = {
  DOMAIN: SITE,
  COMPOSE_PROFILES: 'postgres',
  POSTGRES_PASSWORD: 'a-password-of-a-test',
  SECRET_KEY: 'thirty-two characters and a few more',
  ROLE: 'web',
};

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let engine: Compose;
let certificate = '';

beforeAll(async () => {
  folder = await temporaryFolder();
  await provideServices();
  await makeRelease();
  engine = await openCompose(folder.path, OTHER_PORTS);
});
afterAll(async () => {
  await engine.compose(WITH_POSTGRES, 'down', '--volumes').finally(engine.close);
  await folder.remove();
});

/** A request of a visitor, through Caddy, which must have a certificate for the site. */
const visit = async (address: string, { method = 'GET', headers = {}, body }: RequestInit = {}) => {
  const encoded = new Request('http://encoding', { method, headers, ...(body === undefined ? {} : { body }) });
  const outgoing = request({
    host: '127.0.0.1',
    port: HTTPS_PORT,
    servername: SITE,
    ca: certificate,
    agent: false,
    method,
    path: address,
    headers: { ...Object.fromEntries(encoded.headers), host: SITE },
  });
  outgoing.end(Buffer.from(await encoded.arrayBuffer()));
  const [response]: IncomingMessage[] = await once(outgoing, 'response');
  if (!response) throw new Error('no response');
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode, headers: response.headers, text };
};

/** There is no systemd here that would run the health checks of podman. */
const untilHealthy = (container: string): Promise<unknown> =>
  expect
    .poll(() => engine.podman(['healthcheck', 'run', container]).catch(String), { timeout: START_MS, interval: 500 })
    .toBe('');

const start = async (settings: Record<string, string>): Promise<string> => {
  // Compose waits for what is healthy.
  const checked = 'COMPOSE_PROFILES' in settings ? ['lectern-test-postgres-1', SERVER] : [SERVER];
  await Promise.all([engine.compose(settings, 'up', '--detach'), ...checked.map(untilHealthy)]);
  await expect
    .poll(() => engine.podman(['exec', 'lectern-test-caddy-1', 'cat', CADDY_ROOT]).catch(String), { timeout: START_MS })
    .toContain('BEGIN CERTIFICATE');
  certificate = await engine.podman(['exec', 'lectern-test-caddy-1', 'cat', CADDY_ROOT]);
  const setup = await engine.podman(['exec', SERVER, 'node', 'server/main.ts', 'setup']);
  return /\/setup\/([\w-]{43})/.exec(setup)?.[1] ?? '';
};

const Json = z.record(z.string(), z.json());
const api = async (address: string, request: RequestInit = {}): Promise<Record<string, unknown>> => {
  const { status, text } = await visit(`/api/v1${address}`, request);
  expect(status, `${address} ${text}`).toBeLessThan(300);
  return Json.parse(JSON.parse(text));
};

const post = (address: string, body: object): Promise<Record<string, unknown>> =>
  api(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** Fields, and files of test/media by the names of their fields. */
const form = async (fields: Record<string, string>, files: Record<string, string>): Promise<FormData> => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  for (const [name, file] of Object.entries(files))
    data.append(name, new File([new Uint8Array(await readFile(path.join(root, 'test/media', file)))], file));
  return data;
};

const setUp = async (setupToken: string): Promise<{ authorization: string }> => {
  const admin = { fullName: 'Ila Rao', email: 'ila@school.example', password: 'rain over the sea' };
  const { token } = await post('/setup', {
    ...admin,
    token: setupToken,
    publicAddress: `https://${SITE}`,
    withSamples: false,
  });
  return { authorization: `Bearer ${String(token)}` };
};

/** Publishes a course with a video; returns the path of its playlist once it is processed. */
const publishVideo = async (headers: { authorization: string }): Promise<string> => {
  const course = { title: 'Reading the monsoon', category: 'Science', createdBy: 'Ila Rao', description: 'Clouds.' };
  const created = await api('/courses', {
    method: 'POST',
    headers,
    body: await form(course, { thumbnail: 'thumbnail.jpg' }),
  });
  const courseId = z.object({ course: z.object({ _id: z.string() }) }).parse(created).course._id;
  const lecture = { title: 'Warm land, cool sea', description: 'Where the wind begins.' };
  const body = await form(lecture, { lecture: 'three-seconds.mp4' });
  await api(`/courses/${courseId}`, { method: 'POST', headers, body });
  const Listed = z.object({ lectures: z.tuple([z.object({ state: z.string(), hls: z.string().nullable() })]) });
  const find = async () => Listed.parse(await api(`/courses/${courseId}`, { headers })).lectures[0];
  await expect.poll(async () => (await find()).state, { timeout: START_MS, interval: 500 }).toBe('ready');
  return new URL((await find()).hls ?? '').pathname;
};

test('Docker Compose accepts the file, with and without the profile, and warns of nothing', async () => {
  expect(await engine.compose(ALONE, 'config', '--quiet')).toBe('');
  expect(await engine.compose(WITH_POSTGRES, 'config', '--quiet')).toBe('');
  expect((await engine.compose(ALONE, 'config', '--services')).trim().split('\n').toSorted()).toEqual([
    'caddy',
    'lectern',
  ]);
  await expect(engine.compose({}, 'config', '--quiet')).rejects.toThrow('Command failed');
});

test('the documented command serves a school by HTTPS, as a user without rights on a read-only root', async () => {
  const setupToken = await start(ALONE);
  expect(await visit('/readyz')).toMatchObject({ status: 200, text: '{"status":"ready"}' });
  const plain = await fetch(`http://127.0.0.1:${HTTP_PORT}/`, { headers: { host: SITE }, redirect: 'manual' });
  expect(plain.status).toBe(308);
  const inside = (...words: string[]): Promise<string> => engine.podman(['exec', SERVER, ...words]);
  await expect(inside('touch', '/app/file')).rejects.toThrow('Read-only file system');
  expect(await inside('grep', '-E', '^(Uid|CapBnd|NoNewPrivs)', '/proc/self/status')).toBe(
    'Uid:\t1000\t1000\t1000\t1000\nCapBnd:\t0000000000000000\nNoNewPrivs:\t1\n',
  );
  expect((await inside('cat', '/proc/1/comm')).trim()).not.toBe('node');
  const playlist = await visit(await publishVideo(await setUp(setupToken)));
  expect([playlist.status, playlist.text.slice(0, 7)]).toEqual([200, '#EXTM3U']);
  const person = { fullName: 'Ravi Kumar', email: 'ravi@home.example', password: 'a boat at noon' };
  const registered = await api('/user/register', {
    method: 'POST',
    body: await form(person, { avatar: 'avatar.png' }),
  });
  expect(registered['success']).toBe(true);
});

test('it stops by itself, and has its data and its certificate when it starts again', async () => {
  await engine.compose(ALONE, 'stop', 'lectern');
  expect((await engine.podman(['inspect', '--format', '{{.State.ExitCode}}', SERVER])).trim()).toBe('0');
  await engine.compose(ALONE, 'down');
  const [before] = [certificate];
  expect(await start(ALONE)).toBe('');
  expect(certificate).toBe(before);
  expect(await api('/courses')).toMatchObject({ total: 1 });
  await engine.compose(ALONE, 'down', '--volumes');
});

test('with the profile, the server has PostgreSQL, and a worker processes the videos', async () => {
  const setupToken = await start(WITH_POSTGRES);
  const headers = await setUp(setupToken);
  const playlist = await visit(await publishVideo(headers));
  expect([playlist.status, playlist.text.slice(0, 7)]).toEqual([200, '#EXTM3U']);
  expect(await engine.compose(WITH_POSTGRES, 'logs', 'worker')).toContain('Lectern worker is ready');
  expect(await engine.podman(['exec', SERVER, 'ls', '/data'])).not.toContain('lectern.db');
});
