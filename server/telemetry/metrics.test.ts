// @module-tag both
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { version } from '#server/version.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, aSubscriber, aUser, type Person } from '#test/factories.ts';
import { mediaPaths, publishLecture } from '#test/publish.ts';
import { startApp } from '#test/start-app.ts';

const METRICS_TOKEN = 'a-token-of-a-test';
const ROOT = path.resolve(import.meta.dirname, '../..');

const scrape = async (origin: string): Promise<string[]> => {
  const response = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  expect(response.status).toBe(200);
  return (await response.text()).split('\n');
};

const startMeasured = async () => {
  const app = await startApp({ METRICS_TOKEN, CONTACT_EMAIL: 'office@school.example' });
  const origin = await app.listen();
  return { app, origin, scrape: () => scrape(origin), [Symbol.asyncDispose]: app.close };
};

test('without METRICS_TOKEN there is no such address', async () => {
  await using app = await startApp();
  expect((await app.http.inject({ url: '/metrics' })).statusCode).toBe(404);
});

test('the token opens the metrics, and nothing else does', async () => {
  await using app = await startApp({ METRICS_TOKEN });
  const admin = await anAdmin(app);
  const statusWith = async (authorization?: string): Promise<number> =>
    (await app.http.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } }))
      .statusCode;
  expect(await statusWith()).toBe(401);
  expect(await statusWith('Bearer another-token-of-it')).toBe(401);
  expect(await statusWith(METRICS_TOKEN)).toBe(401);
  expect(await statusWith(admin.headers.authorization)).toBe(401);
  expect(await statusWith(`Bearer ${METRICS_TOKEN}`)).toBe(200);
});

test('requests, also those of pages, are counted by route and class of status; unknown addresses add one series, however many there are', async () => {
  await using measured = await startMeasured();
  const { origin } = measured;
  const requests = async (): Promise<string[]> => {
    const name = 'lectern_http_request_duration_seconds_count';
    return (await measured.scrape()).filter((line) => line.startsWith(name) && !line.includes('"/metrics"'));
  };
  for (let number = 0; number < 30; number += 1) {
    await fetch(`${origin}/no-such-page-${number}`);
    await fetch(`${origin}/api/v1/nothing/${number}`, { method: 'POST' });
    await fetch(`${origin}/api/v1/courses/course-${number}/description`);
    await fetch(`${origin}/courses/no-such-course-${number}`);
  }
  await fetch(`${origin}/healthz`, { method: 'MKCOL' });
  await fetch(`${origin}/healthz`);
  await expect
    .poll(requests)
    .toEqual([
      'lectern_http_request_duration_seconds_count{method="GET",route="unmatched",status="4xx"} 60',
      'lectern_http_request_duration_seconds_count{method="POST",route="unmatched",status="4xx"} 30',
      'lectern_http_request_duration_seconds_count{method="GET",route="/courses/:slug",status="4xx"} 30',
      'lectern_http_request_duration_seconds_count{method="other",route="unmatched",status="4xx"} 1',
      'lectern_http_request_duration_seconds_count{method="GET",route="/healthz",status="2xx"} 1',
    ]);
});

type Measured = Awaited<ReturnType<typeof startMeasured>>;

const Started = z.object({ subscription_id: z.string() });

/** A purchase in the sandbox, whose webhook arrives by itself. */
const buy = async (origin: string, { headers }: Person): Promise<void> => {
  const post = async (to: string, body: object): Promise<unknown> => {
    const json = { ...headers, 'content-type': 'application/json' };
    return (await fetch(`${origin}${to}`, { method: 'POST', headers: json, body: JSON.stringify(body) })).json();
  };
  const { subscription_id } = Started.parse(await post('/api/v1/payments/subscribe', {}));
  await post('/sandbox/control/pay', { subscription_id, outcome: 'success' });
};

/** Something of everything that is measured. */
const liveOneDay = async ({ app, origin, scrape }: Measured): Promise<void> => {
  const admin = await anAdmin(app);
  const courseId = await aCourse(app);
  await publishLecture(app, { admin, courseId });
  const subscriber = await aSubscriber(app);
  const [media = ''] = await mediaPaths(app, subscriber, courseId);
  await (await fetch(`${origin}${media}`, { headers: { range: 'bytes=0-999' } })).arrayBuffer();
  const message = { name: 'Ravi Kumar', email: 'ravi@home.example', message: 'In Hindi?' };
  await call(app, 'POST', '/contact', { body: message });
  await buy(origin, await aUser(app));
  await fetch(`${origin}/api/v1/payments/webhook`, { method: 'POST', body: '{}' });
  const charged = 'lectern_webhooks_total{type="subscription.charged",outcome="applied"} 1';
  await expect.poll(scrape).toContain(charged);
  await app.jobs.runDue('accounting');
  await app.jobs.runDue();
};

