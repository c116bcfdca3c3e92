import { queryOptions } from '@tanstack/react-query';
import { type AnswerOf, call } from '#web/api/call.ts';

export type OwnPurchase = AnswerOf<'GET /payments/mine'>['purchases'][number];

/** What the signed-in person has bought, newest first; asked for on each visit, because banks move it on. */
export const purchasesQuery = () =>
  queryOptions({
    queryKey: ['purchases'],
    queryFn: ({ signal }) => call('GET /payments/mine', { signal }),
    staleTime: 0,
  });
