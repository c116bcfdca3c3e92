import { type IncomingMessage, request } from 'node:http';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { createProbeAddresses } from '#server/http/page/probe.ts';
import { openSecretKey } from '#server/secret-key.ts';
import { examine, respondWith } from '#test/examine.ts';
import { temporaryFolder } from '#test/isolated-data.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { askAddress } from './ask-address.ts';

interface Manners {
  dropsHost?: boolean;
  maxBytes?: number;
  collectsBodies?: boolean;
  collectsAnswers?: boolean;
  patienceMs?: number;
}

/** A proxy in front of the app with the manners of those that people set up. */
const proxyTo = (origin: string, manners: Manners = {}): Promise<string> => {
  const {
    dropsHost = false,
    maxBytes = Infinity,
    collectsBodies = false,
    collectsAnswers = false,
    patienceMs,
  } = manners;
  return respondWith((incoming, outgoing) => {
    const pass = async (): Promise<void> => {
      if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) {
        outgoing.writeHead(413).end('too large');
        return;
      }
      const { host: _dropped, ...others } = incoming.headers;
      const headers = dropsHost ? others : incoming.headers;
      const inner = request(new URL(incoming.url ?? '/', origin), { method: incoming.method, headers, agent: false });
      const { promise: answered, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      inner.on('response', resolve).on('error', reject);
      incoming.on('close', () => incoming.complete || inner.destroy());
      // It is awaited when the body is there.
      answered.catch(() => undefined);
      if (collectsBodies) inner.end(await buffer(incoming));
      else incoming.pipe(inner);
      const answer = await answered;
      if (patienceMs !== undefined) setTimeout(() => outgoing.destroy(), patienceMs);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      if (collectsAnswers) outgoing.end(await buffer(answer));
      else answer.pipe(outgoing);
    };
    incoming.on('error', () => undefined);
    pass().catch(() => outgoing.destroy());
  });
};

const open = async (app: TestApp) => {
  const secretKey = await openSecretKey(undefined, app.config.dataDir);
  const addresses = createProbeAddresses({ secretKey, clock: app.clock });
  return (at: string, pauseMs = 2000) =>
    askAddress(new URL(addresses.make(pauseMs), at), { bodyBytes: 2 * 1024 * 1024, pauseMs, patienceMs: 20_000 });
};

test('the way through a proxy shows what it does to requests', async () => {
  await using app = await startApp();
  const origin = await app.listen();
  const ask = await open(app);
  const cases: [Manners, string[]][] = [
    [{}, []],
    [{ dropsHost: true }, ['host']],
    [{ maxBytes: 1024 * 1024 }, ['limit']],
    [{ collectsBodies: true }, ['upload']],
    [{ collectsAnswers: true }, ['events']],
    [{ patienceMs: 200 }, ['cut']],
    [{ dropsHost: true, collectsBodies: true, collectsAnswers: true }, ['host', 'upload', 'events']],
  ];
  expect(await ask(origin)).toEqual([]);
  // It leaves in the middle of a body, as people do.
  expect(app.logLines().filter((line) => line.includes('request failed'))).toEqual([]);
  for (const [manners, problems] of cases)
    expect(
      await ask((await proxyTo(origin, manners)).replace('127.0.0.1', 'localhost')),
      JSON.stringify(manners),
    ).toEqual(problems);
});

test('only those who know the secret of the school are answered', async () => {
  await using app = await startApp();
  const origin = await app.listen();
  const secretKey = await openSecretKey('another secret of another school', '/nowhere');
  const { make } = createProbeAddresses({ secretKey, clock: app.clock });
  const ask = { bodyBytes: 200_000, pauseMs: 0, patienceMs: 20_000 };
  expect(await askAddress(new URL(make(0), origin), ask)).toBeUndefined();
  for (const token of ['', 'x', '1.x', `${app.clock.now()}.${'a'.repeat(43)}`]) {
    const { statusCode } = await app.http.inject({
      method: 'POST',
      url: `/probe/${token}`,
      headers: { 'content-type': 'application/octet-stream' },
      payload: 'x',
    });
    expect(statusCode, token).toBe(404);
  }
});

test('the doctor says what is wrong with a secret that is not whole', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  await writeFile(join(folder.path, 'secret-key'), '');
  const place = { dataDir: folder.path, databaseUrl: undefined, remove: async () => undefined };
  expect(await examine(place)).toMatchObject({
    email: { status: 'failing', detail: expect.stringMatching(/secret-key is empty\. Restore it from a backup\./) },
  });
});

test('the doctor names the problem and the line that mends it', async () => {
  await using app = await startApp();
  const origin = await app.listen();
  app.clock.set(systemClock.now());
  const place = { dataDir: app.config.dataDir, databaseUrl: app.config.databaseUrl, remove: async () => undefined };
  const limited = await proxyTo(origin, { maxBytes: 1024 * 1024 });
  expect(await examine(place, { PUBLIC_URL: limited })).toMatchObject({
    proxy: {
      status: 'failing',
      title: 'The proxy limits uploads',
      detail: 'A body of 32 MiB is refused, so videos and other files cannot be uploaded.',
      fix: { text: 'Let it limit nothing; in nginx:', code: 'client_max_body_size 0;' },
    },
    address: { status: 'ok' },
  });
});
