// @module-tag long
import { expect, onTestFinished, test } from 'vitest';
import { isolatedData } from '#test/isolated-data.ts';
import { startServers } from '#test/server-processes.ts';
import { until } from '#test/until.ts';
import { asSmtp, openHanging } from './hanging-server.ts';

/** Of the 17 seconds in docs/operations.md; with PostgreSQL five are for balancers. */
const MOST_MS = 17_500;

test('a process stops in time while its mail server hangs', { timeout: 120_000 }, async () => {
  await using smtp = await openHanging('silent', asSmtp);
  const data = await isolatedData();
  onTestFinished(data.remove);
  const servers = await startServers((place) => ({
    DATA_DIR: data.dataDir,
    ...(data.databaseUrl === undefined ? {} : { DATABASE_URL: data.databaseUrl }),
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    SECRET_KEY: 'a secret of two processes, of a test',
    CONTACT_EMAIL: 'desk@school.example',
    FFMPEG_PATH: 'none',
    ROLE: place === 0 || data.databaseUrl === undefined ? 'all' : 'web',
  }));
  onTestFinished(servers.stop);
  const send = () =>
    fetch(`${servers.origin(0)}/api/v1/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ravi', email: 'ravi@home.example', message: 'In Hindi?' }),
    });
  expect((await send()).status).toBe(200);
  await until(() => smtp.connections() > 0, 'an email is being sent');
  // The request of a person does not wait for it.
  const askedAt = performance.now();
  expect((await send()).status).toBe(200);
  expect(performance.now() - askedAt).toBeLessThan(2000);
  const { code, ms } = await servers.end(0);
  process.stdout.write(`ended with code ${code} in ${Math.round(ms)} ms\n`);
  expect(ms).toBeLessThan(MOST_MS);
});
