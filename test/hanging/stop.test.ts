// @module-tag long
import { expect, onTestFinished, test } from 'vitest';
import { isolatedData } from '#test/isolated-data.ts';
import { startServers } from '#test/server-processes.ts';
import { startAppIn } from '#test/start-app.ts';
import { until } from '#test/until.ts';
import { openMail, openProvider, openPush, openReceiver, openStore } from './dependencies.ts';
import { openGate } from './gate.ts';
import { SLACK_MS } from './hanging-server.ts';

/** Of the 12 seconds in docs/operations.md; with PostgreSQL five more are for balancers. */
const MOST_MS = (process.env['TEST_ENGINE'] === 'postgres' ? 17_000 : 12_000) + SLACK_MS;

test.each([
  ['mail server', openMail],
  ['receiver of webhooks', openReceiver],
  ['push service', openPush],
  ['object store', openStore],
  ['payment provider', openProvider],
])(
  'while its %s hangs a process stops in time, and what it was doing is done once after the next start',
  async (what, open) => {
    const dependency = await open();
    await using gate = await openGate(dependency.port);
    const data = await isolatedData();
    onTestFinished(data.remove);
    const settings = {
      SECRET_KEY: 'a secret of several processes, of a test',
      CONTACT_EMAIL: 'desk@school.example',
      FFMPEG_PATH: 'none',
      ...dependency.settingsOf(gate.port),
    };
    const app = await startAppIn(data, Date.now(), settings);
    onTestFinished(app.close);
    const cause = await dependency.prepare(app);
    const servers = await startServers(() => ({
      DATA_DIR: data.dataDir,
      ...(data.databaseUrl === undefined ? {} : { DATABASE_URL: data.databaseUrl }),
      ...settings,
    }));
    onTestFinished(servers.stop);
    gate.hangs = true;
    await cause(servers.origin(0));
    await until(() => gate.hanging() > 0, 'it is called');
    // The requests of others do not wait for it.
    expect((await fetch(`${servers.origin(0)}/api/v1/courses`)).status).toBe(200);
    expect(gate.hanging()).toBeGreaterThan(0);

    const running = servers.count();
    const ends = await Promise.all(Array.from({ length: running }, (_, place) => servers.end(place)));
    process.stdout.write(`${what}: ${ends.map(({ code, ms }) => `code ${code} in ${Math.round(ms)} ms`).join(', ')}\n`);
    expect(ends.map(({ code }) => code)).toEqual(ends.map(() => 0));
    for (const { ms } of ends) expect(ms).toBeLessThan(MOST_MS);
    expect(await dependency.count(app)).toBe(0);

    gate.hangs = false;
    await servers.add();
    await expect.poll(() => dependency.count(app)).toBe(1);
    expect(await servers.restart(running)).toBe(0);
    expect(await dependency.count(app)).toBe(1);
  },
);
