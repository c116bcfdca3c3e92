import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from './isolated-data.ts';

const deploy = path.resolve(import.meta.dirname, '../deploy');
const script = path.join(deploy, 'upgrade.sh');
const execute = promisify(execFile);

interface Ended {
  code: number;
  output: string;
}

/** Writes its words into `calls`, and fails where `fails` matches them. */
const fake = (name: string, fails: string): string => `#!/bin/sh
echo "${name} $*" >> "$CALLS"
case "$*" in ${fails}) exit 1 ;; esac
case "$*" in *--quiet\\ lectern*) echo id ;; esac
`;

/** A checkout that is one commit behind, with stand-ins for the programs that the script calls. */
const openCheckout = async ({ programs, fails = 'nothing' }: { programs: string[]; fails?: string }) => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const place = (...names: string[]): string => path.join(folder.path, ...names);
  const env = {
    PATH: `${place('bin')}:/usr/bin:/bin`,
    HOME: folder.path,
    CALLS: place('calls'),
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'user.name',
    GIT_CONFIG_VALUE_0: 'Asha',
    GIT_CONFIG_KEY_1: 'user.email',
    GIT_CONFIG_VALUE_1: 'asha@school.example',
  };
  const git = (cwd: string, ...words: string[]) => execute('git', words, { cwd, env });
  await mkdir(place('origin', 'deploy'), { recursive: true });
  await mkdir(place('bin'));
  for (const name of ['upgrade.sh', 'run.sh']) await copyFile(path.join(deploy, name), place('origin', 'deploy', name));
  await writeFile(place('origin', '.gitignore'), 'node_modules\n');
  await git(place('origin'), 'init', '--quiet');
  await git(place('origin'), 'add', '.');
  await git(place('origin'), 'commit', '--quiet', '--message', 'one');
  await git(folder.path, 'clone', '--quiet', 'origin', 'checkout');
  await git(place('origin'), 'commit', '--quiet', '--allow-empty', '--message', 'two');
  await mkdir(place('checkout', 'node_modules', '.bin'), { recursive: true });
  for (const [file, name] of [
    ...programs.map((name) => [place('bin', name), name]),
    [place('checkout', 'node_modules', '.bin', 'node'), 'node'],
  ]) {
    await writeFile(file ?? '', fake(name ?? '', fails));
    await chmod(file ?? '', 0o755);
  }
  // A school or an engine of this machine stays out of the tests.
  for (const name of ['docker', 'systemctl'].filter((name) => !programs.includes(name))) {
    await writeFile(place('bin', name), '#!/bin/sh\nexit 1\n');
    await chmod(place('bin', name), 0o755);
  }
  const head = async (): Promise<string> => (await git(place('checkout'), 'log', '-1', '--format=%s')).stdout.trim();
  const run = (...words: string[]): Promise<Ended> =>
    execute('sh', words, { cwd: place('checkout'), env }).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        output: error.stdout + error.stderr,
      }),
    );
  const upgrade = (): Promise<Ended> => run('deploy/upgrade.sh');
  const calls = async (): Promise<string[]> => {
    const text = await readFile(place('calls'), 'utf8').catch(() => '');
    return text
      .replaceAll(/before-[\d-]+\d/g, 'before-NOW')
      .replaceAll(folder.path, '')
      .trim()
      .split('\n');
  };
  return { head, run, upgrade, calls, place };
};

const BACKUP = '/checkout/../lectern-backups/';

test('a checkout is upgraded after a verified backup', async () => {
  const { head, upgrade, calls } = await openCheckout({ programs: ['npm'] });
  expect(await upgrade()).toMatchObject({ code: 0, output: expect.stringContaining('Now start the server again') });
  expect(await head()).toBe('two');
  expect(await calls()).toEqual([
    `node server/main.ts backup ${BACKUP}`,
    `node server/main.ts verify ${BACKUP}`,
    'npm ci',
    'npm run build',
  ]);
});

test('a service is stopped only after a verified backup, which is taken with its settings and its user', async () => {
  const { upgrade, calls } = await openCheckout({ programs: ['npm', 'systemctl', 'systemd-run', 'install'] });
  expect((await upgrade()).code).toBe(0);
  const withSettings =
    'systemd-run --quiet --pipe --wait --collect --uid=lectern --working-directory=/checkout ' +
    '--property=EnvironmentFile=-/etc/lectern.env --setenv=DATA_DIR=/var/lib/lectern /checkout/node_modules/.bin/node';
  expect((await calls()).filter((call) => /^(?:install|systemd-run|systemctl st|npm)/.test(call))).toEqual([
    `install -d -o lectern -g lectern -m 0700 ${BACKUP}`,
    `${withSettings} server/main.ts backup ${BACKUP}`,
    `${withSettings} server/main.ts verify ${BACKUP}`,
    'systemctl stop lectern',
    'npm ci',
    'npm run build',
    'systemctl start lectern',
  ]);
});

test('a command where no service is installed runs in the checkout', async () => {
  const { run, calls } = await openCheckout({ programs: [] });
  expect((await run('deploy/run.sh', 'admin', 'asha@school.example')).code).toBe(0);
  expect(await calls()).toEqual(['node server/main.ts admin asha@school.example']);
});

test('nothing is changed when the backup cannot be verified, or files were changed', async () => {
  const unverified = await openCheckout({ programs: ['npm'], fails: '*verify*' });
  expect((await unverified.upgrade()).code).toBe(1);
  expect(await unverified.head()).toBe('one');
  expect(await unverified.calls()).not.toContain('npm ci');
  const changed = await openCheckout({ programs: ['npm'] });
  await writeFile(changed.place('checkout', 'deploy', 'upgrade.sh'), `${await readFile(script, 'utf8')}\n# mine\n`);
  expect(await changed.upgrade()).toEqual({
    code: 1,
    output: 'Files of the checkout were changed: commit or discard the changes first.\n',
  });
  expect(await changed.calls()).toEqual(['']);
});

test('a failure after the backup says how to return', async () => {
  const { upgrade } = await openCheckout({ programs: ['npm'], fails: 'run\\ build' });
  const { code, output } = await upgrade();
  expect(code).toBe(1);
  expect(output).toMatch(/To return to the version before:\n {2}git checkout --detach [0-9a-f]{40} && npm ci/);
  expect(output).toMatch(/restore the newest backup of .*\/lectern-backups\/:/);
});

test('containers are upgraded after a verified backup, and return by the image before', async () => {
  const good = await openCheckout({ programs: ['docker'] });
  expect((await good.upgrade()).code).toBe(0);
  expect(await good.head()).toBe('two');
  expect(await good.calls()).toEqual([
    'docker compose ps --quiet lectern',
    'docker compose exec -T lectern node server/main.ts backup /data/backups/',
    'docker compose exec -T lectern node server/main.ts verify /data/backups/',
    'docker tag lectern lectern:before-NOW',
    'docker compose build --pull lectern',
    'docker compose up --detach --wait',
  ]);
  const bad = await openCheckout({ programs: ['docker'], fails: '*--wait*' });
  const { code, output } = await bad.upgrade();
  expect(code).toBe(1);
  expect(output).toMatch(/docker tag lectern:before-[\d-]+ lectern && git checkout --detach [0-9a-f]{40}/);
});
