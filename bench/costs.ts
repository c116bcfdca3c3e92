import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Costs } from './capacity/model.ts';
import { buy } from './cluster/buyer.ts';
import { settleJobs } from './cluster/judge.ts';
import { openSchool, PASSWORD } from './cluster/people.ts';
import { type Cluster, METRICS_TOKEN, startCluster } from './cluster/services.ts';
import { load } from './load.ts';
import { type Figure, recorded, round } from './measure.ts';
import { temporaryFolder } from './processes.ts';
import { logIn } from './school.ts';
import { upload, videoOf } from './upload.ts';
import { findLecture, loadSegment, openLecture, sendHeartbeat, startVisit } from './viewer.ts';
import { bearer, createVisitor, createVisitors, type Visitor } from './visitor.ts';

const LEARNERS = 500;
const LOGINS = 50;
const PURCHASES = 10;
const ROUNDS = 4;
const AT_ONCE = 16;
const FILE = 'bench/costs.json';
const VIDEO_SECONDS = 8;

type Opened = Awaited<ReturnType<typeof openSchool>>;

const makeVideo = (path: string): void => {
  const input = `-f lavfi -i testsrc2=s=1280x720:r=30:d=${VIDEO_SECONDS} -f lavfi -i sine=d=${VIDEO_SECONDS}`;
  const coded = '-c:v libx264 -preset ultrafast -crf 20 -pix_fmt yuv420p -c:a aac -movflags +faststart';
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...input.split(' '), ...coded.split(' '), path]);
};

/** Statements that the web processes have sent, as their metrics count them. */
const statementsOf = async ({ webOrigins }: Cluster): Promise<number> => {
  const texts = await Promise.all(
    webOrigins.map(async (origin) => (await fetch(`${origin}/metrics`, { headers: bearer(METRICS_TOKEN) })).text()),
  );
  const counts = texts.join('\n').matchAll(/^lectern_statement_duration_seconds_count\{.*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
};

/** What one of `count` turns, `AT_ONCE` at a time, costs on average. */
const costOf = async (cluster: Cluster, count: number, work: (turn: number) => Promise<unknown>) => {
  const [before, statementsBefore] = [cluster.cpuSeconds(), await statementsOf(cluster)];
  await load({ connections: AT_ONCE, turns: count }, work);
  const [after, statements] = [cluster.cpuSeconds(), await statementsOf(cluster)];
  const msOf = (part: 'web' | 'database' | 'proxy'): number => round(((after[part] - before[part]) * 1000) / count, 3);
  return {
    webMs: msOf('web'),
    databaseMs: msOf('database'),
    proxyMs: msOf('proxy'),
    statements: round((statements - statementsBefore) / count, 1),
  };
};

/** Processing a video in all its sizes, by the worker, until nothing is left to be done. */
const videoMinuteCost = async (cluster: Cluster, { admin, uploaded }: Opened) => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'video.mp4');
  makeVideo(path);
  const video = videoOf(readFileSync(path));
  const { db } = cluster.database;
  const [seconds, sizeBytes] = [cluster.cpuSeconds().worker, await cluster.store.sizeBytes()];
  await upload(admin, uploaded, 'Measured', video);
  while (await db.selectFrom('video_work').select('state').where('state', '=', 'processing').executeTakeFirst())
    await setTimeout(500);
  await settleJobs(cluster.database);
  const master = await admin.step('master playlist', (await findLecture(admin, uploaded)).hls);
  const rates = [...master.body.toString().matchAll(/AVERAGE-BANDWIDTH=(\d+)/g)].map(([, rate]) => Number(rate));
  const minutes = VIDEO_SECONDS / 60;
  return {
    workerMs: round(((cluster.cpuSeconds().worker - seconds) * 1000) / minutes, 0),
    renditionBytes: round(((await cluster.store.sizeBytes()) - sizeBytes - video.sizeBytes) / minutes, 0),
    highestBitsPerSecond: Math.max(...rates),
  };
};

const databaseBytes = async ({ database: { db } }: Cluster): Promise<number> => {
  const { rows } = await sql<{ size: string }>`SELECT pg_database_size(current_database()) AS size`.execute(db);
  return Number(rows[0]?.size);
};

const requestCosts = async (cluster: Cluster, { watched, learners }: Opened): Promise<Costs['requests']> => {
  const tokens = learners.map(({ token }) => token);
  using visitors = createVisitors(cluster.origin, LEARNERS, tokens);
  const logInAs = (visitor: Visitor, place: number) =>
    logIn(visitor, { email: learners[place]?.email ?? '', password: PASSWORD });
  for (const [place, token] of tokens.entries()) if (token === undefined) await logInAs(visitors.at(place), place);
  /** Each of the first visitors does it once, which is not measured, and then some rounds. */
  const cost = async (count: number, work: (visitor: Visitor, place: number, round: number) => Promise<unknown>) => {
    await costOf(cluster, count, (turn) => work(visitors.at(turn), turn, 0));
    return costOf(cluster, count * ROUNDS, (turn) => {
      const place = turn % count;
      return work(visitors.at(place), place, 1 + Math.floor(turn / count));
    });
  };
  const { id, hls } = await findLecture(visitors.at(0), watched);
  const [, segment = { url: '', range: '', seconds: 0 }] = await openLecture(visitors.at(0), hls);
  return {
    visit: await cost(LEARNERS, startVisit),
    login: await cost(LOGINS, logInAs),
    lecture: await cost(LEARNERS, async (visitor) => openLecture(visitor, (await findLecture(visitor, watched)).hls)),
    heartbeat: await cost(LEARNERS, (visitor, place, round) =>
      sendHeartbeat(visitor, id, { seq: round + 1, sessionId: `bench-${place}` }),
    ),
    segment: await cost(LEARNERS, (visitor) => loadSegment(visitor, segment)),
    purchase: await cost(PURCHASES, (_visitor, place, round) => {
      const buyer = createVisitor(cluster.origin, LEARNERS + round * PURCHASES + place);
      const person = { email: `buyer-${place}-${round}@school.example`, password: PASSWORD, place: 1 };
      return buy(buyer, person).finally(buyer.leave);
    }),
  };
};

/** Measures what each kind of request costs, writes it for `npm run capacity`, and reports it. */
export const costFigures = async (): Promise<Figure[]> => {
  await using cluster = await startCluster();
  const bytesBefore = await databaseBytes(cluster);
  const opened = await openSchool(cluster, LEARNERS);
  const learnerBytes = round(((await databaseBytes(cluster)) - bytesBefore) / LEARNERS, 0);
  const costs: Costs = {
    machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}`,
    date: new Date().toISOString().slice(0, 10),
    requests: await requestCosts(cluster, opened),
    videoMinute: await videoMinuteCost(cluster, opened),
    learnerBytes,
  };
  writeFileSync(FILE, `${JSON.stringify(costs, null, 2)}\n`);
  return Object.entries(costs.requests).map(([name, { webMs, databaseMs, proxyMs, statements }]) => {
    const detail = `${databaseMs} ms in PostgreSQL and PgBouncer, ${proxyMs} ms in nginx; ${statements} statements`;
    return recorded(`one ${name}`, webMs, 'ms of CPU in web processes', detail);
  });
};
