import { join } from 'node:path';
import { z } from 'zod';
import { freePort, run } from '#test/deploy/run.ts';
import { logInWithBrowser, openBrowser } from './browser.ts';
import { type Figure, figure, median, round } from './measure.ts';
import type { Subject } from './processes.ts';
import { settledLectures, startSchool } from './school.ts';
import { read } from './visitor.ts';

/** It is 176 MB with its own packages, so it is fetched when it is asked for and not with every `npm ci`. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const RUNS = 3;
const LCP = 'largest-contentful-paint';
const SLOW_KBIT = 400;
/** Not simulated: the browser holds every response back. */
const SLOW_LINE = [
  '--throttling-method=devtools',
  `--throttling.downloadThroughputKbps=${SLOW_KBIT}`,
  `--throttling.uploadThroughputKbps=${SLOW_KBIT}`,
  '--throttling.requestLatencyMs=150',
];

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

/** Lighthouse as it is: a phone on slow 4G, simulated, that was never here before. What differs is given as options. */
const reportOf = async (address: string, port: number, options: string[] = []): Promise<Report> => {
  const words = [address, `--port=${port}`, '--output=json', '--quiet', ...options];
  return Report.parse(JSON.parse(await run('npx', ['--yes', LIGHTHOUSE, ...words])));
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

const measurePage = async ({ origin, port, phone }: Host, page: Page): Promise<Figure[]> => {
  const { name, isPublic } = page;
  const address = origin + page.path;
  const slowdown = `--throttling.cpuSlowdownMultiplier=${phone.slowdown}`;
  // Who is logged in was here before.
  const options = isPublic ? [slowdown] : [slowdown, '--disable-storage-reset'];
  const reports: Report[] = [];
  for (let index = 0; index < RUNS; index += 1) reports.push(await reportOf(address, port, options));
  const score = (category: string): number => median(reports.map((report) => scoreOf(report, category)));
  const value = (audit: string): number => median(reports.map((report) => valueOf(report, audit)));
  const failing = [...new Set(reports.flatMap(failingAudits))].join(', ') || 'none';
  const others = ['accessibility', 'best-practices', ...(isPublic ? ['seo'] : [])];
  const detail = [
    `median of ${RUNS}; first paint after ${seconds(value('first-contentful-paint'))} s`,
    `blocked for ${round(value('total-blocking-time'), 0)} ms`,
    `processor with benchmark index ${round(phone.index, 0)}, slowed down by ${phone.slowdown}`,
  ].join('; ');
  const shift = round(value('cumulative-layout-shift'), 3);
  const scores = [
    figure(`${name}: performance`, { atLeast: page.performance }, score('performance'), 'points', detail),
    figure(
      `${name}: the least of ${others.join(', ')}`,
      { atLeast: 100 },
      Math.min(...others.map(score)),
      'points',
      `audits below 0.9: ${failing}`,
    ),
    figure(`${name}: layout shift`, { atMost: 0.02 }, shift, '', 'cumulative'),
  ];
  if (!isPublic) return scores;
  const slow = await reportOf(address, port, ['--only-categories=performance', ...SLOW_LINE, slowdown]);
  const [lcp, slowLcp] = [seconds(value(LCP)), seconds(valueOf(slow, LCP))];
  return [
    ...scores,
    figure(`${name}: LCP on slow 4G`, { atMost: 1.5 }, lcp, 's', 'simulated'),
    figure(`${name}: LCP at ${SLOW_KBIT} kbit/s`, { atMost: 3 }, slowLcp, 's', 'applied, not simulated'),
    figure(
      `${name}: requests before LCP`,
      { atMost: 12 },
      median(reports.map(requestsBeforeLcp)),
      '',
      'begun before it',
    ),
  ];
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
export const lighthouseFigures = async (subject: Subject): Promise<Figure[]> => {
  await using school = await startSchool(subject);
  const { admin, folder } = school;
  const { origin } = admin;
  const samples = [join(subject.checkout, 'server/main.ts'), 'samples', 'published'];
  await run(process.execPath, samples, { ...process.env, DATA_DIR: join(folder, 'data') });
  const port = await freePort();
  await using context = await openBrowser(folder, { args: [`--remote-debugging-port=${port}`] });
  const { courses } = read(Courses, await admin.step('courses', '/api/v1/courses'));
  for (const { _id } of courses) await settledLectures(admin, _id);
  const query = `?course=${courses[0]?._id ?? ''}`;
  const visited = [
    { name: 'home', path: '/', performance: 98 },
    { name: 'courses', path: '/courses', performance: 98 },
    { name: 'course', path: `/courses/description${query}`, performance: 98 },
    { name: 'login', path: '/login', performance: 95 },
  ];
  const figures: Figure[] = [];
  const host = { origin, port, phone: await calibrate(origin, port) };
  for (const page of visited) figures.push(...(await measurePage(host, { ...page, isPublic: true })));
  await (await logInWithBrowser(context, origin)).close();
  const classroom = { name: 'classroom', path: `/course/displaylectures${query}`, performance: 90, isPublic: false };
  return [...figures, ...(await measurePage(host, classroom))];
};
