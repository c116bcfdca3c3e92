import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { type Database, openSqlite, type Tx } from '#server/database/database.ts';
import { insertLecture } from '#server/features/classroom/lectures/lectures.queries.ts';
import { newSecret, secretDigest } from '#server/ids.ts';
import { insertCourses } from './fill.ts';
import { type Figure, figure, percentile, round } from './measure.ts';
import { type Running, startLectern, temporaryFolder } from './processes.ts';

const VIEWERS = 1000;
const LECTURES = 20;
const CONNECTIONS = 256;
const MEASURED_MS = 6000;
const YEAR_MS = 365 * 24 * 60 * 60_000;

interface Viewer {
  token: string;
  lectureId: string;
  seq: number;
}

const insertPayment = async (tx: Tx, index: number, userId: string, now: number): Promise<void> => {
  const money = { amount_in_paise: 49_900, currency: 'INR' };
  const made = { created_at: now, updated_at: now };
  const attempt = {
    ...money,
    ...made,
    id: `attempt-${index}`,
    user_id: userId,
    provider: 'razorpay',
    mode: 'test' as const,
  };
  await tx
    .insertInto('payment_attempts')
    .values({
      ...attempt,
      key_id: 'rzp_test_bench',
      plan_ref: 'plan_bench',
      cycles: 1,
      state: 'settled',
      creating_until: 0,
      provider_status_at: now,
      is_over: 0,
      auto_renew: 0,
      expires_at: now + YEAR_MS,
      checked_at: now,
    })
    .execute();
  await tx
    .insertInto('payments')
    .values({
      ...money,
      ...made,
      id: `payment-${index}`,
      provider: 'razorpay',
      provider_payment_id: `pay_${index}`,
      attempt_id: attempt.id,
      user_id: userId,
      mode: 'test',
      status: 'captured',
      confirmed: 1,
      initiated_at: now,
      captured_at: now,
      access_until: now + YEAR_MS,
      refundable_until: now,
    })
    .execute();
};

/** A logged-in learner with a paid bundle; returns the session token. */
const addViewer = async (tx: Tx, index: number, now: number): Promise<string> => {
  const id = `viewer-${index}`;
  const token = newSecret();
  const made = { created_at: now, updated_at: now };
  const person = { id, email: `${id}@school.example`, full_name: 'Bench Viewer', role: 'USER' as const };
  await tx
    .insertInto('users')
    .values({ ...person, ...made, password_hash: 'none', media_epoch: 0 })
    .execute();
  const session = { user_id: id, created_at: now, last_used_at: now, expires_at: now + YEAR_MS };
  await tx
    .insertInto('sessions')
    .values({ ...session, token_hash: secretDigest(token) })
    .execute();
  await insertPayment(tx, index, id, now);
  return token;
};

const fill = (database: Database, now: number): Promise<Viewer[]> =>
  database.transaction(async (tx) => {
    for (let index = 0; index < LECTURES; index += 1)
      await insertLecture(tx, {
        id: `lecture-${index}`,
        course_id: '0'.repeat(24),
        title: `Lecture ${index}`,
        description: 'To be watched.',
        position: index + 1,
        video_key: `videos/lecture-${index}.mp4`,
        content_type: 'video/mp4',
        size_bytes: 1,
        duration_ms: 3_600_000,
        published_at: now,
        now,
      });
    const viewers: Viewer[] = [];
    for (let index = 0; index < VIEWERS; index += 1)
      viewers.push({ token: await addViewer(tx, index, now), lectureId: `lecture-${index % LECTURES}`, seq: 0 });
    return viewers;
  });

const beat = async ({ origin }: Running, agent: Agent, viewer: Viewer): Promise<void> => {
  viewer.seq += 1;
  const at = viewer.seq * 15_000;
  const body = JSON.stringify({
    positionMs: at,
    ranges: [[at - 15_000, at]],
    rate: 1,
    seq: viewer.seq,
    sessionId: 'bench',
  });
  const sent = request(`${origin}/api/v1/lectures/${viewer.lectureId}/progress`, {
    agent,
    method: 'POST',
    headers: {
      authorization: `Bearer ${viewer.token}`,
      'content-type': 'application/json',
      'content-length': body.length,
    },
  });
  const received = once(sent, 'response');
  sent.end(body);
  const [response] = await received;
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`a heartbeat returned ${response.statusCode}`);
};

const load = async (server: Running, viewers: readonly Viewer[], durationMs: number): Promise<number[]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const took: number[] = [];
  const endsAt = performance.now() + durationMs;
  let next = 0;
  const run = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const viewer = viewers[(next += 1) % viewers.length];
      if (!viewer) return;
      const startedAt = performance.now();
      await beat(server, agent, viewer);
      took.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, run));
  agent.destroy();
  return took;
};

/** Heartbeats of a thousand viewers, each confirmed when it is on the disk. */
export const progressFigures = async (): Promise<Figure[]> => {
  const folder = temporaryFolder();
  const dataDir = join(folder.path, 'data');
  await (await startLectern(dataDir)).stop();
  const file = join(dataDir, 'lectern.db');
  await insertCourses({ file }, 1);
  const database = openSqlite(file);
  const viewers = await fill(database, Date.now());
  await database.close();
  const server = await startLectern(dataDir);
  try {
    // The first of each begins a playback session, which is seldom and not the question.
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    await Promise.all(viewers.map((viewer) => beat(server, agent, viewer)));
    agent.destroy();
    const cpuBefore = server.cpuSeconds();
    const took = await load(server, viewers, MEASURED_MS);
    const share = (server.cpuSeconds() - cpuBefore) / (MEASURED_MS / 1000);
    const detail = `${VIEWERS} viewers over ${CONNECTIONS} connections; p99 ${round(percentile(took, 0.99), 1)} ms; server CPU ${round(share)} of a core`;
    const perSecond = round(took.length / (MEASURED_MS / 1000), 0);
    return [figure('progress heartbeats, SQLite', { atLeast: 2000 }, perSecond, 'a second', detail)];
  } finally {
    await server.stop();
    folder.remove();
  }
};
