import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { charge, completed, planOf } from './charging.ts';
import type { Context } from './context.ts';
import { subscriptionView } from './entities.ts';
import { badRequest, idDoesNotExist } from './errors.ts';
import { subscriptionEvent } from './events.ts';
import { newId } from './ids.ts';
import { collection, flag, idParam, notesInput, page, read, unixTime } from './input.ts';
import { attemptByButton } from './instruments.ts';
import type { Payer, Period, Plan, Subscription } from './records.ts';

// Fields that the provider knows and the stand-in does not do: said plainly, rather than taken and ignored.
const notOffered = (field: string) =>
  z
    .unknown()
    .optional()
    .refine((value) => value === undefined, `${field} is not offered by the test payments.`);

const createBody = z.strictObject({
  plan_id: z.string().max(64),
  total_count: z.int().min(1),
  quantity: z.int().min(1).max(1_000).default(1),
  customer_notify: flag.default(true),
  expire_by: unixTime.optional(),
  notes: notesInput,
  start_at: notOffered('start_at'),
  addons: notOffered('addons'),
  offer_id: notOffered('offer_id'),
});
const cancelBody = z.strictObject({ cancel_at_cycle_end: flag.default(false) });
const listQuery = z.strictObject({ ...page, plan_id: z.string().max(64).optional() });

const perYear: Record<Period, number> = {
  daily: 365,
  weekly: 52,
  monthly: 12,
  quarterly: 4,
  yearly: 1,
};
const maxYears = 100;

const terminal: ReadonlySet<Subscription['status']> = new Set(['cancelled', 'completed', 'expired']);

export const subscriptionRoutes = (rest: FastifyInstance, context: Context): void => {
  rest.post('/subscriptions', (request) => subscriptionView(create(context, read(createBody, request.body))));
  rest.get('/subscriptions', (request) => {
    const { plan_id: planId, ...asked } = read(listQuery, request.query);
    settleAll(context);
    const records = context.store.all('subscription').filter((one) => planId === undefined || one.plan_id === planId);
    return collection(records, asked, (one) => one.created_at, subscriptionView);
  });
  rest.get('/subscriptions/:id', (request) =>
    subscriptionView(findSubscription(context, read(idParam, request.params).id)),
  );
  rest.post('/subscriptions/:id/cancel', (request) => {
    const { id } = read(idParam, request.params);
    const { cancel_at_cycle_end: atCycleEnd } = read(cancelBody, request.body);
    return subscriptionView(cancel(context, findSubscription(context, id), { atCycleEnd }));
  });
};

const create = (context: Context, asked: z.infer<typeof createBody>): Subscription => {
  const plan = context.store.get('plan', asked.plan_id);
  if (plan === undefined) throw idDoesNotExist();
  refuseTooLong(plan, asked.total_count);
  const now = context.nowSeconds();
  if (asked.expire_by !== undefined && asked.expire_by <= now) {
    throw badRequest('The expire by must be in the future.', 'expire_by');
  }
  const subscription: Subscription = {
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
  };
  context.store.put('subscription', subscription);
  return subscription;
};

const refuseTooLong = (plan: Plan, totalCount: number): void => {
  const most = Math.floor((perYear[plan.period] * maxYears) / plan.interval);
  if (totalCount <= most) return;
  throw badRequest(
    `Exceeds the maximum total count (${most}) allowed for the given period and interval`,
    'total_count',
  );
};

/** A subscription as it stands now, with everything done that fell due since it was last looked at. */
export const findSubscription = (context: Context, id: string): Subscription => {
  const subscription = context.store.get('subscription', id);
  if (subscription === undefined) throw idDoesNotExist();
  return settle(context, subscription);
};

export const cancel = (
  context: Context,
  subscription: Subscription,
  how: { atCycleEnd?: boolean; by?: 'merchant' | 'customer' },
): Subscription => {
  if (terminal.has(subscription.status)) {
    throw badRequest(`Subscription is not cancellable in ${subscription.status} status.`);
  }
  if (!(how.atCycleEnd ?? false)) {
    return cancelNow(context, subscription, context.nowSeconds(), how.by ?? 'merchant');
  }
  if (subscription.current_end === null) {
    throw badRequest('Subscription cannot be cancelled since no billing cycle is going on');
  }
  // Nothing in what the provider answers tells of this until the cycle ends.
  const scheduled: Subscription = { ...subscription, cancel_at_cycle_end: true };
  context.store.put('subscription', scheduled);
  return scheduled;
};

const cancelNow = (
  context: Context,
  subscription: Subscription,
  at: number,
  by: 'merchant' | 'customer',
): Subscription =>
  context.store.change(() => {
    const cancelled: Subscription = {
      ...subscription,
      status: 'cancelled',
      ended_at: at,
      charge_at: null,
      cancel_initiated_by: by,
    };
    context.store.put('subscription', cancelled);
    context.publish([subscriptionEvent('cancelled', cancelled)]);
    return cancelled;
  });

/** Does all that fell due for every subscription. */
export const settleAll = (context: Context): void => {
  for (const subscription of context.store.all('subscription')) settle(context, subscription);
};

const settle = (context: Context, subscription: Subscription): Subscription => {
  let current = subscription;
  for (let next = nextDue(context, current); next !== undefined; next = nextDue(context, current)) {
    current = next();
  }
  return current;
};

const nextDue = (context: Context, one: Subscription): (() => Subscription) | undefined => {
  const now = context.nowSeconds();
  const due = (at: number | null): at is number => at !== null && at <= now;
  if (one.status === 'created' && due(one.expire_by)) {
    return () => save(context, { ...one, status: 'expired', ended_at: one.expire_by });
  }
  const running = ['active', 'pending', 'halted'].includes(one.status);
  const end = one.current_end;
  if (running && one.cancel_at_cycle_end && due(end)) {
    return () => cancelNow(context, one, end, 'merchant');
  }
  const chargeAt = one.charge_at;
  if ((one.status === 'active' || one.status === 'pending') && due(chargeAt)) {
    return () => renew(context, one, chargeAt);
  }
  if (one.status === 'active' && one.paid_count === one.total_count && due(end)) {
    return () => complete(context, one, end);
  }
  return undefined;
};

const save = (context: Context, subscription: Subscription): Subscription => {
  context.store.put('subscription', subscription);
  return subscription;
};

const complete = (context: Context, one: Subscription, at: number): Subscription =>
  context.store.change(() => {
    const done = save(context, completed(one, at));
    context.publish([subscriptionEvent('completed', done)]);
    return done;
  });

/** Charges the mandate without the customer: on the due day, or because somebody pressed "Charge this now". */
export const renew = (
  context: Context,
  subscription: Subscription,
  at: number,
  forced?: 'success' | 'failure',
): Subscription =>
  context.store.change(() => {
    const failing = context.switches().failing_charges;
    if (forced === undefined && failing > 0) context.flip({ failing_charges: failing - 1 });
    const outcome = forced ?? (failing > 0 ? 'failure' : 'success');
    const last = context.store
      .childrenOf('payment', subscription.id)
      .findLast((payment) => payment.status === 'captured');
    const payer: Payer = last?.payer ?? { name: '', email: '', contact: '' };
    const attempt = attemptByButton(outcome);
    const instrument = last?.instrument ?? attempt.instrument;
    return charge(context, subscription, { ...attempt, instrument, payer, at }).subscription;
  });

export const amountOf = (context: Context, subscription: Subscription) => {
  const plan = planOf(context, subscription);
  return { amount: plan.amount * subscription.quantity, currency: plan.currency };
};
