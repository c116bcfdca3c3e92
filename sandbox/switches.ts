import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from './context.ts';
import { badRequest } from './errors.ts';
import { id, read } from './input.ts';
import { faultEffects } from './records.ts';
import { isRunning, settleAll } from './subscriptions.ts';
import type { Webhooks } from './webhooks.ts';

const times = z.int().min(0).max(1_000_000);

const clockBody = z.strictObject({ advance_seconds: z.int().min(0).max(631_152_000).default(0) });
const switchesBody = z.strictObject({
  complete_at_once: z.boolean().exactOptional(),
  failing_charges: times.exactOptional(),
  refunds: z.enum(['processed', 'pending', 'failed']).exactOptional(),
});
const webhooksBody = z.strictObject({
  enabled: z.boolean().exactOptional(),
  duplicates: z.int().min(0).max(10).exactOptional(),
  drop_next: times.exactOptional(),
  forge_next: times.exactOptional(),
  delay_ms: z.int().min(0).max(86_400_000).exactOptional(),
  reverse: z.boolean().exactOptional(),
});
const faultBody = z.strictObject({
  effect: z.enum(faultEffects),
  method: z.enum(['GET', 'POST']).nullable().default(null),
  path_contains: z.string().max(128).default(''),
  times: times.min(1).default(1),
});
const replayBody = z.strictObject({ event_id: id, as_new_id: z.boolean().default(false) });
const logQuery = z.strictObject({
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1_000).default(1_000),
});

const maxFaults = 100;
const maxClockOffsetSeconds = 1_577_880_000;
const purchasesShown = 20;

/** The switches that make things fail, the clock, and what happened so far. */
export const switchRoutes = (app: FastifyInstance, context: Context, webhooks: Webhooks): void => {
  app.get('/', () => ({ now: context.nowSeconds(), ...context.switches() }));
  app.get('/purchases', () => ({ items: newestPurchases(context) }));
  app.get('/log', (request) => {
    const asked = read(logQuery, request.query);
    return { items: context.log.after(asked.after, asked.limit) };
  });
  app.post('/clock', (request) => {
    const { advance_seconds: seconds } = read(clockBody, request.body);
    const offset = context.switches().clock_offset_seconds + seconds;
    if (offset > maxClockOffsetSeconds) throw badRequest('The clock cannot go further than 50 years.');
    context.setSwitches({ clock_offset_seconds: offset });
    settleAll(context);
    return { now: context.nowSeconds(), clock_offset_seconds: offset };
  });
  app.post('/switches', (request) => {
    context.setSwitches(read(switchesBody, request.body));
    return context.switches();
  });
  app.post('/webhooks', (request) => {
    context.setSwitches({ webhooks: { ...context.switches().webhooks, ...read(webhooksBody, request.body) } });
    return context.switches().webhooks;
  });
  app.post('/webhooks/replay', (request) => {
    const asked = read(replayBody, request.body);
    return webhooks.replay(asked.event_id, asked.as_new_id);
  });
  app.post('/faults', (request) => {
    const fault = read(faultBody, request.body);
    const { faults } = context.switches();
    if (faults.length >= maxFaults) throw badRequest('Too many faults are waiting.');
    context.setSwitches({ faults: [...faults, fault] });
    return { faults: context.switches().faults };
  });
};

/** The newest subscriptions and orders with their payments, refunds and disputes. */
const newestPurchases = ({ store }: Context) => {
  const { subscriptions, orders, payments, refunds, disputes } = store;
  const paymentsOf = (purchaseId: string) =>
    payments
      .all()
      .filter((payment) => (payment.subscription_id ?? payment.order_id) === purchaseId)
      .map(({ id: paymentId, status, amount }) => ({
        id: paymentId,
        status,
        amount,
        refunds: refunds
          .all()
          .filter((refund) => refund.payment_id === paymentId)
          .map((refund) => ({ id: refund.id, status: refund.status, amount: refund.amount })),
        disputes: disputes
          .all()
          .filter((dispute) => dispute.payment_id === paymentId)
          .map((dispute) => ({ id: dispute.id, status: dispute.status, phase: dispute.phase })),
      }));
  return [
    ...orders.all().map((one) => ({ ...one, renews: false })),
    ...subscriptions.all().map((one) => ({ ...one, renews: isRunning(one) && one.paid_count < one.total_count })),
  ]
    .toSorted((a, b) => a.created_at - b.created_at)
    .slice(-purchasesShown)
    .toReversed()
    .map(({ id, status, created_at, renews }) => ({ id, status, created_at, renews, payments: paymentsOf(id) }));
};
