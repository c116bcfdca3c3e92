import { queryOptions } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { ApiError } from '#web/api/api-error.ts';
import { call, type CallOptions, type ErrorOf, type ResponseOf } from '#web/api/call.ts';
import type { GiftDraft } from '#web/features/billing/billing-queries.ts';

/** These responses are cached for one visit of the page only. */
const oneVisit = { gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

export const paymentKeyQuery = () =>
  queryOptions<ResponseOf<'GET /payments/razorpay-key'>, ErrorOf<'GET /payments/razorpay-key'>>({
    queryKey: ['checkout', 'key'],
    queryFn: () => call('GET /payments/razorpay-key'),
    staleTime: Infinity,
    ...oneVisit,
  });

export type CheckoutError = ErrorOf<'POST /payments/subscribe'>;
export type CheckoutOrder = CallOptions<'POST /payments/subscribe'>['body'];
/** Whom the tax invoice is made out to. */
export type InvoiceTo = Pick<CheckoutOrder, 'state' | 'business'>;
export type IndianState = NonNullable<CheckoutOrder['state']>;

/**
 * The checkout attempt to pay for. The server creates one only when the buyer has none open, so it is fetched like other
 * data: once per visit and order, and again when it has expired.
 */
export const checkoutAttemptQuery = (order: CheckoutOrder) =>
  queryOptions<ResponseOf<'POST /payments/subscribe'>, CheckoutError>({
    queryKey: ['checkout', 'attempt', order],
    queryFn: () => call('POST /payments/subscribe', { body: order }),
    staleTime: ({ state }) => (state.data ? Date.parse(state.data.expiresAt) - state.dataUpdatedAt : 0),
    ...oneVisit,
  });

/** A step of the checkout funnel. Buying works without this report. */
export const reportWindowOpened = (subscriptionId: string): void => {
  const body = { subscription_id: subscriptionId };
  call('POST /payments/window-opened', { body, isKeptAlive: true }).catch(() => undefined);
};

/** The result of the payment window after a payment. */
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
  error?.code === 'already_subscribed' || error?.code === 'already_covered' || error?.code === 'admin_has_access';

export const isSellingOff = (error: CheckoutError | null): boolean => error?.code === 'selling_off';

/** The field errors of an order, by path. */
export const fieldErrorsOf = (error: unknown): Record<string, string> =>
  error instanceof ApiError && error.code === 'validation_failed'
    ? Object.fromEntries(error.details.map(({ path, message }) => [path, message]))
    : {};

const couponErrors = ['coupon_not_found', 'coupon_not_valid', 'coupon_used_up'];

/** Why a coupon was refused with the order; undefined when something else was. */
export const couponProblemOf = (error: unknown): string | undefined =>
  error instanceof ApiError && couponErrors.includes(error.code) ? error.serverMessage : undefined;

type Name = 'plan' | 'coupon' | 'gift' | 'way' | 'batch' | 'parts';

/** The order in the address, so that it survives a reload, a login and a failed payment. */
export const useOrderAddress = () => {
  const [address, setAddress] = useSearchParams();
  return {
    named: (name: Name): string | null => address.get(name),
    rename: (name: Name, value: string | undefined): void => {
      const next = new URLSearchParams(address);
      if (value === undefined) next.delete(name);
      else next.set(name, value);
      setAddress(next, { replace: true, preventScrollReset: true, flushSync: true });
    },
  };
};

/** The fields that are too long, or too private, for an address. */
interface OrderState {
  gift?: GiftDraft;
  invoiceTo?: InvoiceTo;
  /** A plan of chosen courses. */
  planName?: string;
  /** The course to open first. */
  courseId?: string;
  isFree?: boolean;
}

const isOrderState = (state: unknown): state is OrderState =>
  typeof state === 'object' && state !== null && 'gift' in state;

/** The part of an order that one page of the checkout passes to the next in the history of the browser. */
export const orderIn = (state: unknown): OrderState => (isOrderState(state) ? state : {});
