import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { JUNE_MORNING_MS } from '#test/fake-clock.ts';
import { InvalidProof, InvalidSignature, ProviderError } from '../provider.ts';
import type { RazorpayAccess } from './http.ts';
import { createRazorpayProvider } from './provider-calls.ts';

const KEY_SECRET = 'EnLs21M47BllR3X8PSFtjtbd';
const GOLDEN = {
  paymentId: 'pay_IDZNwZZFtnjyym',
  subscriptionRef: 'sub_ID6MOhgkcoHj9I',
  signature: '601f383334975c714c91a7d97dd723eb56520318355863dcf3821c0d07a17693',
};

const anAddressWithoutServer = async (): Promise<string> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
};

const open = (over: Partial<RazorpayAccess> = {}) =>
  createRazorpayProvider(() => ({
    apiBase: 'http://127.0.0.1:9',
    keyId: 'rzp_test_x',
    keySecrets: [KEY_SECRET],
    webhookSecrets: ['whsec'],
    ...over,
  }));

const confirm = (
  { paymentId, subscriptionRef, signature }: typeof GOLDEN,
  keySecrets: string[],
): ReturnType<ReturnType<typeof open>['confirmReturn']> =>
  open({ keySecrets, apiBase: undefined }).confirmReturn({
    ref: subscriptionRef,
    expected: { amountInPaise: 49_900, currency: 'INR' },
    payload: { razorpay_payment_id: paymentId, razorpay_signature: signature },
    now: JUNE_MORNING_MS,
  });

describe('signatures of the provider’s own tests', { tags: ['RZP-10.20'] }, () => {
  it('cover the payment and the subscription for the payment window', async () => {
    const signed = { paymentId: GOLDEN.paymentId };
    expect(await confirm(GOLDEN, [KEY_SECRET])).toMatchObject(signed);
    const upperCase = { ...GOLDEN, signature: GOLDEN.signature.toUpperCase() };
    expect(await confirm(upperCase, ['other', KEY_SECRET])).toMatchObject(signed);
    const swapped = { ...GOLDEN, paymentId: GOLDEN.subscriptionRef, subscriptionRef: GOLDEN.paymentId };
    await expect(confirm(swapped, [KEY_SECRET])).rejects.toThrow(InvalidProof);
    await expect(confirm(GOLDEN, ['other'])).rejects.toThrow(InvalidProof);
    await expect(confirm(GOLDEN, [])).rejects.toThrow(InvalidProof);
  });

  it('cover the raw bytes for a webhook', () => {
    const signature = '2fe04e22977002e6c7cb553adab8b460cb9e2a4970d5953cb27a8472752e3bbc';
    const receive = (rawBody: Buffer) =>
      open({ webhookSecrets: ['123456'] }).parseWebhook({ rawBody, header: () => signature, now: JUNE_MORNING_MS });
    const body = Buffer.from('{"a":1,"b":2,"c":{"d":3}}');
    expect(receive(body)).toMatchObject({ type: 'unreadable', events: [] });
    expect(() => receive(Buffer.from(`${String(body)} `))).toThrow(InvalidSignature);
  });

  it.each(['', 'abc', GOLDEN.signature.slice(1), `${GOLDEN.signature}00`, 'g'.repeat(64)])(
    'reject %j',
    async (signature) => {
      await expect(confirm({ ...GOLDEN, signature }, [KEY_SECRET])).rejects.toThrow(InvalidProof);
    },
  );
});

const parse = (event: object, options: { secret?: string } = {}) => {
  const rawBody = Buffer.from(JSON.stringify(event));
  const signature = createHmac('sha256', options.secret ?? 'whsec')
    .update(rawBody)
    .digest('hex');
  const headers: Record<string, string> = { 'x-razorpay-signature': signature };
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

describe('webhooks as events', () => {
  it('contain subscription and payment for a charge', () => {
    const { type, events } = parse({
      event: 'subscription.charged',
      payload: { subscription: { entity: subscription }, payment: { entity: payment } },
      created_at: 1_567_690_383,
    });
    expect(type).toBe('subscription.charged');
    expect(events).toEqual([
      {
        kind: 'subscription',
        ref: 'sub_DEX6xcJ1HSW4CR',
        status: 'active',
        isOver: false,
        willRenew: true,
        periodEnd: 1_572_892_200_000,
        attemptId: 'a1',
        at: 1_567_690_383_000,
      },
      {
        kind: 'payment',
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

  it('may have unknown statuses, empty notes, and a time inside the payload', () => {
    const { events } = parse({
      event: 'subscription.updated',
      payload: {
        subscription: { entity: { ...subscription, status: 'dreaming', notes: [] } },
        created_at: 1_600_000_000,
      },
    });
    expect(events).toMatchObject([{ status: 'dreaming', isOver: false, willRenew: false, at: 1_600_000_000_000 }]);
  });

  it('are empty for unknown events, unreadable bodies and malformed ids', () => {
    expect(parse({ event: 'settlement.processed', payload: { payment: { entity: payment } } }).events).toEqual([]);
    expect(parse([]).events).toEqual([]);
    const odd = { ...payment, id: 'pay_\u0000' };
    expect(parse({ event: 'payment.captured', payload: { payment: { entity: odd } } }).events).toEqual([]);
  });

  it('accept the previous secret', { tags: ['RZP-7.31'] }, () => {
    expect(parse({ event: 'x' }, { secret: 'earlier' }).type).toBe('x');
    expect(() => parse({ event: 'x' }, { secret: 'forged' })).toThrow(InvalidSignature);
  });
});

describe('calls', () => {
  it('report a refused connection as certainly not executed', async () => {
    const apiBase = await anAddressWithoutServer();
    const order = {
      attemptId: 'a',
      charge: { kind: 'plan' as const, ref: 'plan_1', cycles: 1 },
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
  ])('reject malformed input before computing an HMAC: %j', { tags: ['RZP-7.9'] }, async (payload) => {
    const expected = { amountInPaise: 49_900, currency: 'INR' };
    const returned = { ref: GOLDEN.subscriptionRef, expected, payload, now: JUNE_MORNING_MS };
    await expect(open().confirmReturn(returned)).rejects.toThrow(InvalidProof);
  });

  it('accept a valid signature as unconfirmed when the provider does not respond', { tags: ['RZP-7.11'] }, async () => {
    const expected = { amountInPaise: 49_900, currency: 'INR' };
    const payload = { razorpay_payment_id: GOLDEN.paymentId, razorpay_signature: GOLDEN.signature };
    const returned = { ref: GOLDEN.subscriptionRef, expected, payload, now: JUNE_MORNING_MS };
    const { paymentId, events } = await open().confirmReturn(returned);
    expect(paymentId).toBe(GOLDEN.paymentId);
    expect(events).toMatchObject([{ kind: 'payment', status: 'captured', isConfirmed: false, money: expected }]);
  });
});
