import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/implement-endpoint.ts';
import type { BillingAdmin } from './admin.ts';

export const adminPlanRoutes = (implement: Implement, { plans }: Pick<BillingAdmin, 'plans'>): void => {
  implement(api.plans.listAll, async () => ({ message: messages.plans.fetched, plans: await plans.list() }));

  implement(api.plans.create, async ({ body, actor }) => ({
    message: messages.plans.created,
    plan: await plans.create(body, actor.id),
  }));

  implement(api.plans.change, async ({ params: { planId }, body, actor }) => ({
    message: messages.plans.changed,
    plan: await plans.change(planId, body, actor.id),
  }));

  implement(api.plans.delete, async ({ params: { planId }, actor }) => {
    await plans.remove(planId, actor.id);
    return { message: messages.plans.deleted };
  });
};
