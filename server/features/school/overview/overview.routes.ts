import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Overview } from './overview.ts';

export const overviewRoutes = (bind: Bind, overview: Overview): void => {
  bind(api.overview, {
    read: ({ query, actor }) => overview.read(query, { isKey: actor.key !== undefined }),
    thank: async ({ body, actor }) => ({ thanks: await overview.thank(actor.id, body.text) }),
    undoThanks: async () => ({ isUndone: await overview.undoThanks() }),
    closeFirstSale: () => overview.closeFirstSale(),
  });
};
