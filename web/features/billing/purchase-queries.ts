import { queryOptions } from '@tanstack/react-query';
import { call, type ResponseOf } from '#web/api/call.ts';
import { queryKeys } from '#web/api/query-keys.ts';

export type OwnPurchases = ResponseOf<'GET /payments/mine'>;
export type OwnPurchase = OwnPurchases['purchases'][number];

/** What the user has bought, newest first. Refunds and disputes change it at any time, so each visit fetches it again. */
export const ownPurchasesQuery = () =>
  queryOptions({
    queryKey: queryKeys.ownPurchases,
    queryFn: ({ signal }) => call('GET /payments/mine', { signal }),
    staleTime: 0,
  });
