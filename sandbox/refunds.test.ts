import { expect, test } from 'vitest';
import { day, descriptionOf, idsIn, openForTest, textIn } from '#test/sandbox/open-sandbox.ts';

const open = async () => {
  const opened = await openForTest();
  const { paymentId } = await opened.paid();
  const refund = (body: object = {}, key?: string) =>
    opened.rest(
      'POST',
      `/payments/${paymentId}/refund`,
      body,
      key === undefined ? {} : { 'x-refund-idempotency': key },
    );
  const payment = async () => (await opened.rest('GET', `/payments/${paymentId}`)).body;
  return { ...opened, paymentId, refund, payment };
};

test('a refund without an amount returns what is left', async () => {
  const { rest, refund, payment, paymentId } = await open();
  const part = await refund({ amount: 10_000, notes: { why: 'asked' }, receipt: 'r1' });
  expect(part.body['id']).toMatch(/^rfnd_[A-Za-z0-9]{14}$/);
  expect(part.body).toMatchObject({
    entity: 'refund',
    status: 'processed',
    payment_id: paymentId,
    receipt: 'r1',
    acquirer_data: { arn: null },
  });
  expect(await payment()).toMatchObject({ amount_refunded: 10_000, refund_status: 'partial' });
  expect((await refund()).body['amount']).toBe(39_900);
  expect(await payment()).toMatchObject({ amount_refunded: 49_900, refund_status: 'full' });
  expect((await rest('GET', `/payments/${paymentId}/refunds`)).body['count']).toBe(2);
  expect((await rest('GET', `/refunds/${textIn(part, 'id')}`)).body['amount']).toBe(10_000);
});

test('an impossible refund is refused with the error of Razorpay', async () => {
  const { rest, refund, control, subscribe, pay } = await open();
  expect(descriptionOf(await refund({ amount: 49_901 }))).toMatch(/greater than/);
  expect(descriptionOf(await refund({ amount: 99 }))).toBe('The amount must be at least INR 1.00');
  expect(descriptionOf(await refund({ amount: '499' }))).toBe('The amount must be an integer.');
  expect(descriptionOf(await refund({ reason: 'x' }))).toBe('reason is/are not required and should not be sent');
  await refund();
  expect(descriptionOf(await refund())).toBe('The payment has been fully refunded already.');
  await pay(await subscribe(), 'failure');
  const [failed] = idsIn(await rest('GET', '/payments'));
  const uncaptured = await rest('POST', `/payments/${String(failed)}/refund`);
  expect(descriptionOf(uncaptured)).toMatch(/should be captured/);
  const { paymentId: old } = await open();
  expect((await rest('POST', `/payments/${old}/refund`)).status).toBe(400);
  expect((await control('/refunds/settle', { refund_id: 'rfnd_x', status: 'failed' })).status).toBe(400);
});

test('a refund is refused after six months', async () => {
  const { refund, control } = await open();
  await control('/clock', { advance_seconds: 184 * day });
  expect(descriptionOf(await refund())).toMatch(/6 months/);
});

test('a repeated key returns the same refund, or 409 with another body', async () => {
  const { refund, payment } = await open();
  const first = await refund({ amount: 5_000, notes: { a: '1', b: '2' } }, 'refund-key-1');
  const second = await refund({ notes: { b: '2', a: '1' }, amount: 5_000 }, 'refund-key-1');
  expect(second.body['id']).toBe(first.body['id']);
  const other = await refund({ amount: 6_000 }, 'refund-key-1');
  expect(other.status).toBe(409);
  expect(descriptionOf(other)).toBe('Different request with the same idempotency key has already been processed.');
  expect(await payment()).toMatchObject({ amount_refunded: 5_000 });
  expect((await refund({}, 'short')).status).toBe(400);
  expect((await refund({}, 'has spaces in it')).status).toBe(400);
});

test('a pending refund ends processed with a bank reference', async () => {
  const { rest, refund, control } = await open();
  await control('/switches', { refunds: 'pending' });
  const pending = await refund();
  expect(pending.body['status']).toBe('pending');
  const id = textIn(pending, 'id');
  await control('/refunds/settle', { refund_id: id, status: 'processed' });
  expect((await rest('GET', `/refunds/${id}`)).body).toMatchObject({
    status: 'processed',
    acquirer_data: { arn: expect.stringMatching(/^\w{12}$/) },
  });
  expect((await control('/refunds/settle', { refund_id: id, status: 'failed' })).status).toBe(400);
});

test('a failed refund frees its amount for a new one', async () => {
  const { rest, refund, control, payment } = await open();
  await control('/switches', { refunds: 'failed' });
  const failed = await refund({}, 'refund-key-1');
  expect(failed.body['status']).toBe('pending');
  expect((await rest('GET', `/refunds/${textIn(failed, 'id')}`)).body['status']).toBe('failed');
  expect(await payment()).toMatchObject({ amount_refunded: 0, refund_status: null });
  await control('/switches', { refunds: 'processed' });
  expect((await refund({}, 'refund-key-2')).body['status']).toBe('processed');
});

test('a dispute can be opened and lost, once', async () => {
  const { control, paymentId } = await open();
  const opened = await control('/disputes', { payment_id: paymentId });
  expect(opened.body).toMatchObject({ status: 'open', phase: 'chargeback', amount: 49_900, amount_deducted: 0 });
  const settle = (status: string) => control('/disputes/settle', { dispute_id: opened.body['id'], status });
  expect((await settle('under_review')).body['status']).toBe('under_review');
  expect((await settle('lost')).body).toMatchObject({ status: 'lost', amount_deducted: 49_900 });
  expect((await settle('won')).status).toBe(400);
});
