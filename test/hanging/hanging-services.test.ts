// @module-tag long
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#server/clock.ts';
import { connectSmtp, trySmtp } from '#server/email/connect-smtp.ts';
import { createOpenid } from '#server/features/accounts/providers/openid.ts';
import { createRazorpayHttp } from '#server/features/billing/provider/razorpay/http.ts';
import { askCdn } from '#server/features/classroom/playback/cdn-address.ts';
import { postMessage } from '#server/features/school/webhooks/post-message.ts';
import { createS3Storage } from '#server/storage/s3.ts';
import { bucketSettings, s3SettingsOf } from '#test/object-store.ts';
import { until } from '#test/until.ts';
import {
  asHttp,
  asHttpBody,
  asSmtp,
  asSmtpAfterGreeting,
  manners,
  openHanging,
  portOf,
  SLACK_MS,
} from './hanging-server.ts';

const local = (port: number): string => `http://127.0.0.1:${port}`;

const razorpay = (port: number) =>
  createRazorpayHttp(() => ({ apiBase: local(port), keyId: 'key', keySecrets: ['secret'], webhookSecrets: [] }));
const mailServer = (port: number) => ({ url: `smtp://127.0.0.1:${port}`, mayBeLinkLocal: true });
const email = { from: 'desk@school.example', to: 'ravi@home.example', text: 'Welcome' };

/** What calls another machine, how that one would speak, and the time limit in seconds that docs/operations.md names. */
const calls = [
  {
    name: 'a payment provider that is asked',
    heads: [asHttp, asHttpBody],
    seconds: 25,
    run: (port: number) => razorpay(port)({ method: 'GET', path: ['payments', 'pay_1'] }, z.object({})),
  },
  {
    name: 'a payment provider that shall charge',
    heads: [asHttp, asHttpBody],
    seconds: 10,
    run: (port: number) => razorpay(port)({ method: 'POST', path: ['subscriptions'], body: {} }, z.object({})),
  },
  {
    name: 'a login service',
    heads: [asHttp, asHttpBody],
    seconds: 10,
    run: (port: number) => {
      const service = { name: 'School', issuer: local(port), clientId: 'id', clientSecret: 'secret' };
      return createOpenid({ clock: systemClock }).begin(service, 'http://localhost/login');
    },
  },
  {
    name: 'a receiver of webhooks',
    heads: [asHttp, asHttpBody],
    seconds: 15,
    run: async (port: number) => {
      const message = { headers: {}, body: '{}', allowed: [`127.0.0.1:${port}`] };
      const { status, text } = await postMessage(local(port), message);
      if (status === null) throw new Error(text);
    },
  },
  {
    name: 'a CDN that is checked',
    heads: [asHttp],
    seconds: 4,
    run: (port: number) => askCdn({ origin: local(port), key: 'a-key-of-a-test-that-is-long-enough' }, systemClock),
  },
  {
    name: 'a mail server that gets an email',
    heads: [asSmtp, asSmtpAfterGreeting],
    seconds: 60,
    run: async (port: number) => {
      const limits = { connectMs: 10_000, socketMs: 30_000, totalMs: 60_000 };
      return (await connectSmtp(mailServer(port), limits)).sendMail(email);
    },
  },
  {
    name: 'a mail server that is tried',
    heads: [asSmtp, asSmtpAfterGreeting],
    seconds: 4,
    run: (port: number) => trySmtp(mailServer(port)),
  },
];

const rows = calls.flatMap(({ heads, ...call }) =>
  manners.flatMap((manner) =>
    heads.slice(0, manner === 'dripping' ? 2 : 1).map((head) => ({ ...call, manner, head, of: head.name })),
  ),
);

/** Measures until the call is given up, and then until its connections are closed. */
const measure = async (run: () => Promise<unknown>): Promise<{ seconds: number; failed: boolean }> => {
  const begunAt = performance.now();
  const failed = await run().then(
    () => false,
    () => true,
  );
  return { seconds: (performance.now() - begunAt) / 1000, failed };
};

/** An object store that responds until it hangs. */
const openStore = async (manner: 'silent' | 'dripping', beginning = asHttp.beginning) => {
  const state = { hangs: false };
  const server = createServer((request, response) => {
    request.resume();
    if (!state.hangs) response.setHeader('content-length', 1000).end();
    else if (manner === 'dripping') response.socket?.write(beginning);
    const timer = setInterval(() => state.hangs && manner === 'dripping' && response.socket?.write('a'), 1000);
    response.once('close', () => clearInterval(timer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const key = { id: 'key', secret: 'secret' };
  const settings = s3SettingsOf({ settings: bucketSettings(local(portOf(server.address())), 'lectern', key) });
  return { state, settings };
};

describe.concurrent('what hangs is given up in time, and its connections are closed', () => {
  test.each(rows)('$name: $manner, $of', async ({ run, manner, head, seconds: limit }) => {
    await using server = await openHanging(manner, head);
    const { seconds, failed } = await measure(() => run(server.port));
    process.stdout.write(`${head.name} ${manner} ${limit} s: ${seconds.toFixed(1)} s\n`);
    expect(failed).toBe(true);
    expect(seconds).toBeLessThan(limit + SLACK_MS / 1000);
    await until(() => server.connections() === 0, 'connections are closed');
  });

  test.each(['silent', 'dripping'] as const)('an object store that is read: %s', async (manner) => {
    const { state, settings } = await openStore(manner);
    const storage = await createS3Storage(settings);
    const file = await storage.open('videos/one.mp4');
    state.hangs = true;
    const [opened, read] = await Promise.all([
      measure(() => storage.open('videos/two.mp4')),
      measure(async () => file?.read(new Uint8Array(10), 0)),
    ]);
    for (const { seconds, failed } of [opened, read]) {
      expect(failed).toBe(true);
      expect(seconds).toBeLessThan(20 + SLACK_MS / 1000);
    }
    await storage.close();
  });

  test.each(['silent', 'dripping'] as const)('an object store that stores and removes: %s', async (manner) => {
    const { state, settings } = await openStore(manner);
    const storage = await createS3Storage(settings, { responseTimeoutMs: 2000 });
    state.hangs = true;
    const [stored, removed] = await Promise.all([
      measure(() => storage.receive(Readable.from(['a text']), { inspection: undefined, maxBytes: 100 })),
      measure(() => storage.remove('videos/one.mp4')),
    ]);
    for (const { seconds, failed } of [stored, removed]) {
      expect(failed).toBe(true);
      // Each of three tries.
      expect(seconds).toBeLessThan(3 * 2 + SLACK_MS / 1000);
    }
    await storage.close();
  });

  test.each([
    ['silent', asHttp],
    ['dripping', asHttp],
    ['dripping', asHttpBody],
  ] as const)('an object store that lists its files: %s, $name', async (manner, { name, beginning }) => {
    const { state, settings } = await openStore(manner, beginning);
    const storage = await createS3Storage(settings);
    state.hangs = true;
    const { seconds, failed } = await measure(async () => Array.fromAsync(storage.list('videos')));
    process.stdout.write(`a list ${manner} ${name}: ${seconds.toFixed(1)} s\n`);
    expect(failed).toBe(true);
    expect(seconds).toBeLessThan(20 + SLACK_MS / 1000);
    await storage.close();
  });
});
