import { queryOptions } from '@tanstack/react-query';
import { type CallOptions, download, type ResponseOf } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';

export type ListedRequests = ResponseOf<'GET /admin/payment-requests'>;
export type QueuedRequest = ListedRequests['requests'][number];
export type Confirmation = CallOptions<'POST /admin/payment-requests/:requestId/confirm'>['body'];

/** What a confirmation would open; it changes nothing. */
export const confirmationPreviewQuery = (requestId: string, body: Confirmation) =>
  endpointQuery(['payment-requests', 'preview'], 'POST /admin/payment-requests/:requestId/confirm', {
    params: { requestId },
    body: { ...body, isWarned: true, isDryRun: true },
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

/** The address of the picture of a payment, which needs a login: it is fetched, and kept for this document. */
export const pictureQuery = (requestId: string) =>
  queryOptions({
    queryKey: ['payment-requests', 'picture', requestId],
    queryFn: async () => {
      const name = 'GET /admin/payment-requests/:requestId/picture';
      const { content } = await download(name, 'payment.webp', { params: { requestId } });
      return URL.createObjectURL(content);
    },
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });

/** What changes when a payment is confirmed, refused or recorded. */
export const CHANGED_BY_PAYMENTS = [
  'payment-requests',
  'payments',
  'people',
  'overview',
  'attention',
  'notices',
  'first-steps',
  'reports',
] as const;
