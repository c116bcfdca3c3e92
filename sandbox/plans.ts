import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from './context.ts';
import { planView } from './entities.ts';
import { badRequest, idDoesNotExist } from './errors.ts';
import { newId } from './ids.ts';
import { collection, idParam, notesInput, page, paise, read } from './input.ts';
import { periods } from './records.ts';
import type { Plan } from './records.ts';

const createBody = z.strictObject({
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
const listQuery = z.strictObject(page);

export const planRoutes = (rest: FastifyInstance, context: Context): void => {
  rest.post('/plans', (request) => {
    const { item, ...asked } = read(createBody, request.body);
    if (asked.period === 'daily' && asked.interval < 7) {
      throw badRequest('The interval must be at least 7 for daily plans.', 'interval');
    }
    const plan: Plan = {
      ...asked,
      ...item,
      id: newId('plan'),
      item_id: newId('item'),
      created_at: context.nowSeconds(),
    };
    context.store.put('plan', plan);
    return planView(plan);
  });
  rest.get('/plans', (request) =>
    collection(context.store.all('plan'), read(listQuery, request.query), (plan) => plan.created_at, planView),
  );
  rest.get('/plans/:id', (request) => {
    const plan = context.store.get('plan', read(idParam, request.params).id);
    if (plan === undefined) throw idDoesNotExist();
    return planView(plan);
  });
};
