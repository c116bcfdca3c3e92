import { queryOptions } from '@tanstack/react-query';
import { call, type ErrorOf, type ResponseOf } from '#web/api/call.ts';
import { queryKeys } from '#web/api/query-keys.ts';

export type Coupon = ResponseOf<'GET /admin/coupons'>['coupons'][number];

/** All coupons of the school, for admins. */
export const couponsQuery = () =>
  queryOptions({ queryKey: queryKeys.coupons, queryFn: ({ signal }) => call('GET /admin/coupons', { signal }) });

/** What a plan costs with a code. A code that cannot be used is an error with the reason. */
export const couponPriceQuery = (planId: string, couponCode: string) =>
  queryOptions<ResponseOf<'GET /plans/:planId/price'>, ErrorOf<'GET /plans/:planId/price'>>({
    queryKey: queryKeys.couponPrice(planId, couponCode),
    queryFn: ({ signal }) => call('GET /plans/:planId/price', { params: { planId }, query: { couponCode }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
