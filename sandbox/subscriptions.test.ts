import { expect, test } from 'vitest';
import { hmacHex } from './signatures.ts';
import { day, descriptionOf, idsIn, juneMorning, openForTest, textIn } from '#test/sandbox/open-sandbox.ts';

const now = juneMorning / 1000;
const midnightAfterAYear = Date.parse('2027-06-15T00:00:00+05:30') / 1000;

test('a subscription of one charge completes at once, and ends at midnight in India a year later', async () => {
  const { sandbox, rest, subscribe, pay } = await openForTest();
  const id = await subscribe();
  const triple = await pay(id);
  expect(triple.status).toBe(200);
  expect(triple.body['razorpay_subscription_id']).toBe(id);
  expect(triple.body['razorpay_signature']).toBe(
    hmacHex(sandbox.keySecret, `${textIn(triple, 'razorpay_payment_id')}|${id}`),
  );
  const after = await rest('GET', `/subscriptions/${id}`);
  expect(after.body).toMatchObject({
    status: 'completed',
    paid_count: 1,
    remaining_count: 0,
    current_start: now,
    current_end: midnightAfterAYear,
    end_at: now,
    ended_at: now,
    charge_at: null,
  });
});

test('with the switch off a subscription stays active until the year is over', async () => {
  const { rest, control, paid } = await openForTest();
  await control('/switches', { complete_at_once: false });
  const { subscriptionId } = await paid();
  expect((await rest('GET', `/subscriptions/${subscriptionId}`)).body).toMatchObject({
    status: 'active',
    ended_at: null,
  });
  await control('/clock', { advance_seconds: 365 * day });
  expect((await rest('GET', `/subscriptions/${subscriptionId}`)).body).toMatchObject({
    status: 'completed',
    ended_at: midnightAfterAYear,
  });
});

test('the payment and its invoice are found from the subscription', async () => {
  const { rest, paid } = await openForTest();
  const { subscriptionId, paymentId } = await paid();
  const invoices = await rest('GET', `/invoices?subscription_id=${subscriptionId}`);
  expect(invoices.body).toMatchObject({
    count: 1,
    items: [
      { status: 'paid', payment_id: paymentId, subscription_id: subscriptionId, amount: 49_900, amount_paid: 49_900 },
    ],
  });
  const payment = await rest('GET', `/payments/${paymentId}`);
  expect(payment.body).toMatchObject({
    amount: 49_900,
    currency: 'INR',
    status: 'captured',
    captured: true,
    amount_refunded: 0,
    refund_status: null,
    fee: 1178,
    tax: 180,
    error_code: null,
    card: { last4: '4366', network: 'Visa' },
  });
  const invoice = await rest('GET', `/invoices/${textIn(payment, 'invoice_id')}`);
  expect(invoice.body['subscription_id']).toBe(subscriptionId);
});

test('a failure leaves a subscription payable, and a second payment is refused with the error of Razorpay', async () => {
  const { rest, subscribe, pay } = await openForTest();
  const id = await subscribe();
  const failed = await pay(id, 'failure');
  expect(failed.status).toBe(200);
  expect(failed.body).toMatchObject({
    error: {
      code: 'BAD_REQUEST_ERROR',
      source: 'bank',
      reason: 'payment_failed',
      metadata: { payment_id: expect.stringMatching(/^pay_/) },
    },
  });
  expect((await rest('GET', `/subscriptions/${id}`)).body['status']).toBe('created');
  expect((await pay(id)).status).toBe(200);
  const again = await pay(id);
  expect(again.status).toBe(400);
  expect(descriptionOf(again)).toBe('Customer payment is not allowed for the Subscription at this stage.');
  expect((await rest('GET', '/payments')).body['count']).toBe(2);
});

test('cancelled, expired and unknown subscriptions accept no payment', async () => {
  const { rest, control, subscribe, pay } = await openForTest();
  const cancelled = await subscribe();
  await rest('POST', `/subscriptions/${cancelled}/cancel`);
  expect(descriptionOf(await pay(cancelled))).toMatch(/^Oops! Something went wrong/);
  const expiring = await subscribe({ expire_by: now + day });
  await control('/clock', { advance_seconds: day });
  expect((await rest('GET', `/subscriptions/${expiring}`)).body['status']).toBe('expired');
  expect(descriptionOf(await pay(expiring))).toMatch(/^Oops! Something went wrong/);
  expect((await pay('sub_00000000000000')).status).toBe(400);
});

