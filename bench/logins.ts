import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { createCourse, signIn } from './fill.ts';
import { type Figure, figure, percentile, round } from './measure.ts';
import { admin, type Running, startLectern, temporaryFolder } from './processes.ts';

const LOGINS = 50;
const PROBE_EVERY_MS = 5;

const probe = (server: Running, agent: Agent, path: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now();
    get(`${server.origin}${path}`, { agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(performance.now() - startedAt));
    }).on('error', reject);
  });

/** Other requests' latency while fifty people log in at once. */
export const loginFigures = async (): Promise<Figure[]> => {
  const folder = temporaryFolder();
  const lectern = await startLectern(join(folder.path, 'data'));
  const agent = new Agent({ keepAlive: true });
  try {
    const token = await signIn(lectern);
    await createCourse(lectern, token, 'One course');
    const startedAt = performance.now();
    const run = { isOver: false };
    const logins = Promise.all(
      Array.from({ length: LOGINS }, async () => {
        const response = await fetch(`${lectern.origin}/api/v1/user/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(admin),
        });
        if (response.status !== 200) throw new Error(`a login answered ${response.status}`);
        await response.arrayBuffer();
      }),
    ).finally(() => {
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
    ];
  } finally {
    agent.destroy();
    await lectern.stop();
    folder.remove();
  }
};
