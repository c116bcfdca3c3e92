import { execFile, spawn } from 'node:child_process';
import { chmod, copyFile, mkdir, readFile, readlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from './isolated-data.ts';

const deploy = path.resolve(import.meta.dirname, '../deploy');
const execute = promisify(execFile);

interface Ended {
  code: number;
  output: string;
}

/** Writes its words into `calls`, and fails where `fails` matches them. */
const fake = (name: string, fails: string): string => `#!/bin/sh
echo "${name} $*" >> "$CALLS"
case "$*" in ${fails}) exit 1 ;; esac
case "$*" in
  'ps --quiet '*) echo id ;;
  *working_dir*) echo "$PLACE/lectern-0.2.0" ;;
  *WorkingDirectory*) echo "$PLACE/lectern" ;;
  *MainPID*) cat "$PLACE/pid" 2>/dev/null || true ;;
  *NRestarts*) echo 0 ;;
esac
`;

const SERVICE = ['npm', 'systemctl', 'systemd-run', 'install'];

/** A release beside the version that runs, with stand-ins for the programs that the script calls. */
const openRelease = async ({ programs, fails = 'nothing' }: { programs: string[]; fails?: string }) => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const place = (...names: string[]): string => path.join(folder.path, ...names);
  const env = { PATH: `${place('bin')}:/usr/bin:/bin`, HOME: folder.path, CALLS: place('calls'), PLACE: folder.path };
  for (const name of ['bin', 'lectern-0.2.0', 'lectern-0.3.0/deploy', 'lectern-0.3.0/node_modules/.bin'])
    await mkdir(place(name), { recursive: true });
  for (const name of ['upgrade.sh', 'run.sh', 'lectern.service'])
    await copyFile(path.join(deploy, name), place('lectern-0.3.0/deploy', name));
  const write = async (file: string, text: string): Promise<void> => {
    await writeFile(file, text);
    await chmod(file, 0o755);
  };
  for (const name of programs) await write(place('bin', name), fake(name, fails));
  await write(place('lectern-0.3.0/node_modules/.bin/node'), fake('node', fails));
  // A school or an engine of this machine stays out of the tests.
  for (const name of ['docker', 'systemctl'].filter((name) => !programs.includes(name)))
    await write(place('bin', name), '#!/bin/sh\nexit 1\n');
  const run = (...words: string[]): Promise<Ended> =>
    execute('sh', words, { cwd: place('lectern-0.3.0'), env }).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        output: error.stdout + error.stderr,
      }),
    );
  const withoutFolder = (text: string): string =>
    text.replaceAll(folder.path, '').replaceAll(/before-[\d-]+\d/g, 'before-NOW');
  const upgrade = async (): Promise<Ended> => {
    const { code, output } = await run('deploy/upgrade.sh');
    return { code, output: withoutFolder(output) };
  };
  const calls = async (): Promise<string[]> =>
    withoutFolder(await readFile(place('calls'), 'utf8').catch(() => ''))
      .trim()
      .split('\n');
  return { run, upgrade, calls, place };
};

/** The service runs in a link to the folder of its version. */
const openService = async (fails?: string) => {
  const release = await openRelease({ programs: SERVICE, ...(fails === undefined ? {} : { fails }) });
  await execute('ln', ['-s', release.place('lectern-0.2.0'), release.place('lectern')]);
  return release;
};

const WITH_SETTINGS =
  'systemd-run --quiet --pipe --wait --collect --uid=lectern --working-directory=/lectern-0.3.0 ' +
  '--property=EnvironmentFile=-/etc/lectern.env --setenv=DATA_DIR=/var/lib/lectern /lectern-0.3.0/node_modules/.bin/node';
const BACKUP = '/lectern-backups/';

test('a service is restarted in the new version after a backup with its settings and its user, which is verified', async () => {
  const { upgrade, calls, place } = await openService();
  const { code, output } = await upgrade();
  expect([code, output]).toEqual([0, expect.stringContaining('Upgraded from /lectern-0.2.0, which stays until you')]);
  expect((await calls()).filter((call) => /^(?:install|systemd-run|systemctl st|npm)/.test(call))).toEqual([
    'npm ci --no-audit --no-fund',
    `install -d -o lectern -g lectern -m 0700 ${BACKUP}`,
    `${WITH_SETTINGS} server/main.ts backup ${BACKUP}`,
    `${WITH_SETTINGS} server/main.ts verify ${BACKUP}`,
    'systemctl stop lectern',
    'systemctl start lectern',
  ]);
  expect(await readlink(place('lectern'))).toBe(place('lectern-0.3.0'));
});

