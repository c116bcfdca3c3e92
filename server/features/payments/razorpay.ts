import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  type CheckoutOrder,
  type Fact,
  InvalidProof,
  InvalidSignature,
  type PaymentFact,
  type PaymentProvider,
  ProviderError,
} from './provider.ts';
import { readEvent } from './razorpay-events.ts';
import { createRazorpayHttp, type RazorpayAccess, type RazorpayHttp } from './razorpay-http.ts';
import {
  Invoice,
  KEY_NOTE,
  listOf,
  Payment,
  paymentFact,
  ProviderId,
  Refund,
  refundFact,
  Subscription,
  subscriptionFact,
} from './razorpay-shapes.ts';
import { isCheckoutSignature, isWebhookSignature } from './razorpay-signatures.ts';

const CONFIRM_PATIENCE_MS = 3000;
const FETCH_PATIENCE_MS = 30_000;
const PAGE = 100;
const MAX_PAGES = 10;
const CLOCK_SLACK_MS = 5 * 60_000;

export interface RazorpayOptions extends RazorpayAccess {
  /** The current one first; earlier ones still verify, because windows may be open and events under way. */
  keySecrets: () => readonly string[];
  webhookSecrets: () => readonly string[];
}

const Proof = z.object({
  razorpay_payment_id: ProviderId,
  razorpay_signature: z.string().max(256),
});

/** A subscription that was made for this attempt by a call whose answer was lost. */
const findMade = async (http: RazorpayHttp, order: CheckoutOrder, since: number): Promise<Subscription | undefined> => {
  const from = Math.floor((since - CLOCK_SLACK_MS) / 1000);
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { plan_id: order.plan.ref, from, count: PAGE, skip: page * PAGE };
    const items = await http({ method: 'GET', path: ['subscriptions'], query }, listOf(Subscription));
    const made = items.find(({ notes, status }) => notes['attempt_id'] === order.attemptId && status === 'created');
    if (made || items.length < PAGE) return made;
  }
  return undefined;
};

const createSubscription = (http: RazorpayHttp, order: CheckoutOrder): Promise<Subscription> =>
  http(
    {
      method: 'POST',
      path: ['subscriptions'],
      body: {
        plan_id: order.plan.ref,
        total_count: order.plan.cycles,
        quantity: 1,
        customer_notify: true,
        expire_by: Math.floor(order.expiresAt / 1000),
        notes: { user_id: order.user.id, attempt_id: order.attemptId },
      },
    },
    Subscription,
  );

/** The same calls with one time limit for all of them together. */
const within = (http: RazorpayHttp, patienceMs: number): RazorpayHttp => {
  const giveUpAt = performance.now() + patienceMs;
  return (call, answer) => http({ ...call, patienceMs: Math.max(1, giveUpAt - performance.now()) }, answer);
};

const fetchRefunds = async (http: RazorpayHttp, paymentId: string): Promise<Fact[]> => {
  const call = { method: 'GET', path: ['payments', paymentId, 'refunds'], query: { count: PAGE } } as const;
  return (await http(call, listOf(Refund))).map(refundFact);
};

/** A refund that failed leaves no trace on its payment, so a captured payment is always asked for its refunds. */
const fetchPayment = async (http: RazorpayHttp, id: string, invoice?: Invoice): Promise<Fact[]> => {
  const payment = await http({ method: 'GET', path: ['payments', id] }, Payment);
  const of =
    invoice ??
    (payment.invoice_id ? await http({ method: 'GET', path: ['invoices', payment.invoice_id] }, Invoice) : undefined);
  const fact = paymentFact(payment, {
    subscriptionRef: of?.subscription_id,
    paidAt: of?.paid_at,
    periodEnd: of?.billing_end,
  });
  return fact.status === 'captured' ? [fact, ...(await fetchRefunds(http, id))] : [fact];
};

const fetchSubscription = async (http: RazorpayHttp, ref: string, now: number): Promise<Fact[]> => {
  const subscription = await http({ method: 'GET', path: ['subscriptions', ref] }, Subscription);
  const facts: Fact[] = [subscriptionFact(subscription, now)];
  if (subscription.status === 'created' && subscription.paid_count === 0) return facts;
  const query = { subscription_id: ref, count: PAGE };
  for (const invoice of await http({ method: 'GET', path: ['invoices'], query }, listOf(Invoice)))
    if (invoice.payment_id)
      facts.push(...(await fetchPayment(http, invoice.payment_id, { ...invoice, subscription_id: ref })));
  return facts;
};

