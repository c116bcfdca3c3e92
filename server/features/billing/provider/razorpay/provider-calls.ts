import { z } from 'zod';
import {
  type Charge,
  type CheckoutOrder,
  type CheckoutStart,
  type ProviderEvent,
  InvalidProof,
  InvalidSignature,
  type PaymentEvent,
  type PaymentProvider,
  ProviderError,
} from '../provider.ts';
import { createRazorpayHttp, parseJson, type RazorpayAccess, type RazorpayHttp } from './http.ts';
import { isSignedByAny } from './signatures.ts';
import {
  Invoice,
  KEY_NOTE,
  listOf,
  moneyOf,
  Order,
  orderEvent,
  Payment,
  paymentEvent,
  Plan,
  ProviderId,
  readWebhook,
  Refund,
  refundEvent,
  Subscription,
  subscriptionEvent,
} from './events.ts';

const CONFIRM_PATIENCE_MS = 3000;
const FETCH_PATIENCE_MS = 30_000;
const PAGE = 100;
const MAX_PAGES = 10;
const CLOCK_SLACK_MS = 5 * 60_000;

const Proof = z.object({
  razorpay_payment_id: ProviderId,
  razorpay_signature: z.string().max(256),
});
const PaidSubscription = z.object({ razorpay_subscription_id: ProviderId });
const PaidOrder = z.object({ razorpay_order_id: ProviderId });

const isOrder = (ref: string): boolean => ref.startsWith('order_');

type ChargeOf<K extends Charge['kind']> = Extract<Charge, { kind: K }>;

/** The subscription that an earlier call created for this attempt before its response was lost. */
const findSubscription = async (
  http: RazorpayHttp,
  order: CheckoutOrder,
  charge: ChargeOf<'plan'>,
  since: number,
): Promise<Subscription | undefined> => {
  const from = Math.floor((since - CLOCK_SLACK_MS) / 1000);
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { plan_id: charge.ref, from, count: PAGE, skip: page * PAGE };
    const items = await http({ method: 'GET', path: ['subscriptions'], query }, listOf(Subscription));
    const created = items.find(({ notes, status }) => notes['attempt_id'] === order.attemptId && status === 'created');
    if (created || items.length < PAGE) return created;
  }
  return undefined;
};

const notesOf = ({ user, attemptId }: CheckoutOrder) => ({ user_id: user.id, attempt_id: attemptId });

const startSubscription = async (
  http: RazorpayHttp,
  order: CheckoutOrder,
  charge: ChargeOf<'plan'>,
): Promise<CheckoutStart> => {
  const existing =
    order.mayExistSince === undefined ? undefined : await findSubscription(http, order, charge, order.mayExistSince);
  const body = {
    plan_id: charge.ref,
    total_count: charge.cycles,
    quantity: 1,
    customer_notify: true,
    expire_by: Math.floor(order.expiresAt / 1000),
    notes: notesOf(order),
  };
  const { id, expire_by: expireBy } =
    existing ?? (await http({ method: 'POST', path: ['subscriptions'], body }, Subscription));
  return { kind: 'popup', ref: id, expiresAt: expireBy ? expireBy * 1000 : order.expiresAt };
};

/** The attempt's id is the order's receipt number, by which an order whose response was lost is found again. */
const startOrder = async (http: RazorpayHttp, order: CheckoutOrder, { money }: ChargeOf<'once'>) => {
  const { attemptId: receipt, expiresAt, mayExistSince } = order;
  const found =
    mayExistSince === undefined
      ? []
      : await http({ method: 'GET', path: ['orders'], query: { receipt, count: 1 } }, listOf(Order));
  const body = {
    amount: money.amountInPaise,
    currency: money.currency,
    receipt,
    payment_capture: true,
    notes: notesOf(order),
  };
  const { id } = found[0] ?? (await http({ method: 'POST', path: ['orders'], body }, Order));
  return { kind: 'popup' as const, ref: id, expiresAt };
};

/** Limits the time of several calls together. */
const within = (http: RazorpayHttp, patienceMs: number): RazorpayHttp => {
  const deadline = performance.now() + patienceMs;
  return (call, schema) => http({ ...call, patienceMs: Math.max(1, deadline - performance.now()) }, schema);
};

const fetchRefunds = async (http: RazorpayHttp, paymentId: string): Promise<ProviderEvent[]> => {
  const call = { method: 'GET', path: ['payments', paymentId, 'refunds'], query: { count: PAGE } } as const;
  return (await http(call, listOf(Refund))).map(refundEvent);
};

/** A failed refund leaves no trace on its payment, so the refunds of a captured payment are always fetched. */
const fetchPayment = async (http: RazorpayHttp, id: string, invoice?: Invoice): Promise<ProviderEvent[]> => {
  const payment = await http({ method: 'GET', path: ['payments', id] }, Payment);
  const of =
    invoice ??
    (payment.invoice_id ? await http({ method: 'GET', path: ['invoices', payment.invoice_id] }, Invoice) : undefined);
  const event = paymentEvent(payment, {
    subscriptionRef: of?.subscription_id,
    paidAt: of?.paid_at,
    periodEnd: of?.billing_end,
  });
  return event.status === 'captured' ? [event, ...(await fetchRefunds(http, id))] : [event];
};

