import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { version } from '#server/version.ts';
import { temporaryFolder } from '#test/isolated-data.ts';
import { run } from './run.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** With packages that npm has in its cache, on two cores. */
const FIRST_START_MS = 15_000;

/** A machine on which nothing of the repository is in the way: its programs, and those of the release. */
const env = { PATH: process.env['PATH']?.replaceAll(/[^:]*node_modules[^:]*:/g, ''), HOME: process.env['HOME'] };

let folder = '';

beforeAll(async () => {
  await run(process.execPath, [path.join(root, 'scripts/release.ts'), 'tarball']);
  const place = await temporaryFolder();
  await run('sh', ['-c', 'cd "$0" && sha256sum --check --quiet SHA256SUMS', path.join(root, 'release')]);
  await run('tar', ['-xzf', path.join(root, `release/lectern-${version}.tar.gz`), '-C', place.path]);
  folder = path.join(place.path, `lectern-${version}`);
  await run('npm', ['--prefix', folder, 'ci', '--no-audit', '--no-fund'], env);
  return place.remove;
});

test('the tarball has what a school needs, and its packages only run', async () => {
  expect((await readdir(folder)).toSorted()).toEqual([
    '.dockerignore',
    '.env.example',
    'CHANGELOG.md',
    'Containerfile',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'compose.yaml',
    'contract',
    'deploy',
    'dist',
    'docs',
    'node_modules',
    'package-lock.json',
    'package.json',
    'samples',
    'sandbox',
    'server',
    'video-format',
  ]);
  const packages = await readdir(path.join(folder, 'node_modules'));
  expect(packages).toEqual(expect.arrayContaining(['fastify', 'kysely', 'node', 'pg', 'sharp', 'zod']));
  expect(packages.filter((name) => /^(?:vite|vitest|react|typescript|playwright.*)$/.test(name))).toEqual([]);
});

test('its first start builds nothing, and serves pages, the API and the samples', async () => {
  const data = await temporaryFolder();
  onTestFinished(data.remove);
  const startedAt = performance.now();
  const settings = { ...env, PORT: '0', DATA_DIR: data.path };
  const child = spawn('npm', ['start'], { cwd: folder, env: settings, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await expect.poll(() => said, { timeout: FIRST_START_MS }).toContain('ready at');
  expect(performance.now() - startedAt).toBeLessThan(FIRST_START_MS);
  expect(said).not.toContain('Built the web interface');
  const origin = /ready at ([^\s"]+)/.exec(said)?.[1] ?? '';
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  const page = await (await fetch(origin)).text();
  const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(page) ?? [];
  expect((await fetch(origin + script)).headers.get('content-type')).toContain('javascript');
  const command = (name: string): Promise<string> => run('npm', ['--prefix', folder, 'run', name], settings);
  expect(await command('setup')).toMatch(/\/setup\/[\w-]{43}/);
  expect(await command('samples')).toContain('Sample courses added: 4');
  expect(await command('doctor')).toContain('\n0 failing, ');
  expect(await (await fetch(`${origin}/api/v1/courses`)).json()).toMatchObject({ total: 4 });
});
