import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type CallOptions, type ResponseOf } from '#web/api/call.ts';
import { endpointQuery, invalidate } from '#web/api/query.ts';
import { refreshUser, useSession } from '#web/app/session/use-session.ts';
import { useSite } from '#web/ui/page/site.tsx';

export type Offered = ResponseOf<'GET /payments/ways'>;
export type PaymentOrder = ResponseOf<'POST /payments/orders'>['order'];
export type OwnRequest = ResponseOf<'GET /payments/requests'>['requests'][number];
export type SentRequest = CallOptions<'POST /payments/requests'>['body'];

/** The ways to pay that the school has switched on, and whom to ask. */
export const waysQuery = () => endpointQuery(['checkout', 'ways'], 'GET /payments/ways');

/** What to pay for an order, and its number; the server keeps the price of one that was asked for before. */
export const paymentOrderQuery = (body: CallOptions<'POST /payments/orders'>['body']) =>
  endpointQuery(['checkout', 'order'], 'POST /payments/orders', {
    body,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

const WAITING_MS = 60_000;

/** The payments to the school that the user has sent, newest first. The school decides at any time. */
export const ownRequestsQuery = () =>
  endpointQuery('own-requests', 'GET /payments/requests', {
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.requests.some(isWaiting) ? WAITING_MS : false),
  });

export const isWaiting = ({ state }: Pick<OwnRequest, 'state'>): boolean => state === 'waiting';

/** After the school has confirmed a payment: the user has what it opens. */
export const refreshAccess = async (queryClient: QueryClient): Promise<void> => {
  await refreshUser().catch(() => undefined);
  await invalidate(queryClient, ['own-rights', 'own-purchases', 'own-parts', 'own-gifts']);
};

/** The offline payments that the user has sent, where the school takes some. */
export const useOwnRequests = (): readonly OwnRequest[] => {
  const isBuyer = useSession()?.role === 'USER';
  const { ways } = useSite();
  const enabled = isBuyer && ways.some((way) => way !== 'online');
  return useQuery({ ...ownRequestsQuery(), enabled }).data?.requests ?? [];
};

/** The payment for a course, or for all of them, that the school looks for. */
export const useWaitingRequest = (courseId?: string): OwnRequest | undefined =>
  useOwnRequests().find(
    (request) =>
      isWaiting(request) &&
      !request.isGift &&
      (request.opens === 'everything' || request.opens.courses.some(({ _id }) => _id === courseId)),
  );
