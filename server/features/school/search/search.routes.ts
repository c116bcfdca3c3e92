import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Search } from './search.ts';

export const searchRoutes = (bind: Bind, search: Search): void => {
  bind(api.adminSearch, {
    find: ({ query }) => search(query.q),
  });
};
