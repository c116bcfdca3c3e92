// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import { call } from './call.ts';
import { aCourse, anAdmin, aSubscriber, aUser, disputePayment, type Person } from './factories.ts';
import { mediaPaths, publishLecture } from './publish.ts';
import { aPlan, buy } from './sell.ts';
import { startApp, type TestApp } from './start-app.ts';

const TEN_DAYS = { unit: 'day', count: 10 } as const;

/** A course with a lecture, a plan that opens it for ten days, and someone who has it. */
const openSchool = async (plan: { priceInPaise: number } = { priceInPaise: 0 }) => {
  const app = await startApp();
  const admin = await anAdmin(app);
  const courseId = await aCourse(app, { title: 'Statistics' });
  const lectureId = await publishLecture(app, { admin, courseId });
  const planId = await aPlan(app, admin, { name: 'Statistics', courseIds: [courseId], term: TEN_DAYS, ...plan });
  const [holder, member] = [await aUser(app), await aSubscriber(app)];
  const remove = () => call(app, 'DELETE', `/courses/${courseId}`, { token: admin.token });
  const watch = async ({ token }: Person) => (await call(app, 'GET', `/courses/${courseId}`, { token })).status;
  return { app, admin, courseId, lectureId, planId, holder, member, remove, watch, [Symbol.asyncDispose]: app.close };
};

/** Whether a video is sent. */
const plays = async (app: TestApp, path: string): Promise<number> => {
  app.clock.advance(10_000);
  return (await app.http.inject({ url: path, headers: { range: 'bytes=0-9' } })).statusCode;
};

/** Runs the jobs of some days, one after the other. */
const pass = async (app: TestApp, days: number): Promise<void> => {
  for (let day = 0; day < days; day += 1) {
    app.clock.advance(DAY_MS + 1000);
    await app.jobs.runDue();
  }
};

const files = async ({ database: { db } }: TestApp): Promise<number> =>
  (await db.selectFrom('media_files').select('key').execute()).length;

test('a course that is deleted stays open to those who have it alone until their last right ends', async () => {
  await using school = await openSchool();
  const { app, courseId, lectureId, planId, holder, member, remove, watch } = school;
  await buy(app, holder, { planId });
  const [before = ''] = await mediaPaths(app, member, courseId);
  expect(await plays(app, before)).toBe(206);
  expect(await remove()).toMatchObject({ status: 200, body: { message: 'Courses deleted successfully' } });
  expect((await call(app, 'GET', '/courses')).body['courses']).toEqual([]);
  expect((await call(app, 'GET', `/courses/${courseId}/about`)).status).toBe(404);
  expect((await call(app, 'GET', '/plans')).body['plans']).toMatchObject([{ opens: 'everything' }]);
  expect([await watch(holder), await watch(member), await watch(school.admin)]).toEqual([200, 404, 404]);
  const [path = ''] = await mediaPaths(app, holder, courseId);
  expect([await plays(app, path), await plays(app, before)]).toEqual([206, 403]);
  const { token } = holder;
  const heartbeat = { sessionId: 's', seq: 1, positionMs: 1000, ranges: [[0, 1000]], rate: 1 };
  const sent = await call(app, 'POST', `/lectures/${lectureId}/progress`, { token, body: heartbeat });
  expect(sent.status).toBe(200);
  const note = { token, body: { positionMs: 0, text: 'A mean is not a median' } };
  expect((await call(app, 'PUT', `/lectures/${lectureId}/notes/a-note`, note)).status).toBe(200);
  const keys = { deviceId: 'a-phone-of-the-holder', lectureIds: [lectureId] };
  expect((await call(app, 'POST', '/offline/keys', { token, body: keys })).body['keys']).toHaveLength(1);
  expect((await call(app, 'GET', '/progress/continue', { token })).body['items']).toMatchObject([
    { course: { _id: courseId, title: 'Statistics' } },
  ]);
  expect((await call(app, 'GET', '/progress/continue', { token: member.token })).body['items']).toEqual([]);

  await pass(app, 8);
  expect([await watch(holder), await files(app)]).toEqual([200, 1]);
  await pass(app, 4);
  expect([await watch(holder), await files(app)]).toEqual([404, 0]);
});

test('a course that nobody has alone is removed a day after it was deleted, and one that is restored is not', async () => {
  await using school = await openSchool();
  const { app, admin, courseId, planId, holder, member, remove, watch } = school;
  await buy(app, holder, { planId });
  await remove();
  app.clock.advance(HOUR_MS);
  const restore = () => call(app, 'POST', `/courses/${courseId}/restore`, { token: admin.token });
  expect((await restore()).status).toBe(200);
  expect([await watch(holder), await watch(member)]).toEqual([200, 200]);
  await pass(app, 12);
  expect([await watch(holder), await watch(member), await files(app)]).toEqual([403, 200, 1]);
  await remove();
  expect(await watch(member)).toBe(404);
  await pass(app, 1);
  expect(await files(app)).toBe(0);
});

