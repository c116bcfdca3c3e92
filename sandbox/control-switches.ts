import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from './context.ts';
import { purchasesView } from './desk.ts';
import { badRequest } from './errors.ts';
import { read } from './input.ts';
import { faultEffects } from './records.ts';
import { settleAll } from './subscriptions.ts';
import type { WebhookSender } from './webhooks.ts';

const many = z.int().min(0).max(1_000_000);

const clockBody = z.strictObject({
  advance_seconds: z.int().min(0).max(631_152_000).default(0),
});
const switchesBody = z.strictObject({
  complete_at_once: z.boolean().exactOptional(),
  failing_charges: many.exactOptional(),
  refunds: z.enum(['processed', 'pending', 'failed']).exactOptional(),
});
const webhooksBody = z.strictObject({
  enabled: z.boolean().exactOptional(),
  duplicates: z.int().min(0).max(10).exactOptional(),
  drop_next: many.exactOptional(),
  forge_next: many.exactOptional(),
  delay_ms: z.int().min(0).max(86_400_000).exactOptional(),
  reverse: z.boolean().exactOptional(),
});
const faultBody = z.strictObject({
  effect: z.enum(faultEffects),
  method: z.enum(['GET', 'POST']).nullable().default(null),
  path_contains: z.string().max(128).default(''),
  times: z.int().min(1).max(1_000_000).default(1),
});
const replayBody = z.strictObject({
  event_id: z.string().max(64),
  as_new_id: z.boolean().default(false),
});
const logQuery = z.strictObject({
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1_000).default(1_000),
});

const mostFaults = 100;
const furthestClockSeconds = 1_577_880_000;

/** The switches that make things go wrong, the clock, and the log of what happened. */
export const switchRoutes = (app: FastifyInstance, context: Context, webhooks: WebhookSender): void => {
  app.get('/', () => ({ now: context.nowSeconds(), ...context.switches() }));
  app.get('/purchases', () => purchasesView(context));
  app.get('/log', (request) => {
    const asked = read(logQuery, request.query);
    return { items: context.log.after(asked.after, asked.limit) };
  });
  app.post('/clock', (request) => {
    const { advance_seconds: seconds } = read(clockBody, request.body);
    const offset = context.switches().clock_offset_seconds + seconds;
    if (offset > furthestClockSeconds) throw badRequest('The clock cannot go further than 50 years.');
    context.flip({ clock_offset_seconds: offset });
    context.store.change(() => settleAll(context));
    return { now: context.nowSeconds(), clock_offset_seconds: offset };
  });
  app.post('/switches', (request) => {
    context.flip(read(switchesBody, request.body));
    return context.switches();
  });
  app.post('/webhooks', (request) => {
    const patch = read(webhooksBody, request.body);
    context.flip({ webhooks: { ...context.switches().webhooks, ...patch } });
    return context.switches().webhooks;
  });
  app.post('/webhooks/replay', (request) => {
    const asked = read(replayBody, request.body);
    return webhooks.replay(asked.event_id, asked.as_new_id);
  });
  app.post('/faults', (request) => {
    const fault = read(faultBody, request.body);
    const { faults } = context.switches();
    if (faults.length >= mostFaults) throw badRequest('Too many faults are waiting.');
    context.flip({ faults: [...faults, fault] });
    return { faults: context.switches().faults };
  });
};
