import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Attention } from './attention.ts';

export const attentionRoutes = (implement: Implement, attention: Attention): void => {
  implement(api.attention.list, async () => ({ message: messages.reports.fetched, ...(await attention.list()) }));
};
