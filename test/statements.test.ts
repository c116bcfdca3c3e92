// @module-tag both
import { onTestFinished, test, expect } from 'vitest';
import { DAY_MS } from '#contract/durations.ts';
import { openBilling } from './billing/open-billing.ts';
import { chargedWebhook, postWebhook } from './billing/razorpay-webhooks.ts';
import { call } from './call.ts';
import { countStatements } from './count-statements.ts';
import { aCourse, anAdmin, aSubscriber, aUser } from './factories.ts';
import { mediaPaths, publishLecture } from './publish.ts';
import { aQuiz, choose, save, start } from './quizzes.ts';
import { startApp, type TestApp } from './start-app.ts';

/**
 * How many statements a request sends to SQLite and to PostgreSQL, without BEGIN and COMMIT. Something was committed since
 * the last request of its kind, so that no read is cached; what only the first of all requests does is not counted. Each
 * statement more is paid at every such request.
 */
const STATEMENTS: [
  who: 'anyone' | 'user' | 'subscriber' | 'admin',
  request: string,
  sqlite: number,
  postgres: number,
][] = [
  ['subscriber', 'GET /user/me', 3, 3],
  ['user', 'GET /user/me', 4, 4],
  ['anyone', 'GET /courses/', 0, 0],
  ['anyone', 'GET /courses/{course}/about', 0, 0],
  ['subscriber', 'GET /courses/{course}', 10, 10],
  ['subscriber', 'POST /lectures/{lecture}/progress', 7, 7],
  ['subscriber', 'GET /progress/continue', 6, 6],
  ['subscriber', 'GET /user/review', 3, 3],
  ['user', 'GET /payments/razorpay-key', 1, 1],
  ['subscriber', 'GET /payments/mine', 8, 8],
  ['admin', 'GET /courses/{course}/manage', 9, 9],
  ['admin', 'GET /courses/{course}/learners', 5, 5],
  ['admin', 'GET /payments?count=100', 4, 4],
  ['admin', 'GET /admin/payments', 3, 3],
  ['admin', 'GET /admin/payments/to-do', 7, 7],
  ['admin', 'GET /admin/people/{subscriber}/access', 9, 9],
  ['admin', 'GET /admin/courses', 9, 9],
  ['admin', 'GET /admin/stats/users', 3, 3],
  ['admin', 'GET /admin/notices', 7, 7],
  ['admin', 'GET /admin/attention', 18, 18],
  ['admin', 'GET /admin/overview', 9, 9],
  ['admin', 'GET /admin/first-steps', 12, 12],
  ['admin', 'GET /admin/video', 4, 4],
  ['admin', 'GET /admin/outbox', 1, 1],
  ['admin', 'GET /admin/inbox', 3, 3],
  ['admin', 'GET /admin/people', 13, 13],
  ['admin', 'GET /admin/people/{subscriber}', 31, 31],
  ['admin', 'GET /admin/search?q=meera', 8, 8],
  ['admin', 'GET /admin/plans', 7, 7],
  ['admin', 'GET /admin/coupons', 3, 3],
  ['admin', 'GET /admin/system', 7, 7],
  ['admin', 'GET /admin/reports/revenue?compareWith=2025', 5, 5],
  ['admin', 'GET /admin/reports/members', 3, 3],
  ['admin', 'GET /admin/reports/refunds', 4, 4],
  ['admin', 'GET /admin/reports/checkout', 5, 5],
  ['admin', 'GET /admin/reports/watching', 3, 3],
  ['admin', 'GET /admin/reports/watching/{course}', 3, 3],
  ['admin', 'GET /admin/reports/lectures/{lecture}', 2, 2],
];
const MEDIA = { sqlite: [5, 0], postgres: [5, 0] };
/** Of a lecture that opens days after the start, until it is begun. */
const MEDIA_AFTER_DAYS = { sqlite: [6, 0], postgres: [8, 0] };
const SEARCHES = { list: 2, suggestions: 4 };
const MONEY = [28, 30];
const ANSWER = 8;

const engine = process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite';

const openSchool = async () => {
  const app = await startApp();
  onTestFinished(app.close);
  const [user, subscriber, admin] = [await aUser(app), await aSubscriber(app), await anAdmin(app)];
  const course = await aCourse(app);
  const lecture = await publishLecture(app, { admin, courseId: course });
  return { app, ids: { course, lecture, subscriber: subscriber.id }, people: { user, subscriber, admin } };
};

let commits = 0;
const commitSomething = async ({ database: { db } }: Pick<TestApp, 'database'>): Promise<void> => {
  const name = `commit ${(commits += 1)}`;
  await db.insertInto('settings').values({ name, value: '', updated_at: 0 }).execute();
};

