import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { createCourse, signIn } from './fill.ts';
import { type Figure, figure, median, percentile, round } from './measure.ts';
import { admin, type Running, startLectern, temporaryFolder } from './processes.ts';

const LOGINS = 50;
const CLASS = 20;
const ROUNDS = 7;
const PROBE_EVERY_MS = 5;

const probe = (server: Running, agent: Agent, path: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now();
    get(`${server.origin}${path}`, { agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(performance.now() - startedAt));
    }).on('error', reject);
  });

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

const logIn = async (server: Running): Promise<void> => {
  const response = await fetch(`${server.origin}/api/v1/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  if (response.status !== 200) throw new Error(`a login returned ${response.status}`);
  await response.arrayBuffer();
};

const inTurn = async (server: Running): Promise<void> => {
  for (let count = 0; count < CLASS; count += 1) await logIn(server);
};

const atOnce = (server: Running) => Promise.all(Array.from({ length: CLASS }, () => logIn(server)));

/** Logins at once are hashed on all cores; one after the other, each hash waits for the one before. */
const hashingFigure = async (server: Running): Promise<Figure> => {
  const [atOnceMs, inTurnMs]: [number[], number[]] = [[], []];
  await atOnce(server);
  for (let count = 0; count < ROUNDS; count += 1) {
    atOnceMs.push(await timed(() => atOnce(server)));
    inTurnMs.push(await timed(() => inTurn(server)));
  }
  const [together, serial] = [median(atOnceMs), median(inTurnMs)];
  return figure(
    `${CLASS} logins at once against serial hashing`,
    { atMost: 0.6 },
    round(together / serial),
    '×',
    `${round(together, 0)} ms against ${round(serial, 0)} ms one after the other, by turns, medians of ${ROUNDS}`,
  );
};

/** How long logins at once take, and other requests meanwhile. */
export const loginFigures = async (): Promise<Figure[]> => {
  const folder = temporaryFolder();
  const lectern = await startLectern(join(folder.path, 'data'));
  const agent = new Agent({ keepAlive: true });
  try {
    const token = await signIn(lectern);
    await createCourse(lectern, token, 'One course');
    const startedAt = performance.now();
    const run = { isOver: false };
    const logins = Promise.all(Array.from({ length: LOGINS }, () => logIn(lectern))).finally(() => {
      run.isOver = true;
    });
    const times: number[] = [];
    const paths = ['/api/v1/courses/', '/api/v1/user/me'];
    while (!run.isOver) {
      const path = paths[times.length % 2] ?? '';
      times.push(await probe(lectern, agent, path, { authorization: `Bearer ${token}` }));
      await new Promise((resolve) => {
        setTimeout(resolve, PROBE_EVERY_MS);
      });
    }
    await logins;
    const elapsedMs = performance.now() - startedAt;
    const p99 = round(percentile(times, 0.99), 1);
    return [
      figure(
        `other requests' p99 while ${LOGINS} logins run`,
        { atMost: 100 },
        p99,
        'ms',
        `${times.length} probes in ${round(elapsedMs, 0)} ms, median ${round(percentile(times, 0.5), 1)} ms`,
      ),
      await hashingFigure(lectern),
    ];
  } finally {
    agent.destroy();
    await lectern.stop();
    folder.remove();
  }
};
