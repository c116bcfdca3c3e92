import { z } from 'zod';
import { type Clock, MINUTE_MS } from '#server/clock.ts';
import {
  type ConnectProvider,
  InvalidProof,
  InvalidSignature,
  type PaymentEvent,
  type PaymentProvider,
  type ProviderAccount,
  ProviderError,
  type ProviderErrorKind,
  type ProviderEvent,
  type ProviderPlan,
} from '#server/features/billing/provider/provider.ts';
import {
  createMemoryRecords,
  MEMORY_PLAN,
  type MemoryPayment,
  type MemoryRefund,
  type MemorySubscription,
  paymentEvent,
  refundEvent,
  subscriptionEvent,
} from './memory-records.ts';

/** What the next call meets: nothing done, done and the response lost, refused, or the caller dies before or after. */
export type Trouble = 'down' | 'lost' | 'refused' | 'wrong-key' | 'crash-before' | 'crash-after';

const Proof = z.object({ payment: z.string(), subscription: z.string(), signature: z.string() });

const refusals: Partial<Record<Trouble, ProviderErrorKind>> = { refused: 'rate_limited', 'wrong-key': 'auth' };

/** A provider without a network, which can be made to fail at each call; `crash` is where a dying caller ends. */
export const createMemoryProvider = (
  clock: Clock,
  crash: () => Promise<never> = () => Promise.reject(new Error('the caller died')),
) => {
  const records = createMemoryRecords(clock);
  const { subscriptions, payments, refunds, webhooks, newId, send, expire, refundsOf, refundedOf } = records;
  const { findSubscription, findPayment, capture } = records;
  interface State {
    trouble: Trouble | undefined;
    refundsEnd: 'processed' | 'pending';
    /** Requests for the whole price after it was requested and refunded. */
    rejectedAsTooMuch: number;
    /** Carries out a request for a refund again that it carried out before, under the same key. */
    ignoresKeys: boolean;
  }
  const state: State = { trouble: undefined, refundsEnd: 'processed', rejectedAsTooMuch: 0, ignoresKeys: false };

  /** Does the work of one call, with the trouble that waits for it. */
  const meet = async <T>(isPost: boolean, work: () => T): Promise<T> => {
    const { trouble } = state;
    state.trouble = undefined;
    if (trouble === 'crash-before') return crash();
    const refusal = trouble === undefined ? undefined : refusals[trouble];
    if (refusal !== undefined) throw new ProviderError(refusal, 'Request failed');
    if (trouble === 'down') throw new ProviderError('unavailable', 'no response', { isAmbiguous: isPost });
    const result = work();
    if (trouble === 'crash-after') return crash();
    if (trouble === 'lost') throw new ProviderError('unavailable', 'no response', { isAmbiguous: isPost });
    return result;
  };

  const eventsOfPayment = (payment: MemoryPayment): ProviderEvent[] => [
    paymentEvent(payment, true),
    ...refundsOf(payment).map(refundEvent),
  ];

  const plans: ProviderPlan[] = [MEMORY_PLAN];
  const findPlan = (ref: string): ProviderPlan => {
    const found = plans.find((plan) => plan.ref === ref);
    if (!found) throw new ProviderError('rejected', 'The id provided does not exist');
    return found;
  };

  const end = (one: MemorySubscription): void => {
    one.status = 'cancelled';
    one.changedAt = clock.now();
    send(false, subscriptionEvent(one));
  };

  const begin = (subscription: MemorySubscription): MemoryPayment => {
    const payment: MemoryPayment = {
      id: newId('pay'),
      subscription,
      status: 'failed',
      money: subscription.money,
      initiatedAt: clock.now(),
      paidAt: undefined,
      periodEnd: undefined,
    };
    payments.push(payment);
    return payment;
  };

  const refundedUnderOtherKeys = (payment: MemoryPayment, own: string): number =>
    refundsOf(payment)
      .filter(({ key, status }) => key !== own && status !== 'failed')
      .reduce((sum, { amountInPaise }) => sum + amountInPaise, 0);

  const refund: PaymentProvider['refund'] = ({ paymentId, money, idempotencyKey }) =>
    meet(true, () => {
      const payment = findPayment(paymentId);
      const add = () => refundEvent(records.addRefund(payment, money.amountInPaise, idempotencyKey, state.refundsEnd));
      const others = refundedUnderOtherKeys(payment, idempotencyKey);
      if (state.ignoresKeys && others + money.amountInPaise <= payment.money.amountInPaise) return add();
      const known = refunds.find(({ key }) => key === idempotencyKey);
      if (known) return refundEvent(known);
      if (refundedOf(payment) + money.amountInPaise > payment.money.amountInPaise) {
        const isWhole = (inPaise: number): boolean => inPaise === payment.money.amountInPaise;
        const areOurs = refundsOf(payment).every((one) => one.key !== undefined && isWhole(one.amountInPaise));
        if (isWhole(money.amountInPaise) && areOurs) state.rejectedAsTooMuch += 1;
        throw new ProviderError('rejected', 'The payment has been fully refunded already.');
      }
      return add();
    });

  const provider: PaymentProvider = {
    id: 'memory',
    startCheckout: (order) =>
      meet(true, () => {
        const { charge } = order;
        const plan = charge.kind === 'plan' ? findPlan(charge.ref) : undefined;
        const money = charge.kind === 'plan' ? findPlan(charge.ref).money : charge.money;
        const made = subscriptions.find(
          (one) => order.mayExistSince !== undefined && one.attemptId === order.attemptId && one.status === 'created',
        );
        const one = made ?? {
          ref: newId('sub'),
          userId: order.user.id,
          attemptId: order.attemptId,
          money,
          plan,
          cycles: charge.kind === 'plan' ? charge.cycles : 1,
          paidCycles: 0,
          startedAt: undefined,
          endsWithPeriod: false,
          status: 'created' as const,
          expiresAt: order.expiresAt,
          changedAt: clock.now(),
        };
        if (!made) subscriptions.push(one);
        return { kind: 'popup' as const, ref: one.ref, expiresAt: one.expiresAt };
      }),
    refOfReturn: (payload) => Proof.safeParse(payload).data?.subscription,
    confirmReturn: async ({ ref, expected, payload, now }) => {
      const { payment: paymentId, signature } = Proof.safeParse(payload).data ?? {};
      if (paymentId === undefined || signature !== `${paymentId}|${ref}`)
        throw new InvalidProof('the signature does not match');
      const claim: PaymentEvent = {
        kind: 'payment',
        id: paymentId,
        subscriptionRef: ref,
        status: 'captured',
        money: expected,
        initiatedAt: now,
        isConfirmed: false,
      };
      try {
        return { paymentId, events: await meet(false, () => eventsOfPayment(findPayment(paymentId))) };
      } catch (error) {
        if (error instanceof ProviderError) return { paymentId, events: [claim] };
        throw error;
      }
    },
    parseWebhook: ({ rawBody }) => {
      const webhook = webhooks.find(({ id }) => id === new TextDecoder().decode(rawBody));
      if (!webhook) throw new InvalidSignature('forged');
      return { type: 'memory', events: webhook.events };
    },
    fetchEvents: (ref) =>
      meet(false, () => {
        if (ref.startsWith('pay_')) return eventsOfPayment(findPayment(ref));
        const one = findSubscription(ref);
        const paid = payments.filter(({ subscription, status }) => subscription === one && status === 'captured');
        return [subscriptionEvent(one), ...paid.flatMap(eventsOfPayment)];
      }),
    checkKeys: () => meet(false, () => undefined),
    fetchPlan: (ref) => meet(false, () => findPlan(ref)),
    createPlan: ({ money, period, interval }) =>
      meet(true, () => {
        const ref = newId('plan_made');
        plans.push({ ref, money, period, interval });
        return ref;
      }),
    cancel: (ref, when) =>
      meet(true, () => {
        const one = findSubscription(ref);
        if (one.status !== 'created' && one.status !== 'active') return 'already_ended' as const;
        if (one.status === 'active' && when === 'period_end') {
          one.endsWithPeriod = true;
          return 'scheduled' as const;
        }
        end(one);
        return 'cancelled' as const;
      }),
    refund,
  };

  const account: ProviderAccount = {
    id: 'memory',
    provider,
    mode: 'test',
    isCallable: () => true,
    sellingOff: async () => undefined,
    checkout: () => ({ keyId: 'memory_key', checkoutScript: '', planRef: MEMORY_PLAN.ref }),
    pageSources: { script: [], frame: [], connect: [], image: [], form: [] },
    names: { provider: 'Memory', keys: 'no setting', plan: 'no setting' },
    notices: [],
  };
  const connect: ConnectProvider = () => ({
    id: provider.id,
    accountWith: () => account,
    sellerWith: () => account,
    accounts: async () => [account],
  });

  return {
    /** What a list of providers names. */
    connect,
    provider,
    subscriptions,
    payments,
    refunds,
    webhooks,
    state,
    refundsOf,
    refundedOf,
    /** How many of a user's subscriptions can be paid for a good while yet. */
    payableOf: (userId: string): number =>
      subscriptions.filter(
        (one) => one.userId === userId && one.status === 'created' && one.expiresAt - clock.now() > 30 * MINUTE_MS,
      ).length,
    /** One try to pay in the window; undefined when the provider refuses it. */
    pay: (ref: string, isSuccess: boolean): MemoryPayment | undefined => {
      const subscription = findSubscription(ref);
      if (subscription.status !== 'created') return undefined;
      const payment = begin(subscription);
      if (isSuccess) capture(payment);
      else send(false, paymentEvent(payment, false));
      return payment;
    },
    /** Charges the next cycle of a subscription that renews, at its time or later. */
    renew: (subscription: MemorySubscription): void => {
      if (subscription.status !== 'active') return;
      if (subscription.endsWithPeriod) end(subscription);
      else capture(begin(subscription));
    },
    /** A failed payment that the bank lets through after all. */
    captureLate: (payment: MemoryPayment): void => {
      expire(payment.subscription);
      if (payment.status === 'failed' && payment.subscription.status === 'created') capture(payment);
    },
    /** What the school does in the provider's own dashboard. */
    refundInDashboard: (payment: MemoryPayment, amountInPaise: number): void => {
      const left = payment.money.amountInPaise - refundedOf(payment);
      if (payment.status === 'captured' && left > 0)
        records.addRefund(payment, Math.min(left, amountInPaise), undefined, state.refundsEnd);
    },
    settleRefund: (one: MemoryRefund, status: 'processed' | 'failed'): void => {
      if (one.status !== 'pending') return;
      one.status = status;
      send(one.key === undefined, refundEvent(one));
    },
  };
};

export type MemoryProvider = ReturnType<typeof createMemoryProvider>;
