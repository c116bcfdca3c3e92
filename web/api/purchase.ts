import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#web/api/api-error.ts';
import { type AnswerOf, call, type CallOptions } from '#web/api/call.ts';

/** Answers about buying hold for one visit of the page, and are asked for again on the next. */
const oneVisit = { gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

export const paymentKeyQuery = () =>
  queryOptions({
    queryKey: ['purchase', 'key'],
    queryFn: () => call('GET /payments/razorpay-key'),
    staleTime: Infinity,
    ...oneVisit,
  });

export type IndianState = NonNullable<CallOptions<'POST /payments/subscribe'>['body']['state']>;

/**
 * The subscription id to pay for; `state` is where the buyer lives, when the school must know it. Asking makes one only when the person has none open, so that it is asked like any other
 * data: once for a page, however often it is drawn, and again when the id is too old to be paid.
 */
export const purchaseAttemptQuery = (state: IndianState | undefined) =>
  queryOptions({
    queryKey: ['purchase', 'attempt', state],
    queryFn: () => call('POST /payments/subscribe', { body: state ? { state } : {} }),
    staleTime: ({ state }) => (state.data ? Date.parse(state.data.expiresAt) - state.dataUpdatedAt : 0),
    ...oneVisit,
  });

type Confirmation = CallOptions<'POST /payments/verify'>['body'];

/** Tells the server what was paid. Money has moved, so a call that the network lost is made once more. */
export const confirmPayment = async (body: Confirmation): Promise<AnswerOf<'POST /payments/verify'>> => {
  try {
    return await call('POST /payments/verify', { body });
  } catch (error) {
    if (error instanceof ApiError && error.status === 0) return call('POST /payments/verify', { body });
    throw error;
  }
};

/** Refused because this person may watch already: a subscriber, or an ADMIN. */
export const isAlreadyBought = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

export const isSellingOff = (error: unknown): boolean => error instanceof ApiError && error.code === 'selling_off';
