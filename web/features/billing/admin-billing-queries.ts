import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, type CallOptions, type ResponseOf } from '#web/api/call.ts';
import { queryKeys } from '#web/api/query-keys.ts';

type PaymentListFilter = Pick<
  NonNullable<CallOptions<'GET /admin/payments'>['query']>,
  'status' | 'search' | 'sort' | 'limit'
>;
export type ListedPayment = ResponseOf<'GET /admin/payments'>['payments'][number];
export type Payment = ResponseOf<'GET /admin/payments/:paymentId'>['payment'];
export type ToDo = ResponseOf<'GET /admin/payments/to-do'>['toDo'][number];
export type PlanCheck = ResponseOf<'GET /admin/plan-check'>['planCheck'];

/** The newest payments, as many as the contract allows, with the sales of this year. */
export const salesOverviewQuery = () =>
  queryOptions({
    queryKey: queryKeys.salesOverview,
    queryFn: ({ signal }) => call('GET /payments', { query: { count: 100 }, signal }),
  });

/** One page of payments; `cursor` is the `nextCursor` of the page before. */
export const paymentListQuery = (filter: PaymentListFilter, cursor: string) =>
  queryOptions({
    queryKey: queryKeys.paymentList(filter, cursor),
    queryFn: ({ signal }) => call('GET /admin/payments', { query: { ...filter, cursor }, signal }),
    placeholderData: keepPreviousData,
  });

export const toDoQuery = () =>
  queryOptions({
    queryKey: queryKeys.paymentToDo,
    queryFn: ({ signal }) => call('GET /admin/payments/to-do', { signal }),
  });

/** Webhooks change a payment at any time, so each visit fetches it again. */
export const paymentQuery = (paymentId: string) =>
  queryOptions({
    queryKey: queryKeys.payment(paymentId),
    queryFn: ({ signal }) => call('GET /admin/payments/:paymentId', { params: { paymentId }, signal }),
    staleTime: 0,
  });

export const planCheckQuery = () =>
  queryOptions({
    queryKey: queryKeys.planCheck,
    queryFn: ({ signal }) => call('GET /admin/plan-check', { signal }),
    staleTime: 0,
  });

/** After an admin changed a payment: lists, totals and notices may follow from it. */
export const invalidatePayments = async (queryClient: QueryClient): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: queryKeys.payments });
  await queryClient.invalidateQueries({ queryKey: queryKeys.notices });
};
