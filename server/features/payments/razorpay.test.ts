import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { JUNE_MORNING_MS } from '#test/fake-clock.ts';
import { InvalidProof, InvalidSignature, ProviderError } from './provider.ts';
import { createRazorpay } from './razorpay.ts';
import { isCheckoutSignature, isWebhookSignature } from './razorpay-signatures.ts';

const KEY_SECRET = 'EnLs21M47BllR3X8PSFtjtbd';
const GOLDEN = {
  paymentId: 'pay_IDZNwZZFtnjyym',
  subscriptionRef: 'sub_ID6MOhgkcoHj9I',
  signature: '601f383334975c714c91a7d97dd723eb56520318355863dcf3821c0d07a17693',
};

describe('[RZP-10.20] signatures of the provider’s own tests', () => {
  it('payment window: the payment first, then the subscription', () => {
    expect(isCheckoutSignature(GOLDEN, GOLDEN.signature, [KEY_SECRET])).toBe(true);
    expect(isCheckoutSignature(GOLDEN, GOLDEN.signature.toUpperCase(), ['other', KEY_SECRET])).toBe(true);
    const swapped = { paymentId: GOLDEN.subscriptionRef, subscriptionRef: GOLDEN.paymentId };
    expect(isCheckoutSignature(swapped, GOLDEN.signature, [KEY_SECRET])).toBe(false);
    expect(isCheckoutSignature(GOLDEN, GOLDEN.signature, ['other'])).toBe(false);
    expect(isCheckoutSignature(GOLDEN, GOLDEN.signature, [])).toBe(false);
  });

  it('webhook: the raw bytes', () => {
    const body = Buffer.from('{"a":1,"b":2,"c":{"d":3}}');
    const signature = '2fe04e22977002e6c7cb553adab8b460cb9e2a4970d5953cb27a8472752e3bbc';
    expect(isWebhookSignature(body, signature, ['123456'])).toBe(true);
    expect(isWebhookSignature(Buffer.from(`${String(body)} `), signature, ['123456'])).toBe(false);
  });

  it.each(['', 'abc', GOLDEN.signature.slice(1), `${GOLDEN.signature}00`, 'g'.repeat(64)])(
    'refuses %j',
    (signature) => {
      expect(isCheckoutSignature(GOLDEN, signature, [KEY_SECRET])).toBe(false);
    },
  );
});

const anAddressWithoutServer = async (): Promise<string> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
};

const open = (over: { apiBase?: string; webhookSecrets?: string[] } = {}) =>
  createRazorpay({
    apiBase: () => over.apiBase ?? 'http://127.0.0.1:9',
    key: () => ({ id: 'rzp_test_x', secret: KEY_SECRET }),
    keySecrets: () => [KEY_SECRET],
    webhookSecrets: () => over.webhookSecrets ?? ['whsec'],
  });

const parse = (event: object, options: { secret?: string; headers?: Record<string, string> } = {}) => {
  const rawBody = Buffer.from(JSON.stringify(event));
  const signature = createHmac('sha256', options.secret ?? 'whsec')
    .update(rawBody)
    .digest('hex');
  const headers: Record<string, string> = {
    'x-razorpay-signature': signature,
    'x-razorpay-event-id': 'evt_1',
    ...options.headers,
  };
  return open({ webhookSecrets: ['whsec', 'earlier'] }).parseWebhook({
    rawBody,
    header: (name) => headers[name],
    now: JUNE_MORNING_MS,
  });
};

const subscription = {
  id: 'sub_DEX6xcJ1HSW4CR',
  status: 'active',
  current_end: 1_572_892_200,
  notes: { attempt_id: 'a1' },
  total_count: 12,
  paid_count: 1,
};
const payment = {
  id: 'pay_DEXFWroJ6LikKT',
  amount: 49_900,
  currency: 'INR',
  status: 'captured',
  captured: '1',
  invoice_id: 'inv_DEXFWroJ6LikKT',
  method: 'card',
  card: { last4: '5558', network: 'MasterCard' },
  created_at: 1_567_690_382,
};

