import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Moments } from './moments.ts';

export const momentsRoutes = (bind: Bind, moments: Moments): void => {
  bind(api.moments, {
    find: async ({ actor, query }) => ({ lectures: await moments.find(actor, query.search, query.course) }),
  });
};