/** The payment as the provider has it now, with the refunds that it shows. */
const confirmPayment = async (http: RazorpayHttp, paymentId: string, ref: string): Promise<Fact[]> => {
  const payment = await http({ method: 'GET', path: ['payments', paymentId] }, Payment);
  const fact = paymentFact(payment, { subscriptionRef: ref });
  return payment.amount_refunded ? [fact, ...(await fetchRefunds(http, paymentId))] : [fact];
};

const decodeJson = (rawBody: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(rawBody));
  } catch {
    return undefined;
  }
};

/** Razorpay Subscriptions: REST calls, the payment window's proof, and webhooks, as facts. */
export const createRazorpay = (options: RazorpayOptions): PaymentProvider => {
  const http = createRazorpayHttp(options);

  return {
    id: 'razorpay',

    startCheckout: async (order) => {
      const made = order.mayExistSince === undefined ? undefined : await findMade(http, order, order.mayExistSince);
      const subscription = made ?? (await createSubscription(http, order));
      const expiresAt = subscription.expire_by ? subscription.expire_by * 1000 : order.expiresAt;
      return { kind: 'popup', ref: subscription.id, expiresAt };
    },

    confirmReturn: async ({ ref, expected, payload, now }) => {
      const proof = Proof.safeParse(payload);
      if (!proof.success) throw new InvalidProof('the proof of payment is incomplete');
      const { razorpay_payment_id: paymentId, razorpay_signature: signature } = proof.data;
      if (!isCheckoutSignature({ paymentId, subscriptionRef: ref }, signature, options.keySecrets()))
        throw new InvalidProof('the signature does not fit');
      const claimed: PaymentFact = {
        t: 'payment',
        id: paymentId,
        subscriptionRef: ref,
        status: 'captured',
        money: expected,
        initiatedAt: now,
        isConfirmed: false,
      };
      try {
        const facts = await confirmPayment(within(http, CONFIRM_PATIENCE_MS), paymentId, ref);
        const isPaid = facts.some((fact) => fact.t === 'payment' && ['captured', 'failed'].includes(fact.status));
        return isPaid ? facts : [claimed];
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        if (error.kind === 'rejected') throw new InvalidProof(error.message);
        return [claimed];
      }
    },

    parseWebhook: ({ rawBody, header, now }) => {
      const signature = header('x-razorpay-signature') ?? '';
      if (!isWebhookSignature(rawBody, signature, options.webhookSecrets()))
        throw new InvalidSignature('the webhook is not signed by the provider');
      const eventId = header('x-razorpay-event-id') ?? createHash('sha256').update(rawBody).digest('hex');
      return { eventId: eventId.slice(0, 128), ...readEvent(decodeJson(rawBody), now) };
    },

    fetchFacts: (ref, { now, patienceMs = FETCH_PATIENCE_MS }) => {
      const limited = within(http, patienceMs);
      return ref.startsWith('pay_') ? fetchPayment(limited, ref) : fetchSubscription(limited, ref, now);
    },

    cancel: async (ref, when) => {
      try {
        const body = { cancel_at_cycle_end: when === 'period_end' };
        await http({ method: 'POST', path: ['subscriptions', ref, 'cancel'], body }, Subscription);
        return when === 'now' ? 'cancelled' : 'scheduled';
      } catch (error) {
        if (error instanceof ProviderError && /not cancellable/i.test(error.message)) return 'already_ended';
        throw error;
      }
    },

    refund: async ({ paymentId, money, idempotencyKey, patienceMs = FETCH_PATIENCE_MS }) => {
      const body = { amount: money.amountInPaise, speed: 'normal', notes: { [KEY_NOTE]: idempotencyKey } };
      const path = ['payments', paymentId, 'refund'];
      const call = { method: 'POST', path, body, idempotencyKey, patienceMs } as const;
      return refundFact(await http(call, Refund));
    },
  };
};
