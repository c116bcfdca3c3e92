import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { freePort } from '#test/deploy/run.ts';
import { logInWithBrowser, openBrowser } from './browser.ts';
import { type Figure, figure, median, round } from './measure.ts';
import { startLectern, temporaryFolder } from './processes.ts';
import { logInAdmin, settledLectures } from './school.ts';
import { read } from './visitor.ts';

/** It is 176 MB with its own packages, so it is fetched when it is asked for and not with every `npm ci`. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const RUNS = 3;
const SLOW_KBIT = 400;
/** Not simulated: the browser holds every response back. */
const SLOW_LINE = [
  '--throttling-method=devtools',
  `--throttling.downloadThroughputKbps=${SLOW_KBIT}`,
  `--throttling.uploadThroughputKbps=${SLOW_KBIT}`,
  '--throttling.requestLatencyMs=150',
];
const REPORT_MAX_BYTES = 64 * 1024 * 1024;

/**
 * Lighthouse slows a processor down by 4, which makes a phone of the middle class of a fast desktop: one with this index.
 * https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md#calibrating-the-cpu-slowdown
 */
const FAST_DESKTOP = { benchmarkIndex: 1500, slowdown: 4 };

const Report = z.object({
  environment: z.object({ benchmarkIndex: z.number() }),
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(
    z.string(),
    z.object({
      score: z.number().nullable(),
      numericValue: z.number().optional(),
      details: z.unknown().optional(),
    }),
  ),
});
type Report = z.output<typeof Report>;

interface Page {
  name: string;
  path: string;
  /** The least that its performance may score. */
  performance: number;
  isPublic: boolean;
}

const Courses = z.object({ courses: z.array(z.object({ _id: z.string() })) });

const run = promisify(execFile);

/** Lighthouse as it is: a phone on slow 4G, simulated, that was never here before. What differs is given as options. */
const reportOf = async (address: string, port: number, options: string[] = []): Promise<Report> => {
  const words = [address, `--port=${port}`, '--output=json', '--quiet', ...options];
  const { stdout } = await run('npx', ['--yes', LIGHTHOUSE, ...words], { maxBuffer: REPORT_MAX_BYTES });
  return Report.parse(JSON.parse(stdout));
};

const valueOf = ({ audits }: Report, name: string): number => audits[name]?.numericValue ?? Number.NaN;

const Metrics = z.object({
  items: z.tuple([z.object({ observedLargestContentfulPaint: z.number() })]).rest(z.unknown()),
});
const Requests = z.object({ items: z.array(z.object({ networkRequestTime: z.number(), protocol: z.string() })) });

const requestsBeforeLcp = ({ audits }: Report): number => {
  const [{ observedLargestContentfulPaint: observedMs }] = Metrics.parse(audits['metrics']?.details).items;
  const { items } = Requests.parse(audits['network-requests']?.details);
  // Pictures inside the styles are listed too, but nothing is requested for them.
  const beganMs = items.filter(({ protocol }) => protocol !== 'data').map((item) => item.networkRequestTime);
  const firstMs = Math.min(...beganMs);
  return beganMs.filter((ms) => ms - firstMs < observedMs).length;
};

/** The audits that cost the page something. */
const failingAudits = ({ audits }: Report): string[] =>
  Object.entries(audits)
    .filter(([, { score }]) => score !== null && score < 0.9)
    .map(([name]) => name);

const scoreOf = ({ categories }: Report, name: string): number => Math.round((categories[name]?.score ?? 0) * 100);

const seconds = (ms: number): number => round(ms / 1000);

interface Host {
  origin: string;
  /** Of the browser. */
  port: number;
  phone: { index: number; slowdown: number };
}

/** The middle of what several reports say. */
type Middle = (read: (report: Report) => number) => number;

const scoreFigures = (page: Page, middle: Middle, failing: string, phone: Host['phone']): Figure[] => {
  const others = ['accessibility', 'best-practices', ...(page.isPublic ? ['seo'] : [])];
  const paintedMs = middle((report) => valueOf(report, 'first-contentful-paint'));
  const blockedMs = middle((report) => valueOf(report, 'total-blocking-time'));
  const shift = middle((report) => valueOf(report, 'cumulative-layout-shift'));
  return [
    figure(
      `${page.name}: performance`,
      { atLeast: page.performance },
      middle((report) => scoreOf(report, 'performance')),
      'points',
      `median of ${RUNS}; first paint after ${seconds(paintedMs)} s, blocked for ${round(blockedMs, 0)} ms; processor with benchmark index ${round(phone.index, 0)}, slowed down by ${phone.slowdown}`,
    ),
    figure(
      `${page.name}: the least of ${others.join(', ')}`,
      { atLeast: 100 },
      Math.min(...others.map((name) => middle((report) => scoreOf(report, name)))),
      'points',
      `audits below 0.9: ${failing || 'none'}`,
    ),
    figure(`${page.name}: layout shift`, { atMost: 0.02 }, round(shift, 3), '', 'cumulative'),
  ];
};

