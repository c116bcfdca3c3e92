import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { provideBaseImage } from './base-image.ts';
import { composeOptions, findEngine, startOptions } from './engine.ts';
import { run } from './run.ts';

const root = path.resolve(import.meta.dirname, '../..');
const IMAGE = 'localhost/lectern-test';
const PORT = '5171';
const ORIGIN = `http://127.0.0.1:${PORT}`;
/** The user `node` of the image. */
const UID = 1000;

const Inspected = z.object({
  OCIv1: z.object({
    config: z.object({ User: z.string(), Env: z.array(z.string()), Cmd: z.array(z.string()), Volumes: z.unknown() }),
  }),
  Docker: z.object({ config: z.object({ Healthcheck: z.object({ Test: z.array(z.string()) }) }) }),
});

let container = '';
let dataDir = '';

/** Chroot isolation needs neither a daemon nor a kernel that lets containers nest. */
const inContainer = (command: string[]): string[] => {
  const volume = ['--volume', `${dataDir}:/data`];
  return ['run', '--isolation', 'chroot', ...volume, '--env', `PORT=${PORT}`, container, '--', ...command];
};

beforeAll(async () => {
  const text = readFileSync(path.join(root, 'Containerfile'), 'utf8');
  const bases = new Set([...text.matchAll(/^FROM (\S+\/\S+)/gm)].map(([, name = '']) => name));
  for (const base of bases) await provideBaseImage(base);
  const options = ['--isolation', 'chroot', '--format', 'docker', '--pull-never', '--layers'];
  await run('buildah', ['build', '--quiet', ...options, '--tag', IMAGE, root]);
  container = (await run('buildah', ['from', '--pull-never', IMAGE])).trim();
  dataDir = await mkdtemp(path.join(tmpdir(), 'lectern-container-'));
  await chown(dataDir, UID, UID);
});

afterAll(async () => {
  if (container !== '') await run('buildah', ['rm', container]);
  await rm(dataDir, { recursive: true, force: true });
});

const inspect = async () => Inspected.parse(JSON.parse(await run('buildah', ['inspect', container])));

