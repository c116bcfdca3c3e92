import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { childCpuSeconds, type Ended, runChild } from './child.ts';
import { type Machine, prepareMachine, providePrograms } from './machine.ts';
import { playwrightTally, type Tally, vitestTally } from './test-results.ts';

/**
 * `npm test` runs the parts `checks`, `unit` and `e2e`; `npm test -- unit` runs one of them, and further words choose files
 * in it, such as `npm test -- unit server/features/catalog`. `npm test -- long` runs the tests with the tag `long`: crashes,
 * restarts, floods, backups, several processes, generated input, every page as every role and with axe; and on PostgreSQL what
 * `npm test` runs on SQLite alone. The last line is always `N passed, N failed`.
 * What a proof needs is started for it alone, so it runs only by its name, such as `npm test -- container`.
 * `npm test -- browsers` tells the stories of test/browsers in Firefox, WebKit and Chromium.
 */
const PARTS = ['checks', 'unit', 'e2e'] as const;
const LONG = 'long';
type Part = (typeof PARTS)[number] | typeof LONG;

const BROWSERS = 'browsers';
/** Chromium is the one with windows, which its driver needs. Firefox plays H.264 with the codecs that come with ffmpeg, WebKit with plugins of GStreamer, on a screen of Xvfb. */
const BROWSER_PROGRAMS = [
  'ffmpeg',
  'chromium-driver',
  'firefox-esr',
  'xvfb',
  'webkit2gtk-driver',
  'gstreamer1.0-plugins-base',
  'gstreamer1.0-plugins-good',
  'gstreamer1.0-plugins-bad',
  'gstreamer1.0-libav',
];

/** Each is a file of test/deploy, or the folder of the stories, with the programs and packages that it needs. */
const PROOFS = new Map<string, string[]>([
  ['release', []],
  ['container', ['buildah', 'debootstrap']],
  ['compose', ['buildah', 'debootstrap', 'podman', 'runc', 'catatonit', 'netavark', 'aardvark-dns', 'iptables']],
  ['service', ['systemd']],
  ['upgrade', ['git', 'postgresql']],
  ['old-schools', ['git', 'postgresql']],
  ['proxies', ['caddy', 'nginx']],
  ['proxy-configurations', ['nginx', 'caddy', 'apache2', 'haproxy']],
  ['alerts', ['prometheus']],
  [BROWSERS, BROWSER_PROGRAMS],
  ['cdn', ['nginx', 'libnginx-mod-http-js']],
  ['ceph', ['ffmpeg', 'ceph-common', 'ceph-mon', 'ceph-osd', 'radosgw']],
  ['swift', ['ffmpeg', 'swift-account', 'swift-container', 'swift-object', 'swift-proxy']],
]);

const root = path.resolve(import.meta.dirname, '..');
/** They end what hangs. A machine that is shared may be eight times slower than the one that the bars were measured on. */
const CHECK_TIMEOUT_MS = 30 * 60_000;
const UNIT_TIMEOUT_MS = 150 * 60_000;
const E2E_TIMEOUT_MS = 50 * 60_000;

const say = (line: string): void => console.log(line);

const bin = (name: string): string => path.join(root, 'node_modules', '.bin', name);

/** What the machine's owner exported for a real server does not reach the tests. */
const testEnvironment = (machine: Machine): NodeJS.ProcessEnv => {
  const kept =
    /^(?:PATH|HOME|USER|LANG|LC_.*|TMPDIR|CI|TERM|XDG_.*|PLAYWRIGHT_.*|UPDATE_PICTURES|TEST_POSTGRES_URL|NODE_EXTRA_CA_CERTS)$/;
  const inherited = Object.entries(process.env).filter(([name]) => kept.test(name));
  return {
    ...Object.fromEntries(inherited),
    NO_COLOR: '1',
    ...(machine.chromiumPath === undefined ? {} : { CHROMIUM_PATH: machine.chromiumPath }),
    ...(machine.ffmpegPath === undefined ? {} : { FFMPEG_PATH: machine.ffmpegPath }),
  };
};

const report = (name: string, { passed, failed }: Tally, ended: Ended): Tally => {
  const seconds = (ended.elapsedMs / 1000).toFixed(1);
  if (failed > 0) say(`\n${ended.output.trim()}\n`);
  const counts = passed + failed > 1 ? `: ${passed} passed, ${failed} failed` : '';
  say(`${failed > 0 ? 'FAILED' : 'ok'} ${name}${counts} (${seconds} s)`);
  return { passed, failed };
};

const check = async (name: string, command: string, parameters: string[], env: NodeJS.ProcessEnv): Promise<Tally> => {
  const ended = await runChild(command, parameters, { timeoutMs: CHECK_TIMEOUT_MS, env });
  return report(name, ended.code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }, ended);
};

const buildWeb = (env: NodeJS.ProcessEnv): Promise<Tally> =>
  check('build', process.execPath, [path.join('scripts', 'build-web.ts'), '--if-stale'], env);

/** Two cores: the light ones run beside the heavy ones. */
const runChecks = async (env: NodeJS.ProcessEnv): Promise<Tally[]> => {
  const heavy = async (): Promise<Tally[]> => [
    await check('lint', bin('oxlint'), ['--type-aware'], env),
    await check('format', bin('oxfmt'), ['--check', '.'], env),
  ];
  const others = async (): Promise<Tally[]> => [
    await check('types', bin('tsc'), ['--noEmit'], env),
    await check('types of the pages', bin('tsc'), ['--noEmit', '-p', 'web'], env),
    await check('unused', bin('knip'), ['--no-progress'], env),
    await check('conformance', process.execPath, [path.join('scripts', 'conformance.ts')], env),
    await buildWeb(env),
    await check('browsers', process.execPath, [path.join('scripts', 'check-browsers.ts')], env),
    await check('weights', process.execPath, [path.join('scripts', 'check-weights.ts')], env),
  ];
  return (await Promise.all([heavy(), others()])).flat();
};

