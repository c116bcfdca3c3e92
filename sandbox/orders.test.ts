import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { descriptionOf, idsIn, openForTest, textIn } from '#test/sandbox/open-sandbox.ts';

const openWithOrder = async () => {
  const opened = await openForTest();
  const made = await opened.rest('POST', '/orders', {
    amount: 7900,
    currency: 'INR',
    receipt: 'a1',
    notes: { a: 'b' },
  });
  const orderId = textIn(made, 'id');
  const order = async () => (await opened.rest('GET', `/orders/${orderId}`)).body;
  const pay = (outcome: 'success' | 'failure') => opened.control('/pay', { order_id: orderId, outcome });
  return { ...opened, made, orderId, order, pay };
};

test('an order has the fields of Razorpay and is found by its receipt', async () => {
  const { rest, made, orderId } = await openWithOrder();
  expect(orderId).toMatch(/^order_\w{14}$/);
  expect(made.body).toMatchObject({
    entity: 'order',
    amount: 7900,
    amount_paid: 0,
    amount_due: 7900,
    currency: 'INR',
    receipt: 'a1',
    status: 'created',
    attempts: 0,
    notes: { a: 'b' },
  });
  expect(idsIn(await rest('GET', '/orders?receipt=a1'))).toEqual([orderId]);
  expect(idsIn(await rest('GET', '/orders?receipt=a2'))).toEqual([]);
});

test('an order is paid once, with a signature of the order and then the payment', async () => {
  const { sandbox, rest, orderId, order, pay } = await openWithOrder();
  expect((await pay('failure')).body).toMatchObject({ error: { metadata: { order_id: orderId } } });
  expect(await order()).toMatchObject({ status: 'attempted', attempts: 1, amount_due: 7900 });
  const paid = await pay('success');
  const paymentId = textIn(paid, 'razorpay_payment_id');
  const signature = createHmac('sha256', sandbox.keySecret).update(`${orderId}|${paymentId}`).digest('hex');
  expect(paid.body).toEqual({
    razorpay_payment_id: paymentId,
    razorpay_order_id: orderId,
    razorpay_signature: signature,
  });
  expect(await order()).toMatchObject({ status: 'paid', attempts: 2, amount_paid: 7900, amount_due: 0 });
  expect((await rest('GET', `/payments/${paymentId}`)).body).toMatchObject({
    order_id: orderId,
    invoice_id: null,
    amount: 7900,
    status: 'captured',
  });
  expect(idsIn(await rest('GET', `/orders/${orderId}/payments`))).toHaveLength(2);
  expect(descriptionOf(await pay('success'))).toBe('Payment already done for this order.');
});

test('a failed payment of an order is captured late', async () => {
  const { control, rest, order, orderId, pay } = await openWithOrder();
  await pay('failure');
  const [paymentId = ''] = idsIn(await rest('GET', `/orders/${orderId}/payments`));
  expect((await control('/late-capture', { payment_id: paymentId })).body).toMatchObject({
    razorpay_order_id: orderId,
  });
  expect(await order()).toMatchObject({ status: 'paid' });
});

test('the console lists an order with its payments', async () => {
  const { call, orderId, pay } = await openWithOrder();
  await pay('success');
  expect((await call('GET', '/control/purchases')).body).toMatchObject({
    items: [{ id: orderId, status: 'paid', renews: false, payments: [{ amount: 7900, status: 'captured' }] }],
  });
});
