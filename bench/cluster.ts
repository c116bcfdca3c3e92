import { setTimeout } from 'node:timers/promises';
import { settleJobs, wrongVideos, wrongEmails, wrongPayments } from './cluster/judge.ts';
import { recoveryMs, worstP99 } from './cluster/outage.ts';
import { ARRIVAL_MS, type Crowd, gather, openSchool } from './cluster/people.ts';
import { type Cluster, PLACES, startCluster } from './cluster/services.ts';
import { type Figure, figure, median, percentile, recorded, round } from './measure.ts';
import type { Attempt } from './visitor.ts';

const VIEWERS = Number(process.env['BENCH_VIEWERS'] ?? 2000);
const STEADY_MS = 90_000;
const BETWEEN_MS = 25_000;
const MAX_RETRIES = 1;
const MAX_RECOVERY_MS = 10_000;
const SHOWN = 5;

interface Outage {
  name: string;
  atMs: number;
}

const outagesOf = ({ servers, postgres }: Cluster): { name: string; happen: () => Promise<void> }[] => [
  { name: 'a web process is killed', happen: () => servers.kill(PLACES.firstWeb) },
  { name: 'a worker is killed', happen: () => servers.kill(PLACES.worker) },
  { name: 'PostgreSQL restarts', happen: () => postgres.restart('INT') },
];

/** Starts the load, breaks one thing after the other, and ends it. */
const live = async (cluster: Cluster, crowd: Crowd) => {
  const over = new AbortController();
  const crowded = crowd.run(over.signal);
  await setTimeout(ARRIVAL_MS);
  const steadyFromMs = performance.now();
  await setTimeout(STEADY_MS);
  const steadyUntilMs = performance.now();
  const outages: Outage[] = [];
  for (const { name, happen } of outagesOf(cluster)) {
    process.stderr.write(`  ${name}\n`);
    outages.push({ name, atMs: performance.now() });
    await happen();
    await setTimeout(BETWEEN_MS);
  }
  over.abort();
  await crowded;
  return { outages, steadyFromMs, steadyUntilMs };
};

type Course = Awaited<ReturnType<typeof live>>;

/** How often each name occurs, the most frequent first. */
const counted = (names: readonly string[]): string =>
  Object.entries(Object.groupBy(names, (name) => name))
    .map(([name, of = []]) => ({ name, count: of.length }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, SHOWN)
    .map(({ name, count }) => `${name} × ${count}`)
    .join(', ');

const retryFigures = (attempts: readonly Attempt[], who: string): Figure[] => {
  const steps = attempts.filter(({ isLast }) => isLast);
  const often = steps.filter(({ retries }) => retries > MAX_RETRIES);
  const lost = steps.filter(({ problem }) => problem !== undefined);
  const once = steps.filter(({ retries }) => retries === 1).length;
  const problems = attempts.flatMap(({ step, problem }) => (problem === undefined ? [] : [`${step}: ${problem}`]));
  const most = steps.reduce((known, { retries }) => Math.max(known, retries), 0);
  const detail = `${steps.length} steps, ${once} with one retry, ${most} retries at most; ${counted(often.map(({ step }) => step))}`;
  return [
    figure(`steps of ${who} with more than one retry`, { atMost: 0 }, often.length, '', detail),
    figure(`steps of ${who} that failed`, { atMost: 0 }, lost.length, '', `of all requests: ${counted(problems)}`),
  ];
};

const responseFigures = (attempts: readonly Attempt[], { outages, steadyFromMs, steadyUntilMs }: Course): Figure[] => {
  const steady = attempts.filter(({ endedAtMs }) => endedAtMs >= steadyFromMs && endedAtMs < steadyUntilMs);
  const times = steady.map(({ tookMs }) => tookMs);
  const normalMs = worstP99(attempts, steadyFromMs, steadyUntilMs);
  const perSecond = round(steady.length / (STEADY_MS / 1000), 0);
  const response = `median ${round(median(times), 1)} ms, p99 ${round(percentile(times, 0.99), 1)} ms`;
  return [
    recorded(`requests of ${VIEWERS} viewers`, perSecond, '/s', response),
    ...outages.map(({ name, atMs }) =>
      figure(
        `${name} → p99 as before`,
        { atMost: MAX_RECOVERY_MS / 1000 },
        round(recoveryMs(attempts, { normalMs, brokenAtMs: atMs, untilMs: atMs + BETWEEN_MS }) / 1000, 1),
        's',
        `highest p99 of two seconds: ${round(normalMs, 0)} ms before, ${round(worstP99(attempts, atMs, atMs + BETWEEN_MS), 0)} ms after`,
      ),
    ),
  ];
};

/** Compares the school at the end with the actions of all users. */
const endFigures = async (cluster: Cluster, { buyers, lectureIds, uploaded, admin, failures }: Crowd) => {
  const { wrong: payments, ...sold } = await wrongPayments(cluster, admin, buyers);
  const unfinished = await settleJobs(cluster.database);
  const { wrong: emails, ...sent } = await wrongEmails(cluster, buyers);
  const videos = await wrongVideos(cluster, admin, { courseId: uploaded, lectureIds });
  const none = (question: string, wrong: readonly string[], detail: string): Figure =>
    figure(question, { atMost: 0 }, wrong.length, '', [detail, ...wrong.slice(0, SHOWN)].join('; '));
  const people = `${VIEWERS} viewers, ${buyers.length} buyers, ${lectureIds.length} uploads`;
  const emailed = `${sent.emails} emails; ${sent.repeated} arrived again with the same Message-ID`;
  const paid = `${sold.payments} payments: sandbox, ledger, receipts, access; the last was recorded ${round(sold.waitedSeconds, 0)} s after the end`;
  return [
    none('people who had to leave', failures, people),
    none('jobs that did not end well', unfinished, ''),
    none('emails that are missing or there twice', emails, emailed),
    none('videos that are not processed or do not play', videos, `${lectureIds.length} videos`),
    none('payments that differ', payments, paid),
  ];
};

/** A cluster on one machine, through what clusters go through. */
export const clusterFigures = async (): Promise<Figure[]> => {
  await using cluster = await startCluster();
  const crowd = gather(await openSchool(cluster, VIEWERS));
  const course = await live(cluster, crowd);
  return [
    ...responseFigures(crowd.journal, course),
    ...retryFigures(crowd.journal, 'viewers and buyers'),
    ...retryFigures(crowd.uploads, 'uploads'),
    ...(await endFigures(cluster, crowd)),
  ];
};