test('each request sends as many statements as it always did', async () => {
  const { app, ids, people } = await openSchool();
  let seq = 0;
  const send = async (who: (typeof STATEMENTS)[number][0], request: string): Promise<void> => {
    const path = request.replaceAll(/\{(course|lecture|subscriber)\}/g, (_, name: keyof typeof ids) => ids[name]);
    const token = who === 'anyone' ? {} : { token: people[who].token };
    const beat = { positionMs: 1000, ranges: [[0, 1000]], rate: 1, seq: (seq += 1), sessionId: 'phone' };
    const [method = '', address = ''] = path.split(' ');
    const { status, text } =
      method === 'POST'
        ? await call(app, 'POST', address, { ...token, body: beat })
        : await call(app, 'GET', address, token);
    expect(status, `${request} ${text}`).toBe(200);
  };
  const counted: typeof STATEMENTS = [];
  for (const [who, request, ...expected] of STATEMENTS) {
    await send(who, request);
    await commitSomething(app);
    const count = await countStatements(() => send(who, request));
    const [sqlite, postgres] = engine === 'sqlite' ? [count, expected[1]] : [expected[0], count];
    counted.push([who, request, sqlite, postgres]);
  }
  expect(counted).toEqual(STATEMENTS);
});

test('a part of a video sends statements once in four seconds', async () => {
  const { app, ids, people } = await openSchool();
  app.clock.advance(DAY_MS);
  const [url = ''] = await mediaPaths(app, people.subscriber, ids.course);
  const send = async (): Promise<void> => {
    const { statusCode } = await app.http.inject({ url, headers: { range: 'bytes=0-9' } });
    expect(statusCode).toBe(206);
  };
  const counted = async (): Promise<number[]> => {
    app.clock.advance(4000);
    await send();
    await commitSomething(app);
    app.clock.advance(4000);
    return [await countStatements(send), await countStatements(send)];
  };
  await expect.poll(counted).toEqual(MEDIA[engine]);
  const other = await publishLecture(app, { admin: people.admin, courseId: ids.course });
  const release = async (rule: object): Promise<void> => {
    const { token } = people.admin;
    const body = {
      rules: [
        { lectureId: ids.lecture, ...rule },
        { lectureId: other, afterPrevious: true },
      ],
    };
    expect((await call(app, 'PUT', `/courses/${ids.course}/release`, { token, body })).status).toBe(200);
  };
  // Of a lecture that was not begun: nothing for a day that has come, the start of the right and what was begun for days after it.
  await release({ on: '2020-01-01' });
  await expect.poll(counted).toEqual(MEDIA[engine]);
  await release({ afterDays: 1 });
  await expect.poll(counted).toEqual(MEDIA_AFTER_DAYS[engine]);
  // From the first day on.
  await release({ afterDays: 0 });
  await expect.poll(counted).toEqual(MEDIA[engine]);
});

test('a heartbeat in an opened lecture sends as many statements with rules of release as without', async () => {
  const { app, ids, people } = await openSchool();
  let seq = 0;
  const beat = async (): Promise<void> => {
    const body = { positionMs: 1000, ranges: [[0, 1000]], rate: 1, seq: (seq += 1), sessionId: 'phone' };
    const sent = await call(app, 'POST', `/lectures/${ids.lecture}/progress`, { token: people.subscriber.token, body });
    expect(sent.status, sent.text).toBe(200);
  };
  const counted = async (): Promise<number> => {
    await beat();
    await commitSomething(app);
    return countStatements(beat);
  };
  expect(await counted()).toBe(7);
  const rules = [{ lectureId: ids.lecture, afterDays: 7 }];
  const { token } = people.admin;
  expect((await call(app, 'PUT', `/courses/${ids.course}/release`, { token, body: { rules } })).status).toBe(200);
  // On PostgreSQL the change is announced to its own process too, at a moment of its own: until then the course is read again.
  await expect.poll(counted).toBe(7);
});

test('a search that nobody made before sends few statements', async () => {
  const { app } = await openSchool();
  const search = async (path: string, text: string): Promise<void> => {
    const { status, body } = await call(app, 'GET', `${path}?search=${text}`);
    expect([status, body['total']]).toEqual([200, 1]);
  };
  for (const path of ['/courses/', '/search']) await search(path, 'wa');
  expect({
    list: await countStatements(() => search('/courses/', 'warm')),
    suggestions: await countStatements(() => search('/search', 'warm')),
  }).toEqual(SEARCHES);
});

test('saving an answer of a quiz asks for the right once, and locks once', async () => {
  const app = await startApp();
  onTestFinished(app.close);
  const quiz = await aQuiz(app);
  const { _id: id } = await start(app, quiz, quiz.meera);
  let seq = 0;
  const send = async (): Promise<void> => {
    const { status } = await save(app, quiz, quiz.meera, { id, answer: choose('a'), seq: (seq += 1) });
    expect(status).toBe(200);
  };
  await send();
  await commitSomething(app);
  expect(await countStatements(send)).toBe(ANSWER);
});

test('a webhook of a purchase and the proof of another send as many statements as they always did', async () => {
  const money = await openBilling();
  const [buyer, other] = [await money.aUser(), await money.aUser()];
  const webhook = chargedWebhook(await money.subscribe(buyer));
  const proof = await money.paid(other);
  const send = async (): Promise<void> => expect((await postWebhook(money, webhook)).status).toBe(200);
  const headers = { authorization: `Bearer ${other}`, 'content-type': 'application/json' };
  const verify = async (): Promise<void> => {
    const request = { method: 'POST', headers, body: JSON.stringify(proof) };
    expect((await fetch(`${money.origin}/api/v1/payments/verify`, request)).status).toBe(200);
  };
  expect([await countStatements(send), await countStatements(verify)]).toEqual(MONEY);
});