const start = async (): Promise<{ child: ChildProcess; ended: Promise<unknown[]>; said: () => string }> => {
  const { OCIv1 } = await inspect();
  const child = spawn('buildah', inContainer(OCIv1.config.Cmd), { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = once(child, 'exit');
  await expect.poll(() => said, { timeout: 60_000 }).toContain('is ready at');
  return { child, ended, said: () => said };
};

test('the image runs as a user without rights and has only what the server needs', async () => {
  const { OCIv1, Docker } = await inspect();
  expect(OCIv1.config).toMatchObject({ User: 'node', Volumes: { '/data': {} } });
  expect(Docker.config.Healthcheck.Test[0]).toBe('CMD');
  const packages = (await run('buildah', inContainer(['ls', 'node_modules']))).split('\n');
  expect(packages).toEqual(expect.arrayContaining(['fastify', 'kysely', 'pg', 'sharp', 'zod']));
  expect(packages.filter((name) => /^(?:vite|vitest|react|node|typescript|playwright.*|@oxlint)$/.test(name))).toEqual(
    [],
  );
  expect(await run('buildah', inContainer(['ffmpeg', '-hide_banner', '-encoders']))).toContain('libx264');
  await expect(run('buildah', inContainer(['touch', '/app/file']))).rejects.toThrow('Permission denied');
});

test('it serves a school, writes only to its volume, and stops when it is told to', async () => {
  const mounted = (await run('buildah', ['mount', container])).trim();
  const marker = path.join(dataDir, 'marker');
  await run('touch', [marker]);
  const { child, ended, said } = await start();
  expect(said()).toMatch(/\/setup\/[\w-]{43}/);
  const { Docker } = await inspect();
  await run('buildah', inContainer(Docker.config.Healthcheck.Test.slice(1)));
  const page = await fetch(ORIGIN);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await run('buildah', inContainer(['node', 'server/main.ts', 'samples']))).toContain('Sample courses added');
  expect(await run('buildah', inContainer(['node', 'server/main.ts', 'doctor']))).toContain('\n0 failing, ');
  const written = await run('find', [mounted, '-xdev', '-newer', marker, '-type', 'f', '-not', '-path', '*/tmp/*']);
  expect(written.split('\n').filter((file) => !/\/(?:etc|run)\//.test(file.replace(mounted, '')))).toEqual(['']);
  child.kill('SIGTERM');
  await ended;
  await expect(fetch(`${ORIGIN}/readyz`)).rejects.toThrow('fetch failed');
});

test('what is on the volume is there after a restart', async () => {
  const { child, ended } = await start();
  const response = await fetch(`${ORIGIN}/api/v1/courses`);
  const { total } = z.object({ total: z.number() }).parse(await response.json());
  expect(total).toBeGreaterThanOrEqual(3);
  child.kill('SIGTERM');
  await ended;
});

const Json = z.record(z.string(), z.json());
const ADMIN = { fullName: 'Ila Rao', email: 'ila@school.example', password: 'rain over the sea' };

const api = async (path: string, request: RequestInit): Promise<Record<string, unknown>> => {
  const response = await fetch(`${ORIGIN}/api/v1${path}`, request);
  expect(response.ok, `${path} ${response.status}`).toBe(true);
  return Json.parse(await response.json());
};

const post = (path: string, body: object): Promise<Record<string, unknown>> =>
  api(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** Fields, and files of test/media by the names of their fields. */
const form = async (fields: Record<string, string>, files: Record<string, string>): Promise<FormData> => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  for (const [name, file] of Object.entries(files))
    data.append(name, new File([new Uint8Array(await readFile(path.join(root, 'test/media', file)))], file));
  return data;
};

/** Signs up the first admin, publishes a course with a video, and returns the address of the video once it is processed. */
const publishVideo = async (setupToken: string): Promise<string> => {
  const { token } = await post('/setup', {
    ...ADMIN,
    token: setupToken,
    publicAddress: ORIGIN,
    withSamples: false,
  });
  const headers = { authorization: `Bearer ${String(token)}` };
  const course = { title: 'Reading the monsoon', category: 'Science', createdBy: 'Ila Rao', description: 'Clouds.' };
  const created = await api('/courses', {
    method: 'POST',
    headers,
    body: await form(course, { thumbnail: 'thumbnail.jpg' }),
  });
  const courseId = z.object({ course: z.object({ _id: z.string() }) }).parse(created).course._id;
  const lecture = { title: 'Warm land, cool sea', description: 'Where the wind begins.' };
  await api(`/courses/${courseId}`, {
    method: 'POST',
    headers,
    body: await form(lecture, { lecture: 'three-seconds.mp4' }),
  });
  const Listed = z.object({ lectures: z.tuple([z.object({ state: z.string(), hls: z.string().nullable() })]) });
  const find = async () => Listed.parse(await api(`/courses/${courseId}`, { headers })).lectures[0];
  await expect.poll(async () => (await find()).state, { timeout: 60_000, interval: 500 }).toBe('ready');
  return (await find()).hls ?? '';
};

test('an engine starts it as compose.yaml says, on a read-only root: healthy, with sign-up and uploads', async () => {
  const engine = await findEngine(IMAGE);
  // A kernel that lets no container nest has only the tests above.
  if (!engine) return;
  const name = `lectern-${process.pid}`;
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-compose-'));
  await chown(folder, UID, UID);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const settings = ['--env', `PORT=${PORT}`, '--env', 'TRUST_PROXY=1'];
  await engine([...startOptions(name), ...(await composeOptions(folder)), ...settings, IMAGE]);
  onTestFinished(async () => void (await engine(['rm', '--force', name])));
  const logs = (): Promise<string> => engine(['logs', name]);
  await expect.poll(logs, { timeout: 60_000, interval: 500 }).toMatch(/\/setup\/[\w-]{43}/);
  expect(await engine(['healthcheck', 'run', name])).toBe('');
  await expect(engine(['exec', name, 'touch', '/app/file'])).rejects.toThrow('Read-only file system');
  const [, setupToken = ''] = /\/setup\/([\w-]{43})/.exec(await logs()) ?? [];
  const playlist = await fetch(await publishVideo(setupToken));
  expect([playlist.status, (await playlist.text()).slice(0, 7)]).toEqual([200, '#EXTM3U']);
  const person = { fullName: 'Ravi Kumar', email: 'ravi@home.example', password: 'a boat at noon' };
  const registered = await api('/user/register', {
    method: 'POST',
    body: await form(person, { avatar: 'avatar.png' }),
  });
  expect(registered['success']).toBe(true);
  await engine(['stop', '--time', '20', name]);
  expect((await engine(['inspect', '--format', '{{.State.ExitCode}}', name])).trim()).toBe('0');
});
