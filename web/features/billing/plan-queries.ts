import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { queryKeys } from '#web/api/query-keys.ts';

/** A plan and what it costs now, also one that the site does not show. */
export const planPriceQuery = (planId: string) =>
  queryOptions({
    queryKey: queryKeys.planPrice(planId),
    queryFn: () => call('GET /plans/:planId/price', { params: { planId } }),
  });

export const adminPlansQuery = () =>
  queryOptions({ queryKey: queryKeys.adminPlans, queryFn: () => call('GET /admin/plans') });