test('the files of a deleted course wait for a pending payment', async () => {
  await using school = await openSchool({ priceInPaise: 29_900 });
  const { app, planId, holder, remove } = school;
  await app.listen();
  await call(app, 'POST', '/payments/subscribe', { token: holder.token, body: { planId } });
  await remove();
  await pass(app, 1);
  expect(await files(app)).toBe(1);
  await pass(app, 6);
  expect(await files(app)).toBe(0);
});

test('a payment that comes after the files of a course are gone is a to-do', async () => {
  await using school = await openSchool({ priceInPaise: 29_900 });
  const { app, admin, planId, holder, remove } = school;
  const origin = await app.listen();
  const { token } = holder;
  const started = await call(app, 'POST', '/payments/subscribe', { token, body: { planId } });
  await remove();
  await pass(app, 7);
  expect(await files(app)).toBe(0);
  const paid = await fetch(`${origin}/sandbox/control/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order_id: started.body['subscription_id'], outcome: 'success' }),
  });
  const body = z.record(z.string(), z.string()).parse(await paid.json());
  await call(app, 'POST', '/payments/verify', { token, body });
  const { body: toDo } = await call(app, 'GET', '/admin/payments/to-do', { token: admin.token });
  expect(toDo).toMatchObject({ toDo: [{ kind: 'paid_without_access' }] });
});

test('the files of a deleted course wait for a payment that its buyer stated, and who confirms it is warned', async () => {
  await using school = await openSchool({ priceInPaise: 29_900 });
  const { app, admin, planId, holder, remove, watch } = school;
  const ways = await app.settings.ways();
  await app.database.transaction((tx) => app.settings.change(tx, 'ways', { ...ways, cash: true, cashText: 'Office' }));
  const stated = { planId, way: 'cash', reference: '', paidOn: '2026-06-15' };
  const sent = await call(app, 'POST', '/payments/requests', { token: holder.token, body: stated });
  const { request } = z.object({ request: z.object({ _id: z.string() }) }).parse(sent.body);
  await remove();
  await pass(app, 6);
  expect(await files(app)).toBe(1);
  const confirm = (isWarned: boolean) => {
    const body = { amountInPaise: 29_900, receivedOn: '2026-06-16', isWarned };
    return call(app, 'POST', `/admin/payment-requests/${request._id}/confirm`, { token: admin.token, body });
  };
  expect((await confirm(false)).body).toMatchObject({ message: 'Everything that the plan opens was deleted' });
  expect((await confirm(true)).status).toBe(200);
  expect(await watch(holder)).toBe(200);
});

test('the files of a deleted course wait for a gift that nobody has redeemed', async () => {
  await using school = await openSchool({ priceInPaise: 29_900 });
  const { app, planId, holder, member: giver, remove, watch } = school;
  const origin = await app.listen();
  await buy(app, giver, { planId, origin, gift: { name: 'Asha', email: 'asha@school.example' } });
  await remove();
  await pass(app, 12);
  expect([await files(app), await watch(giver), await watch(holder)]).toEqual([1, 404, 404]);
  const gifts = z.array(z.object({ _id: z.string() }));
  const [gift] = gifts.parse((await call(app, 'GET', '/gifts', { token: giver.token })).body['gifts']);
  const { body } = await call(app, 'POST', `/gifts/${gift?._id}/link`, { token: giver.token });
  const redeeming = { token: z.string().parse(body['link']).split('/').at(-1) };
  expect((await call(app, 'POST', '/gifts/redeem', { token: holder.token, body: redeeming })).status).toBe(200);
  expect([await watch(giver), await watch(holder)]).toEqual([404, 200]);
});

test.each(['won', 'open'] as const)(
  'the files of a deleted course wait for a disputed payment while it may open the course: %s in the end',
  async (end) => {
    await using school = await openSchool({ priceInPaise: 29_900 });
    const { app, planId, holder, remove, watch } = school;
    await buy(app, holder, { planId, origin: await app.listen() });
    await disputePayment(app, holder.id, 'open');
    await remove();
    await pass(app, 8);
    expect([await watch(holder), await files(app)]).toEqual([404, 1]);
    await disputePayment(app, holder.id, end);
    expect(await watch(holder)).toBe(end === 'won' ? 200 : 404);
    await pass(app, 4);
    expect(await files(app)).toBe(0);
  },
);

test('a course that is withdrawn stays open to those who have it alone, and not to members', async () => {
  await using school = await openSchool();
  const { app, admin, courseId, planId, holder, member, watch } = school;
  await buy(app, holder, { planId });
  const withdraw = await call(app, 'PUT', `/courses/${courseId}/draft`, {
    token: admin.token,
    body: { isDraft: true },
  });
  expect(withdraw.status).toBe(200);
  expect([await watch(holder), await watch(member), await watch(await aUser(app))]).toEqual([200, 404, 404]);
});