const paintFigures = (page: Page, middle: Middle, slow: Report): Figure[] => {
  const lcpMs = middle((report) => valueOf(report, 'largest-contentful-paint'));
  const slowMs = valueOf(slow, 'largest-contentful-paint');
  return [
    figure(`${page.name}: LCP on slow 4G`, { atMost: 1.5 }, seconds(lcpMs), 's', 'simulated'),
    figure(`${page.name}: LCP at ${SLOW_KBIT} kbit/s`, { atMost: 3 }, seconds(slowMs), 's', 'applied, not simulated'),
    figure(`${page.name}: requests before LCP`, { atMost: 12 }, middle(requestsBeforeLcp), '', 'begun before it'),
  ];
};

const measurePage = async ({ origin, port, phone }: Host, page: Page): Promise<Figure[]> => {
  const address = origin + page.path;
  const reports: Report[] = [];
  const slowdown = `--throttling.cpuSlowdownMultiplier=${phone.slowdown}`;
  // Who is logged in was here before.
  const options = page.isPublic ? [slowdown] : [slowdown, '--disable-storage-reset'];
  for (let index = 0; index < RUNS; index += 1) reports.push(await reportOf(address, port, options));
  const middle: Middle = (read) => median(reports.map(read));
  const failing = [...new Set(reports.flatMap(failingAudits))].join(', ');
  const scores = scoreFigures(page, middle, failing, phone);
  if (!page.isPublic) return scores;
  const slow = await reportOf(address, port, ['--only-categories=performance', ...SLOW_LINE, slowdown]);
  return [...scores, ...paintFigures(page, middle, slow)];
};

const addSamples = (dataDir: string): void => {
  const environment = { ...process.env, DATA_DIR: dataDir };
  const { status, stderr } = spawnSync(process.execPath, ['server/main.ts', 'samples'], { env: environment });
  if (status !== 0) throw new Error(`no sample courses: ${stderr.toString()}`);
};

/** How much slower than this processor the simulated phone is, so that it is the same phone on every machine. */
const calibrate = async (origin: string, port: number): Promise<{ index: number; slowdown: number }> => {
  const indexes: number[] = [];
  for (let index = 0; index < RUNS; index += 1) {
    const { environment } = await reportOf(`${origin}/about`, port, ['--only-audits=first-contentful-paint']);
    indexes.push(environment.benchmarkIndex);
  }
  const index = median(indexes);
  const share = Math.min(1, index / FAST_DESKTOP.benchmarkIndex);
  return { index, slowdown: round(FAST_DESKTOP.slowdown * share, 1) };
};

/** What Lighthouse says of the pages of visitors and of the classroom, on a school with the sample courses. */
export const lighthouseFigures = async (): Promise<Figure[]> => {
  using folder = temporaryFolder();
  const dataDir = join(folder.path, 'data');
  addSamples(dataDir);
  await using lectern = await startLectern(dataDir);
  const { origin } = lectern;
  const port = await freePort();
  await using context = await openBrowser(folder.path, { args: [`--remote-debugging-port=${port}`] });
  const admin = await logInAdmin(origin);
  const { courses } = read(Courses, await admin.visitor.step('courses', `${origin}/api/v1/courses`));
  for (const { _id } of courses) await settledLectures(admin, _id);
  const query = `?course=${courses[0]?._id ?? ''}`;
  const visited: Page[] = [
    { name: 'home', path: '/', performance: 98, isPublic: true },
    { name: 'courses', path: '/courses', performance: 98, isPublic: true },
    { name: 'course', path: `/courses/description${query}`, performance: 98, isPublic: true },
    { name: 'login', path: '/login', performance: 95, isPublic: true },
  ];
  const figures: Figure[] = [];
  const host = { origin, port, phone: await calibrate(origin, port) };
  for (const page of visited) figures.push(...(await measurePage(host, page)));
  await (await logInWithBrowser(context, origin)).close();
  const classroom = { name: 'classroom', path: `/course/displaylectures${query}`, performance: 90, isPublic: false };
  return [...figures, ...(await measurePage(host, classroom))];
};
