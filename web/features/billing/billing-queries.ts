import { keepPreviousData } from '@tanstack/react-query';
import { type CallOptions, type ResponseOf } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';

type PaymentListFilter = Pick<
  NonNullable<CallOptions<'GET /admin/payments'>['query']>,
  'status' | 'search' | 'sort' | 'limit'
>;
export type ListedPayment = ResponseOf<'GET /admin/payments'>['payments'][number];
export type Payment = ResponseOf<'GET /admin/payments/:paymentId'>['payment'];
export type ToDo = ResponseOf<'GET /admin/payments/to-do'>['toDo'][number];
export type PlanCheck = ResponseOf<'GET /admin/plan-check'>['planCheck'];

/** The newest payments, as many as the contract allows, with the sales of this year. */
export const salesOverviewQuery = () => endpointQuery('payments', 'GET /payments', { query: { count: 100 } });

/** One page of payments; `cursor` is the `nextCursor` of the page before. */
export const paymentListQuery = (filter: PaymentListFilter, cursor: string) =>
  endpointQuery('payments', 'GET /admin/payments', { query: { ...filter, cursor }, placeholderData: keepPreviousData });

export type UnfinishedCheckout = ResponseOf<'GET /admin/checkouts'>['checkouts'][number];
type UnfinishedFilter = Pick<NonNullable<CallOptions<'GET /admin/checkouts'>['query']>, 'state' | 'days' | 'limit'>;

/** One page of the checkouts that failed or were abandoned; `cursor` is the `nextCursor` of the page before. */
export const unfinishedCheckoutsQuery = (filter: UnfinishedFilter, cursor: string) =>
  endpointQuery('payments', 'GET /admin/checkouts', {
    query: { ...filter, cursor },
    placeholderData: keepPreviousData,
  });

export const toDoQuery = () => endpointQuery('payments', 'GET /admin/payments/to-do');

/** Webhooks change a payment at any time, so each visit fetches it again. */
export const paymentQuery = (paymentId: string) =>
  endpointQuery('payments', 'GET /admin/payments/:paymentId', { params: { paymentId }, staleTime: 0 });

export const planCheckQuery = () => endpointQuery('payments', 'GET /admin/plan-check', { staleTime: 0 });

export type Coupon = ResponseOf<'GET /admin/coupons'>['coupons'][number];

/** All coupons of the school, for admins. */
export const couponsQuery = () => endpointQuery('coupons', 'GET /admin/coupons');

/** The price of a plan for the user, with a code unless it is empty. An invalid code is an error with the reason. */
export const couponPriceQuery = (planId: string, couponCode: string) =>
  endpointQuery(['checkout', 'coupon-price'], 'GET /plans/:planId/price', {
    params: { planId },
    query: couponCode === '' ? {} : { couponCode },
    staleTime: 0,
    gcTime: 0,
  });

export type OwnGift = ResponseOf<'GET /gifts'>['gifts'][number];
export type GiftDraft = CallOptions<'PUT /gifts/:giftId'>['body'];

/** The gifts that the user bought, newest first. Others redeem them at any time, so each visit fetches them again. */
export const ownGiftsQuery = () => endpointQuery('own-gifts', 'GET /gifts', { staleTime: 0 });

/** The gift of a link. */
export const giftOfLinkQuery = (token: string) =>
  endpointQuery('gift-of-link', 'POST /gifts/view', { body: { token }, gcTime: 0, staleTime: Infinity });

/** A plan and its current price, also one that the site does not show. */
export const planPriceQuery = (planId: string) =>
  endpointQuery(['plans', 'price'], 'GET /plans/:planId/price', { params: { planId } });

export const adminPlansQuery = () => endpointQuery(['plans', 'all'], 'GET /admin/plans');

/** The plans of courses that, bought now, begin when the access ends that the user has. */
export const renewalsQuery = () => endpointQuery('own-rights', 'GET /user/renewals', { staleTime: 0 });

export type OwnPurchases = ResponseOf<'GET /payments/mine'>;
export type OwnPurchase = OwnPurchases['purchases'][number];

const RECEIPT_MS = 2000;

/** A receipt follows its payment a moment later. Purchases that cost nothing have none. */
const lacksReceipt = ({ status, amountInPaise, receipts }: OwnPurchase): boolean =>
  status === 'paid' && amountInPaise > 0 && receipts.length === 0;

/** The purchases of the user, newest first. Refunds and disputes change them at any time, so each visit fetches them again. */
export const ownPurchasesQuery = () =>
  endpointQuery('own-purchases', 'GET /payments/mine', {
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.purchases.some(lacksReceipt) ? RECEIPT_MS : false),
  });
