import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { makeRelease } from './images.ts';
import { run } from './run.ts';

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
  const { file } = await makeRelease();
  dataDir = await mkdtemp(path.join(tmpdir(), 'lectern-container-'));
  // As Docker loads it, which reads it compressed.
  const archive = path.join(dataDir, 'image.tar');
  await run('sh', ['-c', 'gunzip --stdout "$0" > "$1"', file, archive]);
  container = (await run('buildah', ['from', `docker-archive:${archive}`])).trim();
  await rm(archive);
  await chown(dataDir, UID, UID);
});

afterAll(async () => {
  if (container !== '') await run('buildah', ['rm', container]);
  await rm(dataDir, { recursive: true, force: true });
});

const inspect = async () => Inspected.parse(JSON.parse(await run('buildah', ['inspect', container])));

const start = async (): Promise<{ child: ChildProcess; ended: Promise<unknown[]> }> => {
  const { OCIv1 } = await inspect();
  const child = spawn('buildah', inContainer(OCIv1.config.Cmd), { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  await expect.poll(() => said).toContain('is ready at');
  return { child, ended };
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

test('it serves a school, writes only to its volume, and stops at SIGTERM', async () => {
  const mounted = (await run('buildah', ['mount', container])).trim();
  const marker = path.join(dataDir, 'marker');
  await run('touch', [marker]);
  const { child, ended } = await start();
  expect(await run('buildah', inContainer(['node', 'server/main.ts', 'setup']))).toMatch(/\/setup\/[\w-]{43}/);
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
