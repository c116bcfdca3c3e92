import { expect, test } from 'vitest';
import { hmacHex } from './signatures.ts';
import { descriptionOf, openForTest, textIn } from '#test/sandbox/open-sandbox.ts';

const open = async () => {
  const opened = await openForTest();
  const subscriptionId = await opened.subscribe();
  const asked = { key_id: opened.sandbox.keyId, subscription_id: subscriptionId };
  const payBy = (method: object, more: object = {}) =>
    opened.call('POST', '/v1/checkout/pay', { ...asked, ...more, method });
  const facts = (more: Record<string, string> = {}) =>
    opened.call('GET', `/v1/checkout/purchase?${new URLSearchParams({ ...asked, ...more })}`);
  return { ...opened, subscriptionId, payBy, facts };
};

test('the window is served with a policy that forbids inline scripts and foreign frames', async () => {
  const { app } = await openForTest();
  const frame = await app.inject('/sandbox/v1/checkout/frame');
  expect(frame.headers['content-type']).toMatch(/^text\/html/);
  expect(frame.headers['content-security-policy']).toContain("script-src 'self'");
  expect(frame.headers['content-security-policy']).toContain("frame-ancestors 'self'");
  expect(frame.body).not.toMatch(/<style|\sstyle=|\son\w+=|<script>/);
  const script = await app.inject('/sandbox/v1/checkout.js');
  expect(script.headers['content-type']).toMatch(/^text\/javascript/);
  expect(script.body).toContain('window.Razorpay');
});

test('the window shows the amount, or why it cannot accept a payment', async () => {
  const { facts, pay, subscriptionId } = await open();
  expect((await facts()).body).toEqual({ amount: 49_900, currency: 'INR', refusal: null });
  await pay(subscriptionId);
  expect((await facts()).body['refusal']).toBe('Customer payment is not allowed for the Subscription at this stage.');
  expect(descriptionOf(await facts({ key_id: 'rzp_test_other000000000' }))).toBe('The id provided does not exist');
  expect(descriptionOf(await facts({ subscription_id: 'sub_x' }))).toBe('The id provided does not exist');
});

test('the buttons decide the outcome of a payment', async () => {
  const { payBy, sandbox, subscriptionId } = await open();
  expect((await payBy({ kind: 'button', outcome: 'failure' })).body).toHaveProperty('error.reason', 'payment_failed');
  const paid = await payBy({ kind: 'button', outcome: 'success' });
  expect(paid.body['razorpay_signature']).toBe(
    hmacHex(sandbox.keySecret, `${textIn(paid, 'razorpay_payment_id')}|${subscriptionId}`),
  );
});

test.each([
  ['4100 2800 0008 0001', 'insufficient_funds'],
  ['4100280000070002', 'payment_cancelled'],
  ['4100-2800-0006-0003', 'payment_failed'],
  ['4100280000090000', 'payment_timed_out'],
  ['4100280000020007', 'gateway_technical_error'],
])('the card %s ends in %s', async (number, reason) => {
  const { payBy } = await open();
  expect((await payBy({ kind: 'card', number })).body).toHaveProperty('error.reason', reason);
});

test('a payment by test card or test UPI ID shows its method', async () => {
  const { payBy, rest, subscribe } = await open();
  const card = await payBy(
    { kind: 'card', number: '5104 0155 5555 5558' },
    { name: 'Asha', email: 'asha@example.com' },
  );
  expect((await rest('GET', `/payments/${textIn(card, 'razorpay_payment_id')}`)).body).toMatchObject({
    method: 'card',
    international: true,
    email: 'asha@example.com',
    card: { last4: '5558', network: 'MasterCard', name: 'Asha' },
  });
  const upi = await payBy({ kind: 'upi', vpa: ' Success@razorpay ' }, { subscription_id: await subscribe() });
  expect((await rest('GET', `/payments/${textIn(upi, 'razorpay_payment_id')}`)).body).toMatchObject({
    method: 'upi',
    vpa: 'success@razorpay',
    card_id: null,
  });
});

test('other card numbers are refused without a payment', async () => {
  const { payBy, rest } = await open();
  expect(descriptionOf(await payBy({ kind: 'card', number: '4111111111111111' }))).toBe(
    'This is not one of the test cards.',
  );
  expect(descriptionOf(await payBy({ kind: 'upi', vpa: 'me@bank' }))).toMatch(/^Invalid VPA/);
  expect((await payBy({ kind: 'upi', vpa: 'failure@razorpay' })).body).toHaveProperty('error');
  expect((await rest('GET', '/payments')).body['count']).toBe(1);
});
