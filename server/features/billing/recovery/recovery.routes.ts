import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Billing } from '../billing.ts';

export const recoveryRoutes = (bind: Bind, { recovery }: Pick<Billing, 'recovery'>): void => {
  bind(api.recovery, {
    list: ({ query }) => recovery.list(query),
  });
};
