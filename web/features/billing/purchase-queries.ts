import { queryOptions } from '@tanstack/react-query';
import { call, type ResponseOf } from '#web/api/call.ts';
import { queryKeys } from '#web/api/query-keys.ts';

export type OwnPurchases = ResponseOf<'GET /payments/mine'>;
export type OwnPurchase = OwnPurchases['purchases'][number];

const RECEIPT_MS = 2000;

/** A receipt follows its payment a moment later. Purchases that cost nothing have none. */
const lacksReceipt = ({ status, amountInPaise, receipts }: OwnPurchase): boolean =>
  status === 'paid' && amountInPaise > 0 && receipts.length === 0;

/** What the user has bought, newest first. Refunds and disputes change it at any time, so each visit fetches it again. */
export const ownPurchasesQuery = () =>
  queryOptions({
    queryKey: queryKeys.ownPurchases,
    queryFn: ({ signal }) => call('GET /payments/mine', { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.purchases.some(lacksReceipt) ? RECEIPT_MS : false),
  });