test('a service that runs in a checkout is moved to a release', async () => {
  const { upgrade, place } = await openRelease({ programs: SERVICE });
  await mkdir(place('lectern/server'), { recursive: true });
  const { code, output } = await upgrade();
  expect([code, output]).toEqual([0, expect.stringContaining('Upgraded from /lectern-before-NOW, which stays')]);
  expect(await readlink(place('lectern'))).toBe(place('lectern-0.3.0'));
});

test('a service is not stopped when the packages cannot be installed, or the backup cannot be verified', async () => {
  for (const fails of ['ci*', '*verify*']) {
    const { upgrade, calls, place } = await openService(fails);
    expect((await upgrade()).code).toBe(1);
    expect((await calls()).filter((call) => call.startsWith('systemctl st'))).toEqual([]);
    expect(await readlink(place('lectern'))).toBe(place('lectern-0.2.0'));
  }
});

test.each([
  [{ PORT: '4820' }, 'http://127.0.0.1:4820/readyz'],
  [{ PORT: '"4820"\r', HOST: '0.0.0.0' }, 'http://127.0.0.1:4820/readyz'],
  [{ HOST: '::1' }, 'http://[::1]:5000/readyz'],
  [{ HOST: '10.0.0.4' }, 'http://10.0.0.4:5000/readyz'],
])('a service with %o is asked where it listens', async (env, address) => {
  const { upgrade, calls, place } = await openService();
  const service = spawn('sleep', ['600'], { env });
  onTestFinished(() => void service.kill());
  await writeFile(place('pid'), String(service.pid));
  expect((await upgrade()).code).toBe(0);
  expect((await calls()).filter((call) => call.endsWith('/readyz')).map((call) => call.split(' ').at(-1))).toEqual([
    address,
  ]);
});

test('a service that still migrates is waited for, and one that started again is not', async () => {
  const { upgrade, calls, place } = await openService();
  await writeFile(
    place('lectern-0.3.0/node_modules/.bin/node'),
    `#!/bin/sh\necho "node $*" >> "$CALLS"\n[ "$(grep -c readyz "$CALLS")" -gt 2 ]\n`,
  );
  const { code, output } = await upgrade();
  expect([code, output.split('still starting').length]).toEqual([0, 3]);
  expect((await calls()).filter((call) => call.endsWith('/readyz'))).toHaveLength(3);
});

test('a service that does not become ready says how to return', async () => {
  const { upgrade } = await openService('*readyz|*NRestarts*');
  const { code, output } = await upgrade();
  expect(code).toBe(1);
  expect(output).toContain(
    'To return to the previous version:\n  ln -sfn /lectern-0.2.0 /lectern && systemctl restart lectern\n',
  );
  expect(output).toContain(`restore the newest backup of ${BACKUP}:`);
});

test('containers are replaced after a verified backup by the new program, with the settings of before', async () => {
  const { upgrade, calls, place } = await openRelease({ programs: ['docker'] });
  await writeFile(place('lectern-0.2.0/.env'), 'DOMAIN=school.example\n');
  await writeFile(place('lectern-0.3.0-image.tar.gz'), '');
  expect((await upgrade()).code).toBe(0);
  expect((await calls()).slice(2)).toEqual([
    'docker load --input /lectern-0.3.0-image.tar.gz',
    'docker compose run --rm -T --no-deps lectern node server/main.ts backup /data/backups/',
    'docker compose run --rm -T --no-deps lectern node server/main.ts verify /data/backups/',
    'docker compose up --detach --wait',
  ]);
  expect(await readFile(place('lectern-0.3.0/.env'), 'utf8')).toBe('DOMAIN=school.example\n');
});

test('containers stay as they are when the backup fails, and return to the folder before when the new ones do', async () => {
  const unverified = await openRelease({ programs: ['docker'], fails: '*verify*' });
  expect((await unverified.upgrade()).code).toBe(1);
  expect(await unverified.calls()).not.toContain('docker compose up --detach --wait');
  const { code, output } = await (await openRelease({ programs: ['docker'], fails: '*--wait*' })).upgrade();
  expect(code).toBe(1);
  expect(output).toContain(
    'To return to the previous version:\n  cd /lectern-0.2.0 && docker compose up --detach --wait\n',
  );
});

test('without a school on the machine nothing happens', async () => {
  const { upgrade, calls } = await openRelease({ programs: ['npm'] });
  expect(await upgrade()).toEqual({
    code: 1,
    output: 'Neither systemd nor Docker Compose runs a school on this machine: docs/upgrading.md, "Step by step".\n',
  });
  expect(await calls()).toEqual(['']);
});

test('a command where no service is installed runs in the folder', async () => {
  const { run, calls } = await openRelease({ programs: [] });
  expect((await run('deploy/run.sh', 'admin', 'asha@school.example')).code).toBe(0);
  expect(await calls()).toEqual(['node server/main.ts admin asha@school.example']);
});
