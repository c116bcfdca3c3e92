// @module-tag both
import { expect, onTestFinished, test } from 'vitest';
import { api } from '#contract/api.ts';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import {
  aCourse,
  aLaterSession,
  aLecture,
  anAdmin,
  aSubscriber,
  aUser,
  disputePayment,
  type Person,
  refundAll,
} from '#test/factories.ts';
import { readEmails } from '#test/mailbox.ts';
import { aQuiz, start } from '#test/quizzes.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const openSchool = async (env: Record<string, string> = {}) => {
  const app = await startApp(env);
  onTestFinished(app.close);
  let admin = await anAdmin(app);
  const send = async (person: Person, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    call(app, method, path, { token: person.token, ...(body ? { body } : {}) });
  const read = async (query = '') => {
    await app.jobs.runDue('accounting');
    const { status, body } = await send(admin, 'GET', `/admin/overview?${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return api.overview.read.response.parse(body);
  };
  /** "102 for 72001": the four numbers of a response. */
  const figures = async (query = '') => {
    const { revenue, withAccess, activeThisWeek } = await read(query);
    return [revenue.inPaise, revenue.sales, withAccess, activeThisWeek];
  };
  const people = async () => api.people.list.response.parse((await send(admin, 'GET', '/admin/people')).body);
  const later = async (ms: number): Promise<void> => {
    app.clock.advance(ms);
    admin = await aLaterSession(app, admin);
  };
  return { app, send, read, figures, people, later, admin: () => admin };
};

test('an empty school has zeros, and no first sale', async () => {
  const { read } = await openSchool();
  expect(await read()).toMatchObject({
    from: '2026-06-01',
    to: '2026-06-15',
    revenue: { inPaise: 0, sales: 0, refunded: 0, returnedInPaise: 0 },
    before: null,
    accounts: 1,
    withAccess: 0,
    activeThisWeek: 0,
    sold: [],
    firstSale: null,
  });
});

test('four numbers agree with what sold, with the payments and with People, also after refunds and disputes', async () => {
  const { app, read, figures, people, send, admin } = await openSchool();
  const [one, two, three] = [await aSubscriber(app), await aSubscriber(app), await aSubscriber(app)];
  expect(await figures()).toEqual([149_700, 3, 3, 0]);
  await refundAll(app, one.id);
  // The sale was made, and its money went back.
  expect(await figures()).toEqual([99_800, 3, 2, 0]);
  await disputePayment(app, two.id, 'lost');
  expect(await figures()).toEqual([49_900, 3, 1, 0]);
  const { revenue, sold, withAccess } = await read();
  expect(revenue).toEqual({ inPaise: 49_900, sales: 3, refunded: 1, returnedInPaise: 99_800 });
  expect(sold).toEqual([
    { planId: 'yearly-bundle', name: 'Yearly bundle', courses: null, sales: 3, refunded: 1, inPaise: 49_900 },
  ]);
  const { counts, accounts } = await people();
  expect([counts.active + counts.ending, accounts.all]).toEqual([withAccess, 4]);
  const { netInPaise } = api.payments.list.response.parse((await send(admin(), 'GET', '/payments')).body);
  expect(netInPaise).toBe(revenue.inPaise);
  await send(admin(), 'POST', `/admin/people/${three.id}/block`, { reason: 'A test' });
  expect(await figures()).toEqual([49_900, 3, 0, 0]);
});

test('granted, imported and free access counts as access, and not as a sale', async () => {
  const { app, figures, read, send, admin } = await openSchool();
  const course = await aCourse(app, { title: 'First bowl' });
  const [given, taker] = [await aUser(app), await aUser(app)];
  await send(admin(), 'POST', `/admin/people/${given.id}/grant`, {
    untilDay: '2026-12-31',
    courseId: course,
    reason: 'A prize',
  });
  await send(admin(), 'POST', '/admin/coupons', { code: 'FREE', percentOff: 100 });
  expect((await send(taker, 'POST', '/payments/subscribe', { couponCode: 'FREE' })).status).toBe(200);
  expect(await figures()).toEqual([0, 0, 2, 0]);
  expect((await read()).sold).toEqual([]);
});

test('days follow the time zone of the school, and the same days of the month before are compared', async () => {
  const { app, read, later } = await openSchool({ TIME_ZONE: 'America/New_York' });
  await aSubscriber(app);
  // 16 June, 03:30 UTC, is 23:30 on the 15th in New York.
  await later(23 * HOUR_MS);
  await aSubscriber(app);
  expect((await read()).to).toBe('2026-06-15');
  expect((await read('from=2026-06-15&to=2026-06-15')).revenue.sales).toBe(2);
  expect((await read('from=2026-06-16&to=2026-06-16')).revenue.sales).toBe(0);
  await later(30 * DAY_MS - HOUR_MS);
  await aSubscriber(app);
  expect(await read('from=2026-07-01&to=2026-07-15')).toMatchObject({
    revenue: { inPaise: 49_900, sales: 1 },
    before: { from: '2026-06-01', to: '2026-06-15', inPaise: 99_800, sales: 2 },
  });
  expect((await read('from=2026-06-01&to=2026-07-31')).before).toBeNull();
});

test('a learner with access who learned since Monday is active', async () => {
  const { app, figures, send, later } = await openSchool();
  const courseId = await aCourse(app);
  const lecture = await aLecture(app, { courseId });
  const [learner] = [await aSubscriber(app), await aSubscriber(app)];
  // Monday, 15 June 2026, 10:00 in India.
  await send(learner, 'PUT', `/lectures/${lecture}/done`, { isDone: true });
  expect((await figures())[3]).toBe(1);
  await later(6 * DAY_MS);
  expect((await figures())[3]).toBe(1);
  await later(DAY_MS);
  expect((await figures())[3]).toBe(0);
});

test('a quiz that is tried out by those who made it is no learning, and an attempt that is open is', async () => {
  const { app, figures, send, admin } = await openSchool();
  const quiz = await aQuiz(app);
  await send(admin(), 'POST', `/admin/people/${quiz.teacher.id}/grant`, { untilDay: '2026-12-31', reason: 'A test' });
  await start(app, quiz, quiz.teacher);
  expect((await figures())[3]).toBe(0);
  await start(app, quiz, quiz.meera);
  expect((await figures())[3]).toBe(1);
});

test('invalid days, and a range of ten years, are refused', async () => {
  const { send, admin } = await openSchool();
  for (const query of [
    'from=soon',
    'from=2026-02-30',
    'from=2026-06-02&to=2026-06-01',
    'from=1990-01-01&to=2026-01-01',
  ])
    expect((await send(admin(), 'GET', `/admin/overview?${query}`)).status, query).toBe(400);
});

/** What was paid so far was real money. */
const forRealMoney = async (app: TestApp): Promise<void> => {
  const { database, settings, jobs } = app;
  // With its first request a server stores the mode of its keys.
  await call(app, 'GET', '/site');
  await jobs.runDue('accounting');
  await database.db.updateTable('payments').set({ mode: 'live' }).execute();
  await database.db.updateTable('payment_attempts').set({ mode: 'live' }).execute();
  await database.transaction((tx) => settings.storePurchaseMode(tx, 'live'));
};

test('the first sale for real money is shown for seven days', async () => {
  const { app, read, later } = await openSchool();
  const buyer = await aSubscriber(app, { fullName: 'Bina Shah' });
  expect((await read()).firstSale).toBeNull();
  await forRealMoney(app);
  expect((await read()).firstSale).toMatchObject({
    userId: buyer.id,
    buyer: 'Bina Shah',
    others: [],
    planName: 'Yearly bundle',
    course: null,
    amountInPaise: 49_900,
  });
  await later(7 * DAY_MS - HOUR_MS);
  expect((await read()).firstSale).toMatchObject({ buyer: 'Bina Shah' });
  await later(2 * HOUR_MS);
  expect((await read()).firstSale).toBeNull();
});

test('a first sale whose money went back is none', async () => {
  const { app, read } = await openSchool();
  const buyer = await aSubscriber(app);
  await refundAll(app, buyer.id);
  await forRealMoney(app);
  expect((await read()).firstSale).toBeNull();
});

test('the first sale is shown until it is closed', async () => {
  const { app, read, send, admin } = await openSchool();
  await aSubscriber(app);
  await forRealMoney(app);
  expect((await read()).firstSale).toMatchObject({ others: [] });
  expect((await send(admin(), 'POST', '/admin/overview/first-sale/close')).status).toBe(200);
  expect((await read()).firstSale).toBeNull();
});

test('the thank-you of the first sale can be undone for 45 seconds, and is sent once', async () => {
  const { app, read, send, admin } = await openSchool();
  const thank = (text: string) => send(admin(), 'POST', '/admin/overview/first-sale/thank', { text });
  const undo = async () => (await send(admin(), 'POST', '/admin/overview/first-sale/undo-thanks')).body['isUndone'];
  const emails = async () => (await readEmails(app)).filter(({ headers }) => headers.get('subject') === 'Thank you');
  expect(await thank('Nobody bought')).toMatchObject({ status: 404 });
  await aSubscriber(app, { fullName: 'Bina Shah' });
  await forRealMoney(app);
  expect(await thank(' ')).toMatchObject({ status: 400 });

  expect((await thank('Dear Bina')).status).toBe(200);
  expect((await read()).firstSale?.thanks).toMatchObject({ text: 'Dear Bina' });
  expect([await undo(), await undo()]).toEqual([true, false]);
  expect((await read()).firstSale?.thanks).toBeNull();

  await thank('प्रिय Bina,\n\nThank you.');
  await thank('Twice');
  app.clock.advance(44_000);
  await app.jobs.runDue();
  expect(await emails()).toEqual([]);
  app.clock.advance(1000);
  await app.jobs.runDue();
  expect(await undo()).toBe(false);
  const [email, ...others] = await emails();
  expect(others).toEqual([]);
  expect(email?.text).toContain('प्रिय Bina,\n\nThank you.');
  expect(email?.headers.get('reply-to')).toContain(admin().email);
  expect((await read()).firstSale?.thanks).toMatchObject({ text: 'प्रिय Bina,\n\nThank you.' });
});

test('the first sale is one that opened something, and the others are the last two people who bought since', async () => {
  const { app, read } = await openSchool();
  const { db } = app.database;
  const buyer = async (fullName: string): Promise<Person> => {
    app.clock.advance(HOUR_MS);
    return aSubscriber(app, { fullName });
  };
  const unopened = await buyer('बीना शाह');
  await db.updateTable('payments').set({ access_until: null }).where('user_id', '=', unopened.id).execute();
  const [first, second] = [await buyer('Bina Shah'), await buyer('Chen Wei')];
  await buyer('Devi Rao');
  await buyer('علي حسن');
  // They buy again.
  for (const { id } of [first, second]) {
    const again = await buyer('Nobody');
    await db.updateTable('payment_attempts').set({ user_id: id }).where('user_id', '=', again.id).execute();
  }
  await forRealMoney(app);
  expect((await read()).firstSale).toMatchObject({ buyer: 'Bina Shah', others: ['علي حسن', 'Devi Rao'] });
});
