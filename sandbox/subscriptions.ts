import { z } from 'zod';
import { charge } from './charging.ts';
import type { Context } from './context.ts';
import { badRequest } from './errors.ts';
import { subscriptionEvent } from './events.ts';
import { newId } from './ids.ts';
import { flag, id, notesInput, unixTime } from './input.ts';
import type { Period, Plan, Subscription } from './records.ts';
import { attemptByButton } from './test-cards.ts';

// The provider accepts these fields and the sandbox does not: they are refused instead of being ignored.
const notOffered = (field: string) =>
  z
    .unknown()
    .optional()
    .refine((value) => value === undefined, `${field} is not offered by the sandbox.`);

export const subscriptionBody = z.strictObject({
  plan_id: id,
  total_count: z.int().min(1),
  quantity: z.int().min(1).max(1_000).default(1),
  customer_notify: flag.default(true),
  expire_by: unixTime.optional(),
  notes: notesInput,
  start_at: notOffered('start_at'),
  addons: notOffered('addons'),
  offer_id: notOffered('offer_id'),
});

const cyclesPerYear: Record<Period, number> = { daily: 365, weekly: 52, monthly: 12, quarterly: 4, yearly: 1 };
const maxYears = 100;

export const createSubscription = (context: Context, asked: z.infer<typeof subscriptionBody>): Subscription => {
  const plan = context.store.plans.find(asked.plan_id);
  refuseTooLong(plan, asked.total_count);
  const now = context.nowSeconds();
  if (asked.expire_by !== undefined && asked.expire_by <= now) {
    throw badRequest('The expire by must be in the future.', 'expire_by');
  }
  return context.store.subscriptions.put({
    id: newId('sub'),
    plan_id: plan.id,
    customer_id: null,
    status: 'created',
    current_start: null,
    current_end: null,
    ended_at: null,
    quantity: asked.quantity,
    notes: asked.notes,
    charge_at: null,
    start_at: null,
    end_at: null,
    auth_attempts: 0,
    total_count: asked.total_count,
    paid_count: 0,
    customer_notify: asked.customer_notify,
    created_at: now,
    expire_by: asked.expire_by ?? null,
    cancel_at_cycle_end: false,
    cancel_initiated_by: null,
  });
};

const refuseTooLong = (plan: Plan, totalCount: number): void => {
  const max = Math.floor((cyclesPerYear[plan.period] * maxYears) / plan.interval);
  if (totalCount <= max) return;
  throw badRequest(`Exceeds the maximum total count (${max}) allowed for the given period and interval`, 'total_count');
};

/** The current state of a subscription, after what became due since the last read. */
export const findSubscription = (context: Context, subscriptionId: string): Subscription =>
  settle(context, context.store.subscriptions.find(subscriptionId));

export const isRunning = ({ status }: Subscription): boolean => ['active', 'pending', 'halted'].includes(status);

export const cancel = (
  context: Context,
  subscription: Subscription,
  how: { atCycleEnd?: boolean; initiator?: 'merchant' | 'customer' },
): Subscription => {
  if (['cancelled', 'completed', 'expired'].includes(subscription.status)) {
    throw badRequest(`Subscription is not cancellable in ${subscription.status} status.`);
  }
  if (how.atCycleEnd !== true)
    return cancelNow(context, subscription, context.nowSeconds(), how.initiator ?? 'merchant');
  if (subscription.current_end === null) {
    throw badRequest('Subscription cannot be cancelled since no billing cycle is going on');
  }
  // No response of the provider shows this before the cycle ends.
  return context.store.subscriptions.put({ ...subscription, cancel_at_cycle_end: true });
};

const cancelNow = (
  { store, publish }: Context,
  subscription: Subscription,
  at: number,
  initiator: 'merchant' | 'customer',
): Subscription => {
  const cancelled = store.subscriptions.put({
    ...subscription,
    status: 'cancelled',
    ended_at: at,
    charge_at: null,
    cancel_initiated_by: initiator,
  });
  publish([subscriptionEvent('cancelled', cancelled)]);
  return cancelled;
};

/** Carries out what fell due for every subscription. */
export const settleAll = (context: Context): void => {
  for (const subscription of context.store.subscriptions.all()) settle(context, subscription);
};

const settle = (context: Context, subscription: Subscription): Subscription => {
  const next = settleOnce(context, subscription);
  return next === undefined ? subscription : settle(context, next);
};

/** The next change that fell due; undefined when there is none. */
const settleOnce = (context: Context, one: Subscription): Subscription | undefined => {
  const { store, publish } = context;
  const isDue = (at: number | null): at is number => at !== null && at <= context.nowSeconds();
  const { current_end: end, charge_at: chargeAt } = one;
  if (one.status === 'created' && isDue(one.expire_by)) {
    return store.subscriptions.put({ ...one, status: 'expired', ended_at: one.expire_by });
  }
  if (isRunning(one) && one.cancel_at_cycle_end && isDue(end)) return cancelNow(context, one, end, 'merchant');
  if ((one.status === 'active' || one.status === 'pending') && isDue(chargeAt)) return renew(context, one, chargeAt);
  if (one.status === 'active' && one.paid_count === one.total_count && isDue(end)) {
    const completed = store.subscriptions.put({ ...one, status: 'completed', ended_at: end, charge_at: null });
    publish([subscriptionEvent('completed', completed)]);
    return completed;
  }
  return undefined;
};

/** Charges the mandate without the customer: on the due day, or when "Charge this now" is pressed. */
export const renew = (
  context: Context,
  subscription: Subscription,
  at: number,
  forced?: 'success' | 'failure',
): Subscription => {
  const failing = context.switches().failing_charges;
  if (forced === undefined && failing > 0) context.setSwitches({ failing_charges: failing - 1 });
  const attempt = attemptByButton(forced ?? (failing > 0 ? 'failure' : 'success'));
  const last = context.store.payments
    .all()
    .findLast((payment) => payment.subscription_id === subscription.id && payment.status === 'captured');
  const { instrument, payer } = last ?? { ...attempt, payer: { name: '', email: '', contact: '' } };
  return charge(context, subscription, { ...attempt, instrument, payer, at }).subscription;
};
