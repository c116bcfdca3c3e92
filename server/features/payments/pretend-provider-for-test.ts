import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import {
  type Fact,
  InvalidProof,
  InvalidSignature,
  type Money,
  type PaymentFact,
  type PaymentProvider,
  ProviderError,
  type RefundFact,
  type SubscriptionFact,
} from './provider.ts';

const MINUTE_MS = 60_000;

/** What the next call meets: nothing done, done and the answer lost, refused, or the caller dies before or after. */
export type Trouble = 'down' | 'lost' | 'refused' | 'crash-before' | 'crash-after';

export interface PretendSubscription {
  ref: string;
  userId: string;
  attemptId: string;
  status: 'created' | 'completed' | 'expired';
  expiresAt: number;
  changedAt: number;
}

export interface PretendPayment {
  id: string;
  subscription: PretendSubscription;
  status: 'failed' | 'captured';
  money: Money;
  initiatedAt: number;
  paidAt: number | undefined;
}

export interface PretendRefund {
  id: string;
  payment: PretendPayment;
  amountInPaise: number;
  status: RefundFact['status'];
  /** Undefined when it was made in the provider's dashboard. */
  key: string | undefined;
  at: number;
}

export interface PretendEvent {
  id: string;
  facts: Fact[];
  /** What nothing but this event tells. */
  isOnlyWord: boolean;
}

const PRICE: Money = { amountInPaise: 49_900, currency: 'INR' };
const Proof = z.object({ razorpay_payment_id: z.string(), razorpay_signature: z.string() });

