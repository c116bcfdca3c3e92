import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#web/api/api-error.ts';
import { call, type CallOptions, type ErrorOf, type ResponseOf } from '#web/api/call.ts';
import { queryKeys } from '#web/api/query-keys.ts';

/** These responses are kept for one visit of the page only. */
const oneVisit = { gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

export const paymentKeyQuery = () =>
  queryOptions<ResponseOf<'GET /payments/razorpay-key'>, ErrorOf<'GET /payments/razorpay-key'>>({
    queryKey: queryKeys.paymentKey,
    queryFn: () => call('GET /payments/razorpay-key'),
    staleTime: Infinity,
    ...oneVisit,
  });

export type CheckoutError = ErrorOf<'POST /payments/subscribe'>;
export type IndianState = NonNullable<CallOptions<'POST /payments/subscribe'>['body']['state']>;

/**
 * The checkout attempt to pay for. The server creates one only when the buyer has none open, so it is fetched like other
 * data: once per visit, and again when it has expired. `state` is where the buyer lives, where tax invoices need it.
 */
export const checkoutAttemptQuery = (state: IndianState | undefined) =>
  queryOptions<ResponseOf<'POST /payments/subscribe'>, CheckoutError>({
    queryKey: queryKeys.checkoutAttempt(state),
    queryFn: () => call('POST /payments/subscribe', { body: state ? { state } : {} }),
    staleTime: ({ state }) => (state.data ? Date.parse(state.data.expiresAt) - state.dataUpdatedAt : 0),
    ...oneVisit,
  });

/** What the payment window returns when the buyer has paid. */
export type PaymentProof = CallOptions<'POST /payments/verify'>['body'];

/** Reports a payment to the server. Money has moved, so a request that the network lost is sent once more. */
export const confirmPayment = async (body: PaymentProof): Promise<ResponseOf<'POST /payments/verify'>> => {
  try {
    return await call('POST /payments/verify', { body });
  } catch (error) {
    if (error instanceof ApiError && error.status === 0) return call('POST /payments/verify', { body });
    throw error;
  }
};

/** The user has access already, as a subscriber or an admin. */
export const isAlreadyBought = (error: CheckoutError | null): boolean =>
  error?.code === 'already_subscribed' || error?.code === 'admin_has_access';

export const isSellingOff = (error: CheckoutError | null): boolean => error?.code === 'selling_off';
