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

export interface MemorySubscription {
  ref: string;
  userId: string;
  attemptId: string;
  money: Money;
  status: 'created' | 'completed' | 'cancelled' | 'expired';
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

export const subscriptionEvent = (
  one: MemorySubscription,
  status: string = one.status,
  isOver = status !== 'created' && status !== 'active',
): SubscriptionEvent => ({
  kind: 'subscription',
  ref: one.ref,
  status,
  isOver,
  willRenew: false,
  attemptId: one.attemptId,
  at: one.changedAt,
});

/** A payment's own webhooks do not name its subscription. */
export const paymentEvent = (one: MemoryPayment, namesSubscription: boolean): PaymentEvent => ({
  kind: 'payment',
  id: one.id,
  status: one.status,
  money: one.money,
  initiatedAt: one.initiatedAt,
  isConfirmed: true,
  ...(one.paidAt === undefined ? {} : { paidAt: one.paidAt }),
  ...(namesSubscription ? { subscriptionRef: one.subscription.ref } : {}),
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
      subscription.status = 'completed';
      subscription.changedAt = clock.now();
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
