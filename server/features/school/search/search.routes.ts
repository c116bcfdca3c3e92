import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Search } from './search.ts';

export const searchRoutes = (implement: Implement, search: Search): void => {
  implement(api.adminSearch.find, async ({ query }) => ({ message: messages.adminSearch, ...(await search(query.q)) }));
};
