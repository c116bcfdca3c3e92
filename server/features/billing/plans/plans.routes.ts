import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/implement-endpoint.ts';
import { type Plans, toPlanItem } from './plans.ts';

export const planRoutes = (implement: Implement, plans: Plans): void => {
  implement(api.plans.list, async () => ({
    message: messages.plans.fetched,
    plans: (await plans.onSale()).map(toPlanItem),
  }));
};