test('an ended subscription cannot be cancelled', async () => {
  const { rest, subscribe, paid } = await openForTest();
  const { subscriptionId } = await paid();
  const completed = await rest('POST', `/subscriptions/${subscriptionId}/cancel`, { cancel_at_cycle_end: false });
  expect(completed.status).toBe(400);
  expect(descriptionOf(completed)).toBe('Subscription is not cancellable in completed status.');
  const open = await subscribe();
  const first = await rest('POST', `/subscriptions/${open}/cancel`);
  expect(first.body).toMatchObject({ status: 'cancelled', ended_at: now });
  expect(descriptionOf(await rest('POST', `/subscriptions/${open}/cancel`))).toBe(
    'Subscription is not cancellable in cancelled status.',
  );
});

test('a cancel at the cycle end is invisible until the cycle ends', async () => {
  const { rest, control, paid } = await openForTest();
  const { subscriptionId } = await paid({ total_count: 3 });
  const asked = await rest('POST', `/subscriptions/${subscriptionId}/cancel`, { cancel_at_cycle_end: 1 });
  expect(asked.body).toMatchObject({ status: 'active', has_scheduled_changes: false, ended_at: null });
  await control('/clock', { advance_seconds: 366 * day });
  expect((await rest('GET', `/subscriptions/${subscriptionId}`)).body).toMatchObject({
    status: 'cancelled',
    paid_count: 1,
    ended_at: midnightAfterAYear,
  });
});

test('a subscription renews on its day, and the last renewal completes it', async () => {
  const { rest, control, paid } = await openForTest();
  const { subscriptionId } = await paid({ total_count: 2 });
  expect((await rest('GET', `/subscriptions/${subscriptionId}`)).body).toMatchObject({
    status: 'active',
    charge_at: midnightAfterAYear,
    end_at: midnightAfterAYear,
  });
  await control('/clock', { advance_seconds: 364 * day });
  expect((await rest('GET', '/payments')).body['count']).toBe(1);
  await control('/clock', { advance_seconds: day });
  expect((await rest('GET', '/payments')).body['count']).toBe(2);
  expect((await rest('GET', `/subscriptions/${subscriptionId}`)).body).toMatchObject({
    status: 'completed',
    paid_count: 2,
    current_start: midnightAfterAYear,
    current_end: Date.parse('2028-06-15T00:00:00+05:30') / 1000,
    ended_at: midnightAfterAYear,
  });
});

test('a failed renewal makes a subscription pending, the fourth halts it, a payment reactivates it', async () => {
  const { rest, control, paid, pay } = await openForTest();
  const { subscriptionId } = await paid({ total_count: 3 });
  await control('/switches', { failing_charges: 4 });
  const statusAfter = async (seconds: number) => {
    await control('/clock', { advance_seconds: seconds });
    const { body } = await rest('GET', `/subscriptions/${subscriptionId}`);
    return [body['status'], body['auth_attempts']];
  };
  expect(await statusAfter(365 * day)).toEqual(['pending', 1]);
  expect(await statusAfter(day)).toEqual(['pending', 2]);
  expect(await statusAfter(2 * day)).toEqual(['halted', 4]);
  expect(await statusAfter(30 * day)).toEqual(['halted', 4]);
  expect((await pay(subscriptionId)).status).toBe(200);
  expect((await rest('GET', `/subscriptions/${subscriptionId}`)).body).toMatchObject({
    status: 'active',
    paid_count: 2,
  });
});

test('the customer can withdraw the mandate, and a renewal can be charged early', async () => {
  const { rest, control, paid } = await openForTest();
  const { subscriptionId } = await paid({ total_count: 3 });
  const charged = await control('/charge', { subscription_id: subscriptionId, outcome: 'success' });
  expect(charged.body).toMatchObject({ status: 'active', paid_count: 2 });
  const withdrawn = await control('/mandate/cancel', { subscription_id: subscriptionId });
  expect(withdrawn.body['status']).toBe('cancelled');
  await control('/clock', { advance_seconds: 800 * day });
  expect((await rest('GET', '/payments')).body['count']).toBe(2);
});

test('a failed payment can still be captured later, under its own id', async () => {
  const { rest, control, subscribe, pay } = await openForTest();
  const id = await subscribe();
  await pay(id, 'failure');
  const [failed] = idsIn(await rest('GET', '/payments'));
  const late = await control('/late-capture', { payment_id: failed });
  expect(late.body).toMatchObject({ razorpay_payment_id: failed, razorpay_subscription_id: id });
  expect((await rest('GET', `/payments/${String(failed)}`)).body).toMatchObject({
    status: 'captured',
    error_code: null,
  });
});
