// @module-tag both
import { expect, onTestFinished, test } from 'vitest';
import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { anAdmin, aSubscriber, aUser } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';

test('a payment, an order, a receipt or a refund in the search of People finds the person', async () => {
  const app = await startApp();
  onTestFinished(app.close);
  const { token } = await anAdmin(app);
  const [meera] = [await aSubscriber(app, { fullName: 'मीरा नायर' }), await aSubscriber(app)];
  await aUser(app, { fullName: 'pay_nobody' });
  await app.jobs.runDue();
  const { db } = app.database;
  const payment = await db.selectFrom('payments').selectAll().where('user_id', '=', meera.id).executeTakeFirstOrThrow();
  const order = 'order_Q1W2E3';
  await db
    .updateTable('payment_attempts')
    .set({ subscription_ref: order })
    .where('id', '=', payment.attempt_id ?? '')
    .execute();
  const find = async (search: string, more = '') => {
    const path = `/admin/people?search=${encodeURIComponent(search)}${more}`;
    const { people, total } = api.people.list.response.parse((await call(app, 'GET', path, { token })).body);
    return [total, ...people.map(({ fullName }) => fullName)];
  };
  const receipt = payment.receipt_no ?? '';
  expect(receipt).toMatch(/^TR\d{4}-\d+$/);
  for (const reference of [
    payment.provider_payment_id,
    ` ${payment.provider_payment_id} `,
    order,
    receipt,
    receipt.toLowerCase(),
  ])
    expect(await find(reference), reference).toEqual([1, 'मीरा नायर']);
  expect(await find(payment.provider_payment_id, '&access=none')).toEqual([0]);
  expect(await find('pay_unknown')).toEqual([0]);
  expect(await find('TR9999-000001')).toEqual([0]);
  const url = `/api/v1/admin/people/export?search=${payment.provider_payment_id}`;
  const csv = await app.http.inject({ url, headers: { authorization: `Bearer ${token}` } });
  expect(csv.body.trim().split('\r\n')).toHaveLength(2);
});
