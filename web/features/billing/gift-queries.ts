import { queryOptions } from '@tanstack/react-query';
import { call, type CallOptions, type ErrorOf, type ResponseOf } from '#web/api/call.ts';
import { queryKeys } from '#web/api/query-keys.ts';

export type OwnGift = ResponseOf<'GET /gifts'>['gifts'][number];
export type GiftDraft = CallOptions<'PUT /gifts/:giftId'>['body'];

/** The gifts that the user bought, newest first. Others redeem them at any time, so each visit fetches them again. */
export const ownGiftsQuery = () =>
  queryOptions({
    queryKey: queryKeys.ownGifts,
    queryFn: ({ signal }) => call('GET /gifts', { signal }),
    staleTime: 0,
  });

/** The gift of a link. */
export const giftOfLinkQuery = (token: string) =>
  queryOptions<ResponseOf<'POST /gifts/view'>, ErrorOf<'POST /gifts/view'>>({
    queryKey: queryKeys.giftOfLink(token),
    queryFn: ({ signal }) => call('POST /gifts/view', { body: { token }, signal }),
    gcTime: 0,
    staleTime: Infinity,
  });
