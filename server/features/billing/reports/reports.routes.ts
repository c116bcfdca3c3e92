import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/implement-endpoint.ts';
import type { Trends } from './trends.ts';

const message = messages.reports.fetched;

export const reportsRoutes = (implement: Implement, trends: Trends): void => {
  implement(api.reports.revenue, async ({ query }) => ({ message, ...(await trends.revenue(query)) }));
  implement(api.reports.members, async () => ({ message, ...(await trends.members()) }));
  implement(api.reports.refunds, async ({ query }) => ({ message, ...(await trends.refunds(query)) }));
  implement(api.reports.checkout, async () => ({ message, ...(await trends.checkout()) }));
};
