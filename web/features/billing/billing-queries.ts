import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, type CallOptions, type ResponseOf } from '#web/api/call.ts';
import { endpointQuery, queryKeys } from '#web/api/query-keys.ts';

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
  endpointQuery(queryKeys.salesOverview, 'GET /payments', { query: { count: 100 } });

/** One page of payments; `cursor` is the `nextCursor` of the page before. */
export const paymentListQuery = (filter: PaymentListFilter, cursor: string) => ({
  ...endpointQuery(queryKeys.paymentList(filter, cursor), 'GET /admin/payments', { query: { ...filter, cursor } }),
  placeholderData: keepPreviousData,
});

export type UnfinishedCheckout = ResponseOf<'GET /admin/checkouts'>['checkouts'][number];
type UnfinishedFilter = Pick<NonNullable<CallOptions<'GET /admin/checkouts'>['query']>, 'state' | 'days' | 'limit'>;

/** One page of the checkouts that failed or were abandoned; `cursor` is the `nextCursor` of the page before. */
export const unfinishedCheckoutsQuery = (filter: UnfinishedFilter, cursor: string) => ({
  ...endpointQuery(queryKeys.unfinishedCheckouts(filter, cursor), 'GET /admin/checkouts', {
    query: { ...filter, cursor },
  }),
  placeholderData: keepPreviousData,
});

export const toDoQuery = () => endpointQuery(queryKeys.paymentToDo, 'GET /admin/payments/to-do');

/** Webhooks change a payment at any time, so each visit fetches it again. */
export const paymentQuery = (paymentId: string) => ({
  ...endpointQuery(queryKeys.payment(paymentId), 'GET /admin/payments/:paymentId', { params: { paymentId } }),
  staleTime: 0,
});

export const planCheckQuery = () => ({ ...endpointQuery(queryKeys.planCheck, 'GET /admin/plan-check'), staleTime: 0 });

/** After an admin changed a payment: lists, totals and notices may follow from it. */
export const invalidatePayments = async (queryClient: QueryClient): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: queryKeys.payments });
  await queryClient.invalidateQueries({ queryKey: queryKeys.notices });
};

export type Coupon = ResponseOf<'GET /admin/coupons'>['coupons'][number];

/** All coupons of the school, for admins. */
export const couponsQuery = () => endpointQuery(queryKeys.coupons, 'GET /admin/coupons');

/** The price of a plan for the user, with a code unless it is empty. An invalid code is an error with the reason. */
export const couponPriceQuery = (planId: string, couponCode: string) => ({
  ...endpointQuery(queryKeys.couponPrice(planId, couponCode), 'GET /plans/:planId/price', {
    params: { planId },
    query: couponCode === '' ? {} : { couponCode },
  }),
  staleTime: 0,
  gcTime: 0,
});

export type OwnGift = ResponseOf<'GET /gifts'>['gifts'][number];
export type GiftDraft = CallOptions<'PUT /gifts/:giftId'>['body'];

/** The gifts that the user bought, newest first. Others redeem them at any time, so each visit fetches them again. */
export const ownGiftsQuery = () => ({ ...endpointQuery(queryKeys.ownGifts, 'GET /gifts'), staleTime: 0 });

/** The gift of a link. */
export const giftOfLinkQuery = (token: string) => ({
  ...endpointQuery(queryKeys.giftOfLink(token), 'POST /gifts/view', { body: { token } }),
  gcTime: 0,
  staleTime: Infinity,
});

/** A plan and its current price, also one that the site does not show. */
export const planPriceQuery = (planId: string) =>
  endpointQuery(queryKeys.planPrice(planId), 'GET /plans/:planId/price', { params: { planId } });

export const adminPlansQuery = () => endpointQuery(queryKeys.adminPlans, 'GET /admin/plans');

/** The plans of courses that, bought now, begin when the access ends that the user has. */
export const renewalsQuery = () => ({ ...endpointQuery(queryKeys.renewals, 'GET /user/renewals'), staleTime: 0 });

export type OwnPurchases = ResponseOf<'GET /payments/mine'>;
export type OwnPurchase = OwnPurchases['purchases'][number];

const RECEIPT_MS = 2000;

/** A receipt follows its payment a moment later. Purchases that cost nothing have none. */
const lacksReceipt = ({ status, amountInPaise, receipts }: OwnPurchase): boolean =>
  status === 'paid' && amountInPaise > 0 && receipts.length === 0;

/** The purchases of the user, newest first. Refunds and disputes change them at any time, so each visit fetches them again. */
export const ownPurchasesQuery = () =>
  queryOptions({
    queryKey: queryKeys.ownPurchases,
    queryFn: ({ signal }) => call('GET /payments/mine', { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.purchases.some(lacksReceipt) ? RECEIPT_MS : false),
  });
