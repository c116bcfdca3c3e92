import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Billing } from '../billing.ts';

export const recoveryRoutes = (implement: Implement, { recovery }: Pick<Billing, 'recovery'>): void => {
  implement(api.recovery.list, async ({ query }) => ({
    message: messages.recovery.fetched,
    ...(await recovery.list(query)),
  }));
};
