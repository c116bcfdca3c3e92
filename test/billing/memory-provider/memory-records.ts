import { createCalendar } from '#server/calendar.ts';
import type { Clock } from '#server/clock.ts';
import {
  type Money,
  type PaymentEvent,
  type ProviderEvent,
  ProviderError,
  type ProviderPlan,
  type RefundEvent,
  type SubscriptionEvent,
} from '#server/features/billing/provider/provider.ts';

const PRICE: Money = { amountInPaise: 49_900, currency: 'INR' };
export const MEMORY_PLAN: ProviderPlan = { ref: 'plan_1', money: PRICE, period: 'yearly', interval: 1 };

/** A subscription, or an order, which has no plan and is paid once. */
export interface MemorySubscription {
  ref: string;
  userId: string;
  attemptId: string;
  money: Money;
  plan: ProviderPlan | undefined;
  cycles: number;
  paidCycles: number;
  /** When the first cycle was paid. */
  startedAt: number | undefined;
  /** It is not charged again. */
  endsWithPeriod: boolean;
  status: 'created' | 'active' | 'completed' | 'cancelled' | 'expired';
  expiresAt: number;
  changedAt: number;
}

export interface MemoryPayment {
  id: string;
  subscription: MemorySubscription;
  status: 'failed' | 'captured';
  money: Money;
  initiatedAt: number;
  paidAt: number | undefined;
  /** The end of the cycle that it pays for. */
  periodEnd: number | undefined;
}

export interface MemoryRefund {
  id: string;
  payment: MemoryPayment;
  amountInPaise: number;
  status: RefundEvent['status'];
  /** Undefined when it was made in the provider's dashboard. */
  key: string | undefined;
  at: number;
}

export interface MemoryWebhook {
  id: string;
  events: ProviderEvent[];
  /** No call returns what these events say. */
  isOnlySource: boolean;
}

export const subscriptionEvent = (one: MemorySubscription, status: string = one.status): SubscriptionEvent => ({
  kind: 'subscription',
  ref: one.ref,
  status,
  isOver: status !== 'created' && status !== 'active',
  // A cancellation at the end of the cycle does not show.
  willRenew: one.status === 'active',
  attemptId: one.attemptId,
  at: one.changedAt,
  periodEnd: periodEndOf(one),
});

const UNITS: Record<string, 'day' | 'month' | 'year'> = { daily: 'day', monthly: 'month', yearly: 'year' };
const calendar = createCalendar('Asia/Kolkata');

/** Where the last cycle that was paid ends; undefined before, and for an order. */
export const periodEndOf = ({ plan, startedAt, paidCycles }: MemorySubscription): number | undefined =>
  plan && startedAt !== undefined
    ? calendar.add(startedAt, paidCycles * plan.interval, UNITS[plan.period] ?? 'year')
    : undefined;

/** A payment's own webhooks do not name its subscription; those of an order name the order. */
export const paymentEvent = (one: MemoryPayment, namesSubscription: boolean): PaymentEvent => ({
  kind: 'payment',
  id: one.id,
  status: one.status,
  money: one.money,
  initiatedAt: one.initiatedAt,
  isConfirmed: true,
  paidAt: one.paidAt,
  periodEnd: one.periodEnd,
  ...(namesSubscription || !one.subscription.plan ? { subscriptionRef: one.subscription.ref } : {}),
});

export const refundEvent = (one: MemoryRefund): RefundEvent => ({
  kind: 'refund',
  id: one.id,
  paymentId: one.payment.id,
  money: { ...PRICE, amountInPaise: one.amountInPaise },
  status: one.status,
  at: one.at,
  ...(one.key === undefined ? {} : { idempotencyKey: one.key }),
});

/** What the provider has stored, and the webhooks that follow from its changes. */
export const createMemoryRecords = (clock: Clock) => {
  const subscriptions: MemorySubscription[] = [];
  const payments: MemoryPayment[] = [];
  const refunds: MemoryRefund[] = [];
  const webhooks: MemoryWebhook[] = [];
  let lastNumber = 0;
  const newId = (prefix: string): string => `${prefix}_${(lastNumber += 1)}`;
  const send = (isOnlySource: boolean, ...events: ProviderEvent[]): void => {
    webhooks.push({ id: newId('evt'), events, isOnlySource });
  };

  const expire = (one: MemorySubscription): void => {
    if (one.status !== 'created' || clock.now() < one.expiresAt) return;
    one.status = 'expired';
    one.changedAt = one.expiresAt;
  };
  const refundsOf = (payment: MemoryPayment): MemoryRefund[] => refunds.filter((one) => one.payment === payment);

  return {
    subscriptions,
    payments,
    refunds,
    webhooks,
    newId,
    send,
    expire,
    refundsOf,
    refundedOf: (payment: MemoryPayment): number =>
      refundsOf(payment).reduce((sum, { status, amountInPaise }) => sum + (status === 'failed' ? 0 : amountInPaise), 0),
    findSubscription: (ref: string): MemorySubscription => {
      const found = subscriptions.find((one) => one.ref === ref);
      if (!found) throw new ProviderError('rejected', 'The id provided does not exist');
      expire(found);
      return found;
    },
    findPayment: (id: string): MemoryPayment => {
      const found = payments.find((one) => one.id === id);
      if (!found) throw new ProviderError('rejected', 'The id provided does not exist');
      return found;
    },
    capture: (payment: MemoryPayment): void => {
      const { subscription } = payment;
      payment.status = 'captured';
      payment.paidAt = clock.now();
      subscription.startedAt ??= clock.now();
      subscription.paidCycles += 1;
      subscription.status = subscription.paidCycles < subscription.cycles ? 'active' : 'completed';
      subscription.changedAt = clock.now();
      payment.periodEnd = periodEndOf(subscription);
      send(false, { ...paymentEvent(payment, false), status: 'authorized' });
      send(false, paymentEvent(payment, false));
      send(false, subscriptionEvent(subscription, 'active'), paymentEvent(payment, true));
      send(false, subscriptionEvent(subscription));
    },
    addRefund: (
      payment: MemoryPayment,
      amountInPaise: number,
      key: string | undefined,
      status: 'processed' | 'pending',
    ): MemoryRefund => {
      const refund: MemoryRefund = { id: newId('rfnd'), payment, amountInPaise, key, status, at: clock.now() };
      refunds.push(refund);
      send(key === undefined, refundEvent(refund));
      return refund;
    },
  };
};

export type MemoryRecords = ReturnType<typeof createMemoryRecords>;