describe('webhooks as facts', () => {
  it('reads a charge: subscription and payment', () => {
    const { eventId, type, facts } = parse({
      event: 'subscription.charged',
      payload: { subscription: { entity: subscription }, payment: { entity: payment } },
      created_at: 1_567_690_383,
    });
    expect([eventId, type]).toEqual(['evt_1', 'subscription.charged']);
    expect(facts).toEqual([
      {
        t: 'subscription',
        ref: 'sub_DEX6xcJ1HSW4CR',
        status: 'active',
        isOver: false,
        willRenew: true,
        periodEnd: 1_572_892_200_000,
        attemptId: 'a1',
        at: 1_567_690_383_000,
      },
      {
        t: 'payment',
        id: 'pay_DEXFWroJ6LikKT',
        status: 'captured',
        subscriptionRef: 'sub_DEX6xcJ1HSW4CR',
        invoiceRef: 'inv_DEXFWroJ6LikKT',
        money: { amountInPaise: 49_900, currency: 'INR' },
        method: 'card',
        masked: 'MasterCard ••••5558',
        initiatedAt: 1_567_690_382_000,
        paidAt: 1_567_690_383_000,
        periodEnd: 1_572_892_200_000,
        isConfirmed: true,
      },
    ]);
  });

  it('takes statuses that nobody has seen, empty notes, and a time inside the payload', () => {
    const { facts } = parse({
      event: 'subscription.updated',
      payload: {
        subscription: { entity: { ...subscription, status: 'dreaming', notes: [] } },
        created_at: 1_600_000_000,
      },
    });
    expect(facts).toMatchObject([{ status: 'dreaming', isOver: false, willRenew: false, at: 1_600_000_000_000 }]);
  });

  it('has no facts of unknown events, unreadable bodies and ids of odd shapes', () => {
    expect(parse({ event: 'settlement.processed', payload: { payment: { entity: payment } } }).facts).toEqual([]);
    expect(parse([]).facts).toEqual([]);
    const odd = { ...payment, id: 'pay_\u0000' };
    expect(parse({ event: 'payment.captured', payload: { payment: { entity: odd } } }).facts).toEqual([]);
  });

  it('[RZP-7.31] takes the earlier secret too, and names an event without an id by its bytes', () => {
    expect(parse({ event: 'x' }, { secret: 'earlier' }).type).toBe('x');
    expect(() => parse({ event: 'x' }, { secret: 'forged' })).toThrow(InvalidSignature);
  });
});

describe('calls', () => {
  it('says of a refused connection that nothing can have happened', async () => {
    const apiBase = await anAddressWithoutServer();
    const order = {
      attemptId: 'a',
      plan: { ref: 'plan_1', cycles: 1 },
      user: { id: 'u' },
      returnUrl: 'https://school.example/checkout',
      expiresAt: JUNE_MORNING_MS,
    };
    const error = await open({ apiBase })
      .startCheckout(order)
      .catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ kind: 'unavailable', isAmbiguous: false });
  });

  it.each([
    {},
    { razorpay_payment_id: ['pay_1'], razorpay_signature: GOLDEN.signature },
    { razorpay_payment_id: '../plans', razorpay_signature: GOLDEN.signature },
    { razorpay_payment_id: GOLDEN.paymentId },
  ])('[RZP-7.9] refuses garbage before any HMAC: %j', async (payload) => {
    const expected = { amountInPaise: 49_900, currency: 'INR' };
    const returned = { ref: GOLDEN.subscriptionRef, expected, payload, now: JUNE_MORNING_MS };
    await expect(open().confirmReturn(returned)).rejects.toThrow(InvalidProof);
  });

  it('[RZP-7.11] a good signature counts, unconfirmed, when the provider does not answer', async () => {
    const expected = { amountInPaise: 49_900, currency: 'INR' };
    const payload = { razorpay_payment_id: GOLDEN.paymentId, razorpay_signature: GOLDEN.signature };
    const facts = await open().confirmReturn({ ref: GOLDEN.subscriptionRef, expected, payload, now: JUNE_MORNING_MS });
    expect(facts).toMatchObject([{ t: 'payment', status: 'captured', isConfirmed: false, money: expected }]);
  });
});
