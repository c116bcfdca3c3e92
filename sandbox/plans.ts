import { z } from 'zod';
import type { Context } from './context.ts';
import { badRequest } from './errors.ts';
import { newId } from './ids.ts';
import { notesInput, paise } from './input.ts';
import { periods, type Plan } from './records.ts';

// Plans are never dropped: every subscription needs its own.
const maxPlans = 100;

export const planBody = z.strictObject({
  period: z.enum(periods),
  interval: z.int().min(1).max(4_000),
  item: z.strictObject({
    name: z.string().min(1).max(256),
    amount: paise.min(100),
    currency: z.string().regex(/^[A-Z]{3}$/),
    description: z.string().max(2_048).nullable().default(null),
  }),
  notes: notesInput,
});

export const createPlan = ({ store, nowSeconds }: Context, asked: z.infer<typeof planBody>): Plan => {
  const { item, ...plan } = asked;
  if (plan.period === 'daily' && plan.interval < 7) {
    throw badRequest('The interval must be at least 7 for daily plans.', 'interval');
  }
  if (store.plans.all().length >= maxPlans) throw badRequest(`The sandbox keeps at most ${maxPlans} plans.`);
  return store.plans.put({ ...plan, ...item, id: newId('plan'), item_id: newId('item'), created_at: nowSeconds() });
};