/** A provider in memory that does what it is told, keeps every fact, and can be made to fail at each call. */
export const createPretendProvider = (clock: Clock, crash: () => Promise<never>) => {
  const subscriptions: PretendSubscription[] = [];
  const payments: PretendPayment[] = [];
  const refunds: PretendRefund[] = [];
  const events: PretendEvent[] = [];
  const state: { trouble: Trouble | undefined; refundsEnd: RefundFact['status']; overAsked: number } = {
    trouble: undefined,
    refundsEnd: 'processed',
    overAsked: 0,
  };
  let lastNumber = 0;
  const newId = (prefix: string): string => `${prefix}_${(lastNumber += 1)}`;

  const subscriptionFact = (one: PretendSubscription, status: string = one.status): SubscriptionFact => ({
    t: 'subscription',
    ref: one.ref,
    status,
    isOver: status === 'completed' || status === 'expired',
    willRenew: false,
    attemptId: one.attemptId,
    at: one.changedAt,
  });
  const paymentFact = (one: PretendPayment, isNamed: boolean): PaymentFact => ({
    t: 'payment',
    id: one.id,
    status: one.status,
    money: one.money,
    initiatedAt: one.initiatedAt,
    isConfirmed: true,
    ...(one.paidAt === undefined ? {} : { paidAt: one.paidAt }),
    ...(isNamed ? { subscriptionRef: one.subscription.ref } : {}),
  });
  const refundFact = (one: PretendRefund): RefundFact => ({
    t: 'refund',
    id: one.id,
    paymentId: one.payment.id,
    money: { ...PRICE, amountInPaise: one.amountInPaise },
    status: one.status,
    at: one.at,
    ...(one.key === undefined ? {} : { idempotencyKey: one.key }),
  });
  const refundsOf = (payment: PretendPayment): PretendRefund[] => refunds.filter((one) => one.payment === payment);
  const returnedOf = (payment: PretendPayment): number =>
    refundsOf(payment).reduce((sum, { status, amountInPaise }) => sum + (status === 'failed' ? 0 : amountInPaise), 0);
  const emit = (isOnlyWord: boolean, ...facts: Fact[]): void => {
    events.push({ id: newId('evt'), facts, isOnlyWord });
  };

  const expire = (one: PretendSubscription): void => {
    if (one.status !== 'created' || clock.now() < one.expiresAt) return;
    one.status = 'expired';
    one.changedAt = one.expiresAt;
  };
  const find = (ref: string): PretendSubscription => {
    const found = subscriptions.find((one) => one.ref === ref);
    if (!found) throw new ProviderError('rejected', 'The id provided does not exist');
    expire(found);
    return found;
  };
  const findPayment = (id: string): PretendPayment => {
    const found = payments.find((one) => one.id === id);
    if (!found) throw new ProviderError('rejected', 'The id provided does not exist');
    return found;
  };

  /** Does the work of one call, with the trouble that waits for it. */
  const meet = async <T>(isPost: boolean, work: () => T): Promise<T> => {
    const { trouble } = state;
    state.trouble = undefined;
    if (trouble === 'crash-before') return crash();
    if (trouble === 'refused') throw new ProviderError('rate_limited', 'Request failed');
    if (trouble === 'down') throw new ProviderError('unavailable', 'no answer', { isAmbiguous: isPost });
    const result = work();
    if (trouble === 'crash-after') return crash();
    if (trouble === 'lost') throw new ProviderError('unavailable', 'no answer', { isAmbiguous: isPost });
    return result;
  };

  const factsOfPayment = (payment: PretendPayment): Fact[] => [
    paymentFact(payment, true),
    ...refundsOf(payment).map(refundFact),
  ];

  const addRefund = (payment: PretendPayment, amountInPaise: number, key: string | undefined): PretendRefund => {
    const refund: PretendRefund = {
      id: newId('rfnd'),
      payment,
      amountInPaise,
      key,
      status: state.refundsEnd === 'processed' ? 'processed' : 'pending',
      at: clock.now(),
    };
    refunds.push(refund);
    emit(key === undefined, refundFact(refund));
    return refund;
  };

  const refund: PaymentProvider['refund'] = ({ paymentId, money, idempotencyKey }) =>
    meet(true, () => {
      const known = refunds.find(({ key }) => key === idempotencyKey);
      if (known) return refundFact(known);
      const payment = findPayment(paymentId);
      if (returnedOf(payment) + money.amountInPaise > payment.money.amountInPaise) {
        if (refundsOf(payment).every(({ key }) => key !== undefined)) state.overAsked += 1;
        throw new ProviderError('rejected', 'The payment has been fully refunded already.');
      }
      return refundFact(addRefund(payment, money.amountInPaise, idempotencyKey));
    });

  const provider: PaymentProvider = {
    id: 'pretend',
    startCheckout: (order) =>
      meet(true, () => {
        const made = subscriptions.find(
          (one) => order.mayExistSince !== undefined && one.attemptId === order.attemptId && one.status === 'created',
        );
        const one = made ?? {
          ref: newId('sub'),
          userId: order.user.id,
          attemptId: order.attemptId,
          status: 'created' as const,
          expiresAt: order.expiresAt,
          changedAt: clock.now(),
        };
        if (!made) subscriptions.push(one);
        return { kind: 'popup' as const, ref: one.ref, expiresAt: one.expiresAt };
      }),
    confirmReturn: async ({ ref, expected, payload, now }) => {
      const proof = Proof.parse(payload);
      const id = proof.razorpay_payment_id;
      if (proof.razorpay_signature !== `${id}|${ref}`) throw new InvalidProof('the signature does not fit');
      const claim: PaymentFact = {
        t: 'payment',
        id,
        subscriptionRef: ref,
        status: 'captured',
        money: expected,
        initiatedAt: now,
        isConfirmed: false,
      };
      try {
        return await meet(false, () => factsOfPayment(findPayment(id)));
      } catch (error) {
        if (error instanceof ProviderError) return [claim];
        throw error;
      }
    },
    parseWebhook: ({ rawBody }) => {
      const event = events.find(({ id }) => id === new TextDecoder().decode(rawBody));
      if (!event) throw new InvalidSignature('forged');
      return { eventId: event.id, type: 'pretend', facts: event.facts };
    },
    fetchFacts: (ref) =>
      meet(false, () => {
        if (ref.startsWith('pay_')) return factsOfPayment(findPayment(ref));
        const one = find(ref);
        const paid = payments.filter(({ subscription, status }) => subscription === one && status === 'captured');
        return [subscriptionFact(one), ...paid.flatMap(factsOfPayment)];
      }),
    cancel: (ref) =>
      meet(true, () => {
        find(ref);
        return 'already_ended' as const;
      }),
    refund,
  };

  const capture = (payment: PretendPayment): void => {
    const { subscription } = payment;
    payment.status = 'captured';
    payment.paidAt = clock.now();
    subscription.status = 'completed';
    subscription.changedAt = clock.now();
    emit(false, { ...paymentFact(payment, false), status: 'authorized' });
    emit(false, paymentFact(payment, false));
    emit(false, subscriptionFact(subscription, 'active'), paymentFact(payment, true));
    emit(false, subscriptionFact(subscription));
  };

  return {
    provider,
    subscriptions,
    payments,
    refunds,
    events,
    state,
    refundsOf,
    returnedOf,
    /** How many of a person's subscriptions could be paid for a good while yet. */
    payableOf: (userId: string): number =>
      subscriptions.filter(
        (one) => one.userId === userId && one.status === 'created' && one.expiresAt - clock.now() > 30 * MINUTE_MS,
      ).length,
    /** One try to pay in the window; undefined when the provider does not take it. */
    pay: (ref: string, isSuccess: boolean): PretendPayment | undefined => {
      const subscription = find(ref);
      if (subscription.status !== 'created') return undefined;
      const at = clock.now();
      const id = newId('pay');
      const payment: PretendPayment = {
        id,
        subscription,
        status: 'failed',
        money: PRICE,
        initiatedAt: at,
        paidAt: undefined,
      };
      payments.push(payment);
      if (isSuccess) capture(payment);
      else emit(false, paymentFact(payment, false));
      return payment;
    },
    /** A failed payment that the bank lets through after all. */
    captureLate: (payment: PretendPayment): void => {
      expire(payment.subscription);
      if (payment.status === 'failed' && payment.subscription.status === 'created') capture(payment);
    },
    /** What the school does in the provider's own dashboard. */
    refundInDashboard: (payment: PretendPayment, amountInPaise: number): void => {
      const left = payment.money.amountInPaise - returnedOf(payment);
      if (payment.status === 'captured' && left > 0) addRefund(payment, Math.min(left, amountInPaise), undefined);
    },
    settleRefund: (one: PretendRefund, status: 'processed' | 'failed'): void => {
      if (one.status !== 'pending') return;
      one.status = status;
      emit(one.key === undefined, refundFact(one));
    },
  };
};

export type PretendProvider = ReturnType<typeof createPretendProvider>;
