import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import type { Database } from '#server/database/database.ts';
import { insertLecture } from '#server/features/classroom/lectures/lectures.queries.ts';
import { insertCourses } from './fill.ts';
import { type Figure, figure, percentile, round } from './measure.ts';
import { type Running, startLectern, temporaryFolder } from './processes.ts';
import { addViewers, openPlace, type Place } from './viewers.ts';

const VIEWERS = 1000;
const LECTURES = 20;
const CONNECTIONS = 256;
const MEASURED_MS = 6000;

interface Viewer {
  token: string;
  lectureId: string;
  seq: number;
}

const addLectures = (database: Database, now: number): Promise<void> =>
  database.transaction(async (tx) => {
    for (let index = 0; index < LECTURES; index += 1)
      await insertLecture(tx, {
        id: `lecture-${index}`,
        course_id: '0'.repeat(24),
        section_id: null,
        title: `Lecture ${index}`,
        description: 'To be watched.',
        position: index + 1,
        video_key: `videos/lecture-${index}.mp4`,
        content_type: 'video/mp4',
        size_bytes: 1,
        duration_ms: 3_600_000,
        is_free_preview: 0,
        published_at: now,
        now,
      });
  });

const fill = async (place: Place): Promise<Viewer[]> => {
  await insertCourses(place, 1);
  const database = await openPlace(place);
  await addLectures(database, Date.now());
  const tokens = await addViewers(database, VIEWERS);
  await database.close();
  return tokens.map((token, index) => ({ token, lectureId: `lecture-${index % LECTURES}`, seq: 0 }));
};

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

/** Heartbeats of a thousand viewers, each confirmed when it is committed. */
export const progressFigures = async (engine: string, url?: string): Promise<Figure[]> => {
  const folder = temporaryFolder();
  const dataDir = join(folder.path, 'data');
  const environment = url === undefined ? {} : { DATABASE_URL: url };
  await (await startLectern(dataDir, environment)).stop();
  const viewers = await fill({ file: join(dataDir, 'lectern.db'), url });
  const server = await startLectern(dataDir, environment);
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
    return [figure(`progress heartbeats, ${engine}`, { atLeast: 2000 }, perSecond, 'a second', detail)];
  } finally {
    await server.stop();
    folder.remove();
  }
};
