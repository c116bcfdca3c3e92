import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type AnswerOf, call, type CallOptions } from '#web/api/call.ts';

export type SalesFilter = Pick<NonNullable<CallOptions<'GET /admin/payments'>['query']>, 'status' | 'search'>;
export type SalesPayment = AnswerOf<'GET /admin/payments'>['payments'][number];
export type PaymentDetail = AnswerOf<'GET /admin/payments/:paymentId'>['payment'];
export type ToDo = AnswerOf<'GET /admin/payments/to-do'>['toDo'][number];
export type Explanation = AnswerOf<'GET /admin/people/:userId/access'>['access'];
export type Preflight = AnswerOf<'GET /admin/preflight'>['preflight'];

export const PAYMENTS_PER_PAGE = 25;

/** One page of payments; `cursor` is the answer's `nextCursor` of the page before. */
export const salesQuery = (filter: SalesFilter, cursor: string) =>
  queryOptions({
    queryKey: ['sales', 'list', filter, cursor],
    queryFn: ({ signal }) =>
      call('GET /admin/payments', { query: { ...filter, cursor, limit: PAYMENTS_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
  });

export const toDoQuery = () =>
  queryOptions({
    queryKey: ['sales', 'to-do'],
    queryFn: ({ signal }) => call('GET /admin/payments/to-do', { signal }),
  });

/** One purchase. What it says about money is asked for again on each visit. */
export const paymentDetailQuery = (paymentId: string) =>
  queryOptions({
    queryKey: ['sales', 'payment', paymentId],
    queryFn: ({ signal }) => call('GET /admin/payments/:paymentId', { params: { paymentId }, signal }),
    staleTime: 0,
  });

export const peopleQuery = (search: string) =>
  queryOptions({
    queryKey: ['people', search],
    queryFn: ({ signal }) => call('GET /admin/people', { query: { search }, signal }),
    placeholderData: keepPreviousData,
  });

export const accessQuery = (userId: string) =>
  queryOptions({
    queryKey: ['people', 'access', userId],
    queryFn: ({ signal }) => call('GET /admin/people/:userId/access', { params: { userId }, signal }),
    staleTime: 0,
  });

export const preflightQuery = () =>
  queryOptions({
    queryKey: ['sales', 'preflight'],
    queryFn: ({ signal }) => call('GET /admin/preflight', { signal }),
    staleTime: 0,
  });
