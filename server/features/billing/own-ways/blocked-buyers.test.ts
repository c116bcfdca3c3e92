// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { call } from '#test/call.ts';
import { anAdmin, aUser, type Person } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';

const Sent = z.object({ request: z.looseObject({ _id: z.string() }) });
const RECEIVED = { amountInPaise: 49_900, receivedOn: '2026-06-15' };

const open = async () => {
  const app = await startApp();
  const admin = await anAdmin(app);
  const ways = await app.settings.ways();
  const cash = { ...ways, cash: true, cashText: 'At the office' };
  await app.database.transaction((tx) => app.settings.change(tx, 'ways', cash));
  const send = async ({ token }: Person): Promise<string> => {
    const body = { planId: 'yearly-bundle', way: 'cash', reference: '', paidOn: '2026-06-15' };
    return Sent.parse((await call(app, 'POST', '/payments/requests', { token, body })).body).request._id;
  };
  const ask = async (path: string, body: object = {}) => {
    const response = await call(app, 'POST', `/admin${path}`, { token: admin.token, body });
    return response;
  };
  const confirm = (id: string, more: object = {}) => ask(`/payment-requests/${id}/confirm`, { ...RECEIVED, ...more });
  return { app, admin, send, ask, confirm, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
};

test('a payment that waits outlasts a block of its buyer', async () => {
  await using school = await open();
  const buyer = await aUser(school.app);
  const id = await school.send(buyer);
  expect((await school.ask(`/people/${buyer.id}/block`, { reason: 'Spam' })).status).toBe(200);
  expect((await school.confirm(id)).body).toMatchObject({
    code: 'payment_warning',
    message: 'This account is blocked or closed: the payment gives no access',
  });
  expect((await school.ask(`/people/${buyer.id}/unblock`)).status).toBe(200);
  expect((await school.confirm(id)).body).toMatchObject({
    message: 'Payment confirmed',
    payment: { accessFrom: '2026-06-15T04:30:00.000Z', accessUntil: '2027-06-15T04:30:00.000Z' },
  });
});

test('a payment that gives no access is confirmed after a warning, and nothing is written before', async () => {
  await using school = await open();
  const buyer = await aUser(school.app);
  const id = await school.send(buyer);
  await school.app.database.db.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', buyer.id).execute();
  const warned = await school.confirm(id);
  expect([warned.status, warned.body['code'], warned.body['message']]).toEqual([
    409,
    'payment_warning',
    'The payment gives no access: this person is an admin, or their access was ended after they paid',
  ]);
  expect(await school.app.database.db.selectFrom('payments').select('id').execute()).toEqual([]);
  expect((await school.confirm(id, { isWarned: true })).body).toMatchObject({ payment: { accessUntil: null } });
});