const runVitest = async (name: string, env: NodeJS.ProcessEnv, reports: string, words: string[]): Promise<Tally[]> => {
  const file = path.join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const parameters = ['run', '--silent=passed-only', ...reporters, ...words];
  const ended = await runChild(bin('vitest'), parameters, { timeoutMs: UNIT_TIMEOUT_MS, env });
  return [report(name, await vitestTally(file, ended.code), ended)];
};

const runBrowser = async (env: NodeJS.ProcessEnv, reports: string, filters: string[]): Promise<Tally[]> => {
  if (env['CHROMIUM_PATH'] === undefined) return [{ passed: 0, failed: 1 }];
  const file = path.join(reports, 'playwright.json');
  const parameters = ['test', '--reporter=list,json', ...filters];
  const withReport = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const ended = await runChild(bin('playwright'), parameters, { timeoutMs: E2E_TIMEOUT_MS, env: withReport });
  return [report('e2e', await playwrightTally(file, ended.code), ended)];
};

const isPart = (word: string | undefined): word is Part => [...PARTS, LONG].some((part) => part === word);

const withReports = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const reports = await mkdtemp(path.join(tmpdir(), 'lectern-reports-'));
  try {
    return await work(reports);
  } finally {
    await rm(reports, { recursive: true, force: true });
  }
};

const runProof = async (name: string, programs: string[], filters: string[]): Promise<Tally[]> => {
  providePrograms(programs, say);
  const env = testEnvironment({ chromiumPath: undefined, ffmpegPath: undefined, missing: [] });
  const isStories = name === BROWSERS;
  const stories =
    filters.length > 0 ? filters.map((word) => path.join('test', BROWSERS, word)) : [path.join('test', BROWSERS)];
  const files = isStories ? stories : [path.join('test', 'deploy', `${name}.test.ts`)];
  return withReports(async (reports) => [
    ...(isStories ? [await buildWeb(env)] : []),
    ...(await runVitest(name, env, reports, ['--project=proofs', ...files])),
  ]);
};

const runUnit = async (
  env: NodeJS.ProcessEnv,
  reports: string,
  filters: string[],
  isLong: boolean,
): Promise<Tally[]> => {
  const run = (tags: string, ...projects: string[]): Promise<Tally[]> =>
    runVitest('unit', env, reports, [
      ...projects.map((name) => `--project=${name}`),
      `--tagsFilter=${tags}`,
      ...filters,
    ]);
  if (!isLong) return run(`!${LONG}`, 'sqlite', 'measured', 'postgres', 'plain', 'web');
  // Every file is loaded to see its tags: those of the browser's code have none.
  const long = await run(LONG, 'sqlite', 'measured', 'postgres', 'postgres-rest', 'plain');
  return [...long, ...(await run(`!${LONG}`, 'postgres-rest'))];
};

/** Says what a part cost: `work` may wait for others, but no other part runs meanwhile. */
const measured = async (part: string, work: () => Promise<Tally[]>): Promise<Tally[]> => {
  const [startedAt, cpuBefore] = [performance.now(), childCpuSeconds()];
  const tallies = await work();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  const cpu = cpuBefore === undefined ? '' : `, ${((childCpuSeconds() ?? 0) - cpuBefore).toFixed(0)} s of CPU`;
  say(`${part}: ${seconds} s${cpu}`);
  return tallies;
};

const runParts = async (parts: readonly Part[], filters: string[]): Promise<Tally[]> => {
  const isLong = parts.includes(LONG);
  const runs = (part: Part): boolean => isLong || parts.includes(part);
  const machine = prepareMachine({ browser: runs('e2e'), servers: runs('unit') }, say);
  machine.missing.forEach(say);
  const env = testEnvironment(machine);
  return withReports(async (reports) => {
    const tallies: Tally[] = [];
    if (parts.includes('checks')) tallies.push(...(await measured('checks', () => runChecks(env))));
    else if (runs('e2e')) tallies.push(await buildWeb(env));
    if (runs('unit')) tallies.push(...(await measured('unit', () => runUnit(env, reports, filters, isLong))));
    const stories = [isLong ? `--grep=@${LONG}` : `--grep-invert=@${LONG}`, ...filters];
    if (runs('e2e')) tallies.push(...(await measured('e2e', () => runBrowser(env, reports, stories))));
    return tallies;
  });
};

const main = async (words: string[]): Promise<void> => {
  process.chdir(root);
  const [first, ...rest] = words;
  const programs = PROOFS.get(first ?? '');
  if (first !== undefined && !isPart(first) && !programs) {
    say(`Unknown part ${first}: use ${[...PARTS, LONG, ...PROOFS.keys()].join(', ')}, or nothing for all`);
    say('0 passed, 1 failed');
    process.exitCode = 1;
    return;
  }
  const tallies =
    first !== undefined && programs
      ? await runProof(first, programs, rest)
      : await runParts(isPart(first) ? [first] : PARTS, rest);
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
  say(`${passed} passed, ${failed} failed`);
};

await main(process.argv.slice(2));