test('a scrape shows what the school did', async () => {
  await using measured = await startMeasured();
  await liveOneDay(measured);
  const lines = await measured.scrape();
  for (const line of [
    'lectern_webhooks_total{type="other",outcome="bad_signature"} 1',
    'lectern_sent_bytes_total{route="/media/:token/*"} 1000',
    'lectern_email_duration_seconds_count{transport="outbox",outcome="ok"} 3',
    'lectern_job_duration_seconds_count{kind="lectures.process-video",outcome="ok"} 1',
    'lectern_provider_call_duration_seconds_count{call="razorpay.start_checkout",outcome="ok"} 1',
    'lectern_videos{state="needs_transcode"} 0',
    'lectern_sales_today{mode="test"} 2',
    'lectern_sales_today_paise{mode="test"} 99800',
    'lectern_viewers 1',
    `lectern_info{version="${version}"} 1`,
    'lectern_figure_unread{figure="sales"} 0',
  ])
    expect(lines).toContain(line);
  expect(
    lines.some((line) => line.startsWith('lectern_statement_duration_seconds_count{statement="select users"')),
  ).toBe(true);
});

test('jobs are shown by kind and state, with the age of the oldest that is due', async () => {
  await using measured = await startMeasured();
  const { app } = measured;
  const message = { name: 'Ravi Kumar', email: 'ravi@home.example', message: 'In Hindi?' };
  await call(app, 'POST', '/contact', { body: message });
  const at = app.clock.now();
  const stored = { payload: '{}', attempts: 1, leased_by: null, leased_until: null, last_error: null, created_at: at };
  await app.database.db
    .insertInto('jobs')
    .values([
      { ...stored, id: 'a', name: 'mail.send', state: 'waiting', run_at: at + 3_600_000, finished_at: null },
      { ...stored, id: 'b', name: 'mail.send', state: 'failed', run_at: at, finished_at: at },
      { ...stored, id: 'c', name: 'mail.send', state: 'failed', run_at: at, finished_at: at - 2 * 86_400_000 },
      { ...stored, id: 'd', name: 'mail.send', state: 'done', run_at: at, finished_at: at },
      { ...stored, id: 'e', name: 'lectures.process-video', state: 'running', run_at: at, finished_at: null },
    ])
    .execute();
  app.clock.advance(90_000);
  const lines = (await measured.scrape()).filter((line) => /^lectern_jobs?(?:_oldest\w+)?\{/.test(line));
  expect(lines).toEqual([
    'lectern_jobs{kind="lectures.process-video",state="running"} 1',
    'lectern_jobs{kind="mail.send",state="due"} 1',
    'lectern_jobs{kind="mail.send",state="failed"} 1',
    'lectern_jobs{kind="mail.send",state="scheduled"} 1',
    'lectern_job_oldest_due_seconds{kind="mail.send"} 90',
  ]);
});

const NAME = /\b(?:lectern|nodejs|process)_\w+/g;
const namesIn = (file: string): string[] => readFileSync(path.join(ROOT, file), 'utf8').match(NAME) ?? [];
/** As Prometheus stores it: a histogram is three series. */
const seriesIn = (lines: readonly string[]): Set<string> =>
  new Set(lines.flatMap((line) => /^(\w+)[{ ]/.exec(line)?.[1] ?? []));

test('the dashboard, the alerts and the documentation name metrics that exist, and every one of ours is documented', async () => {
  await using measured = await startMeasured();
  await liveOneDay(measured);
  await measured.app.database.db.updateTable('jobs').set({ state: 'waiting', run_at: 0 }).execute();
  const exposed = seriesIn(await measured.scrape());
  // SQLite has no pool, and this school no backups.
  exposed.add('lectern_database_connections').add('lectern_backup_verified_timestamp_seconds');
  const files = ['deploy/grafana/lectern.json', 'deploy/prometheus/alerts.yml', 'docs/metrics.md'];
  for (const file of files) {
    const isExposed = (name: string): boolean => exposed.has(name) || exposed.has(`${name}_count`);
    expect(
      namesIn(file).filter((name) => !isExposed(name)),
      file,
    ).toEqual([]);
    expect(namesIn(file).length, file).toBeGreaterThan(10);
  }
  const documented = new Set(namesIn('docs/metrics.md'));
  const ours = [...exposed].filter((name) => name.startsWith('lectern_') && !/_(?:bucket|sum)$/.test(name));
  expect(ours.map((name) => name.replace(/_count$/, '')).filter((name) => !documented.has(name))).toEqual([]);
});
