// @module-tag both
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aCourse, aLaterSession, anAdmin, aUser, type Person } from '#test/factories.ts';
import { insertTestUser } from '#test/insert-user.ts';
import { buy } from '#test/sell.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { reconcilePayments } from '#server/features/billing/sync/reconcile.ts';

const REASON = { reason: 'Shared the password' };
const Plan = z.object({ plan: z.object({ _id: z.string() }) });

/** A school that sells a plan by the month, in the sandbox. */
const openSchool = async () => {
  const app = await startApp();
  onTestFinished(app.close);
  const origin = await app.listen();
  const admin = await anAdmin(app);
  const planOf = async (opens: 'everything' | { courseIds: string[] }): Promise<string> => {
    const terms = { priceInPaise: 29_900, term: { unit: 'month', count: 1 }, refundDays: 0, isRenewing: true };
    const { body } = await byAdmin('POST', '/admin/plans', { name: 'By the month', opens, ...terms });
    return Plan.parse(body).plan._id;
  };
  const byAdmin = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const { token } = await aLaterSession(app, admin);
    return call(app, method, path, { token, ...(body && { body }) });
  };
  const reconcile = async (): Promise<void> => {
    app.clock.advance(10 * MINUTE_MS);
    await app.jobs.enqueue(app.database.db, reconcilePayments, {});
    await app.jobs.runDue();
  };
  const control = async (path: string, body: object) =>
    (
      await fetch(`${origin}/sandbox/control${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json();
  /** No webhook of the sandbox tells what a test does not report itself. */
  await control('/webhooks', { enabled: false });
  const planId = await planOf('everything');
  const aMember = async (plan = planId): Promise<Person> => {
    const member = await aUser(app);
    await buy(app, member, { planId: plan, origin });
    await reconcile();
    return member;
  };
  const toDo = async () =>
    z
      .array(z.object({ kind: z.string(), paymentId: z.string() }))
      .parse((await byAdmin('GET', '/admin/payments/to-do')).body['toDo']);
  return { app, admin, origin, byAdmin, planOf, planId, aMember, toDo, reconcile, control };
};

const cancelsOf = async ({ database }: TestApp, userId: string) =>
  (
    await database.db
      .selectFrom('payment_attempts')
      .select(['cancel_when', 'cancel_accepted_at'])
      .where('user_id', '=', userId)
      .execute()
  ).map((row) => `${row.cancel_when}${row.cancel_accepted_at === null ? '' : ', accepted'}`);

test('a person who is blocked or becomes an admin is not charged again', async () => {
  const { app, byAdmin, aMember } = await openSchool();
  const [blocked, promoted, named] = [await aMember(), await aMember(), await aMember()];
  const block = (id: string) => byAdmin('POST', `/admin/people/${id}/block`, REASON);
  expect(await block(blocked.id)).toMatchObject({ status: 200, body: { endedRenewals: 1 } });
  expect(await block(blocked.id)).toMatchObject({ body: { endedRenewals: 0 } });
  await byAdmin('PUT', `/admin/people/${promoted.id}/role`, { role: 'ADMIN' });
  await app.promote(named.email);
  await app.jobs.runDue();
  for (const { id } of [blocked, promoted, named]) expect(await cancelsOf(app, id)).toEqual(['now, accepted']);
});

test('blocking many says how many renewals ended', async () => {
  const { app, byAdmin, aMember } = await openSchool();
  const members = [await aMember(), await aMember(), await aUser(app)];
  const people = { userIds: members.map(({ id }) => id) };
  expect(await byAdmin('POST', '/admin/people/bulk', { people, action: { kind: 'block', ...REASON } })).toMatchObject({
    body: { count: 3, isQueued: false, endedRenewals: 2 },
  });
});

test('blocking more than a hundred says how many renewals the job will end', async () => {
  const { app, admin, byAdmin, aMember } = await openSchool();
  const members = [await aMember(), await aMember()];
  await app.database.transaction(async (tx) => {
    for (let number = 0; number < 100; number += 1)
      await insertTestUser(tx, app.clock.now(), { email: `learner-${number}@class.example` });
  });
  const block = () =>
    byAdmin('POST', '/admin/people/bulk', { people: { filter: {} }, action: { kind: 'block', ...REASON } });
  expect(await block()).toMatchObject({
    body: {
      message: 'Started. Accounts are blocked in the background, and 2 renewals end with them.',
      isQueued: true,
      endedRenewals: 2,
    },
  });
  await app.jobs.runDue();
  for (const { id } of members) expect(await cancelsOf(app, id)).toEqual(['now, accepted']);
  expect((await call(app, 'GET', '/user/me', { token: admin.token })).status).toBe(200);
  expect(await block()).toMatchObject({
    body: { message: 'Started. It continues in the background.', endedRenewals: 0 },
  });
});

test('a block and the report of a charge at once end the renewal, and leave access or a to-do', async () => {
  const { app, byAdmin, aMember, reconcile } = await openSchool();
  const { db } = app.database;
  for (const isBlockFirst of [true, false]) {
    const member = await aMember();
    app.clock.advance(31 * DAY_MS);
    const block = () => byAdmin('POST', `/admin/people/${member.id}/block`, REASON);
    const both = isBlockFirst ? [block(), reconcile()] : [reconcile(), block()];
    await Promise.all(both);
    await reconcile();
    expect(await cancelsOf(app, member.id)).toEqual(['now, accepted']);
    const payments = await db
      .selectFrom('payments')
      .select(['standing', 'access_until'])
      .where('user_id', '=', member.id)
      .orderBy('captured_at')
      .execute();
    for (const { standing, access_until: until } of payments)
      expect([standing, until === null]).toEqual([until === null ? 'charged_without_access' : 'paid', until === null]);
  }
});

test('deleting the only course of a plan ends its renewals, deleting one of two does not', async () => {
  const { app, byAdmin, planOf, aMember, reconcile } = await openSchool();
  const courseIds = [await aCourse(app), await aCourse(app)];
  const member = await aMember(await planOf({ courseIds }));
  for (const [courseId, cancels] of [
    [courseIds[0], ['null']],
    [courseIds[1], ['now, accepted']],
  ] as const) {
    expect((await byAdmin('DELETE', `/courses/${courseId}`)).status).toBe(200);
    await app.jobs.runDue();
    await reconcile();
    expect(await cancelsOf(app, member.id)).toEqual(cancels);
  }
});

test('what a blocked buyer pays in an open window is a to-do, and one press refunds it', async () => {
  const { app, byAdmin, toDo, reconcile, control } = await openSchool();
  const courseId = await aCourse(app);
  const terms = { priceInPaise: 9900, term: { unit: 'lifetime', count: 1 }, refundDays: 0, isRenewing: false };
  const { body } = await byAdmin('POST', '/admin/plans', { name: 'One', opens: { courseIds: [courseId] }, ...terms });
  const buyer = await aUser(app);
  const order = await call(app, 'POST', '/payments/subscribe', {
    token: buyer.token,
    body: { planId: Plan.parse(body).plan._id },
  });
  await byAdmin('POST', `/admin/people/${buyer.id}/block`, REASON);
  await control('/pay', { order_id: order.body['subscription_id'], outcome: 'success' });
  await reconcile();
  const [entry] = await toDo();
  expect(entry?.kind).toBe('paid_without_access');
  await byAdmin('POST', `/admin/people/${buyer.id}/unblock`);
  expect((await byAdmin('GET', `/admin/people/${buyer.id}/access`)).body['access']).toMatchObject({ hasAccess: false });
  const refund = { reason: 'Blocked', idempotencyKey: '4cf6a5a2-95e8-4b5f-a3ac-000000000001' };
  expect(await byAdmin('POST', `/admin/payments/${entry?.paymentId}/refund`, refund)).toMatchObject({ status: 200 });
  expect(await toDo()).toEqual([]);
});