const fetchSubscription = async (http: RazorpayHttp, ref: string, now: number): Promise<ProviderEvent[]> => {
  const subscription = await http({ method: 'GET', path: ['subscriptions', ref] }, Subscription);
  const events: ProviderEvent[] = [subscriptionEvent(subscription, now)];
  if (subscription.status === 'created' && subscription.paid_count === 0) return events;
  const query = { subscription_id: ref, count: PAGE };
  for (const invoice of await http({ method: 'GET', path: ['invoices'], query }, listOf(Invoice)))
    if (invoice.payment_id)
      events.push(...(await fetchPayment(http, invoice.payment_id, { ...invoice, subscription_id: ref })));
  return events;
};

const fetchOrder = async (http: RazorpayHttp, ref: string, now: number): Promise<ProviderEvent[]> => {
  const order = await http({ method: 'GET', path: ['orders', ref] }, Order);
  const events: ProviderEvent[] = [orderEvent(order, now)];
  if (order.status === 'created') return events;
  for (const payment of await http({ method: 'GET', path: ['orders', ref, 'payments'] }, listOf(Payment))) {
    events.push(paymentEvent(payment, { subscriptionRef: ref }));
    if (payment.status === 'captured' || payment.status === 'refunded')
      events.push(...(await fetchRefunds(http, payment.id)));
  }
  return events;
};

/** Fewer requests than `fetchPayment`, because a buyer waits for them. */
const confirmPayment = async (http: RazorpayHttp, paymentId: string, ref: string): Promise<ProviderEvent[]> => {
  const payment = await http({ method: 'GET', path: ['payments', paymentId] }, Payment);
  const event = paymentEvent(payment, { subscriptionRef: ref });
  return payment.amount_refunded ? [event, ...(await fetchRefunds(http, paymentId))] : [event];
};

/** Reads REST responses, the payment window's proof and webhooks of Razorpay Subscriptions as events. */
export const createRazorpayProvider = (access: () => RazorpayAccess, timeoutMs?: number): PaymentProvider => {
  const http = createRazorpayHttp(access, timeoutMs);

  return {
    id: 'razorpay',

    startCheckout: (order) =>
      order.charge.kind === 'plan'
        ? startSubscription(http, order, order.charge)
        : startOrder(http, order, order.charge),

    refOfReturn: (payload) =>
      PaidSubscription.safeParse(payload).data?.razorpay_subscription_id ??
      PaidOrder.safeParse(payload).data?.razorpay_order_id,

    confirmReturn: async ({ ref, expected, payload, now }) => {
      const proof = Proof.safeParse(payload);
      if (!proof.success) throw new InvalidProof('the proof of payment is incomplete');
      const { razorpay_payment_id: paymentId, razorpay_signature: signature } = proof.data;
      const signed = isOrder(ref) ? `${ref}|${paymentId}` : `${paymentId}|${ref}`;
      if (!isSignedByAny(signed, signature, access().keySecrets))
        throw new InvalidProof('the signature does not match');
      const unconfirmed: PaymentEvent = {
        kind: 'payment',
        id: paymentId,
        subscriptionRef: ref,
        status: 'captured',
        money: expected,
        initiatedAt: now,
        isConfirmed: false,
      };
      try {
        const events = await confirmPayment(within(http, CONFIRM_PATIENCE_MS), paymentId, ref);
        const isFinal = events.some(
          (event) => event.kind === 'payment' && ['captured', 'failed'].includes(event.status),
        );
        return { paymentId, events: isFinal ? events : [unconfirmed] };
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        if (error.kind === 'rejected') throw new InvalidProof(error.message);
        return { paymentId, events: [unconfirmed] };
      }
    },

    parseWebhook: ({ rawBody, header, now }) => {
      const signature = header('x-razorpay-signature') ?? '';
      if (!isSignedByAny(rawBody, signature, access().webhookSecrets))
        throw new InvalidSignature('the webhook is not signed by the provider');
      return readWebhook(parseJson(new TextDecoder().decode(rawBody)), now);
    },

    fetchEvents: (ref, { now, patienceMs = FETCH_PATIENCE_MS }) => {
      const limited = within(http, patienceMs);
      if (ref.startsWith('pay_')) return fetchPayment(limited, ref);
      return isOrder(ref) ? fetchOrder(limited, ref, now) : fetchSubscription(limited, ref, now);
    },

    // Without Subscriptions the account has no plans either.
    checkKeys: async () => {
      await http({ method: 'GET', path: ['plans'], query: { count: 1 } }, listOf(Plan));
    },

    fetchPlan: async (ref) => {
      const { id, period, interval, item } = await http({ method: 'GET', path: ['plans', ref] }, Plan);
      return { ref: id, period, interval, money: moneyOf(item) };
    },

    createPlan: async ({ name, money, period, interval }) => {
      const item = { name, amount: money.amountInPaise, currency: money.currency };
      return (await http({ method: 'POST', path: ['plans'], body: { period, interval, item } }, Plan)).id;
    },

    cancel: async (ref, when) => {
      // An order is charged once.
      if (isOrder(ref)) return 'already_ended';
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
      return refundEvent(await http(call, Refund));
    },
  };
};
