import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { vi } from 'vitest';
import { run } from './run.ts';

const root = path.resolve(import.meta.dirname, '../..');
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const BASE = 'docker.io/library/node:24-bookworm-slim';

/** Docker Compose of Debian 13, because the one of Debian 12 does not know the format: downloaded, not installed. */
const downloadCompose = async (folder: string): Promise<string> => {
  for (const name of ['lists/partial', 'cache/archives/partial'])
    await mkdir(path.join(folder, name), { recursive: true });
  const sites = await run('apt-get', [
    'indextargets',
    '--format',
    '$(SITE)',
    'Identifier: Packages',
    'Component: main',
  ]);
  const [site = ''] = sites.split('\n').filter((line) => !line.includes('security'));
  const list = path.join(folder, 'sources.list');
  await writeFile(list, `deb [signed-by=${KEYRING}] ${site} trixie main\n`);
  const folders = {
    SourceList: list,
    SourceParts: '/dev/null',
    'State::Lists': `${folder}/lists`,
    Cache: `${folder}/cache`,
  };
  const options = Object.entries(folders).flatMap(([name, value]) => [
    '-o',
    `Dir::${name.replace('Source', 'Etc::Source')}=${value}`,
  ]);
  await run('apt-get', [...options, 'update']);
  await run('sh', [
    '-c',
    'cd "$0" && apt-get "$@" download docker-compose && dpkg-deb -x docker-compose_*.deb .',
    folder,
    ...options,
  ]);
  return path.join(folder, 'usr/libexec/docker/cli-plugins/docker-compose');
};

/** The settings of podman on a machine without all rights of root. */
const engineSettings = (runtime: string): string =>
  `[engine]\nruntime = "${runtime}"\n[containers]\ndefault_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]\n`;

/** Runs podman with the first runtime that starts a container here. */
const findEngine = async (folder: string) => {
  const file = path.join(folder, 'containers.conf');
  const env = { ...process.env, CONTAINERS_CONF: file };
  for (const runtime of ['crun', 'runc']) {
    await writeFile(file, engineSettings(runtime));
    // Without it, podman calls the runtime of its default for some commands.
    const podman = (words: string[]): Promise<string> => run('podman', ['--runtime', runtime, ...words], env);
    const starts = await podman(['run', '--rm', BASE, 'true']).then(
      () => true,
      () => false,
    );
    if (starts) return { podman, env };
  }
  throw new Error('the kernel of this machine lets no container start');
};

/** Docker Compose on an engine of this machine, in a folder with the shipped files and, in `changes`, what differs from them. */
export const openCompose = async (folder: string, changes: string) => {
  const program = await downloadCompose(folder);
  const { podman, env } = await findEngine(folder);
  const school = path.join(folder, 'school');
  for (const file of ['compose.yaml', 'deploy/Caddyfile']) await cp(path.join(root, file), path.join(school, file));
  await writeFile(path.join(school, 'compose.override.yaml'), changes);
  const socket = `unix://${folder}/podman.sock`;
  const service = spawn('podman', ['system', 'service', '--time', '0', socket], { env, stdio: 'ignore' });
  /** Returns, or throws, all that it writes. `settings` are those of the file .env. */
  const compose = async (settings: Record<string, string>, ...words: string[]): Promise<string> => {
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(path.join(school, '.env'), lines.join(''));
    const both = 'cd "$0" && output=$("$@" 2>&1) && printf %s "$output" || { printf %s "$output" >&2; exit 1; }';
    const project = { COMPOSE_PROJECT_NAME: 'lectern-test', DOCKER_HOST: socket };
    return run('sh', ['-c', both, school, program, ...words], { ...env, ...project });
  };
  const responds = (): Promise<boolean> =>
    compose({}, 'ls').then(
      () => true,
      () => false,
    );
  await vi.waitUntil(responds, { timeout: 20_000, interval: 200 });
  return {
    podman,
    compose,
    close: async (): Promise<void> => {
      const ended = once(service, 'exit');
      service.kill('SIGTERM');
      await ended;
    },
  };
};

export type Compose = Awaited<ReturnType<typeof openCompose>>;
