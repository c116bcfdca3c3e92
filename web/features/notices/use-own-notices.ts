import { useQuery, useQueryClient } from '@tanstack/react-query';
import { invalidate } from '#web/api/query.ts';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { call, follow, type ResponseOf } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { ownNoticesQuery } from './own-notices-query.ts';

export type OwnNotice = ResponseOf<'GET /notices'>['notices'][number];

const POLL_MS = 60_000;
const AGAIN_AFTER_MS = 5000;
/** A page that waits for the decision of the school shows it when the notice arrives. */
const REFRESHED_BY_NOTICES = ['own-requests'] as const;
const UnreadEvent = z.object({ unread: z.int() });

/** Whether the page is in front, or beside another window. */
const useIsVisible = (): boolean => {
  const [isVisible, setVisible] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const change = (): void => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', change);
    return () => document.removeEventListener('visibilitychange', change);
  }, []);
  return isVisible;
};

/**
 * The newest notices, as they arrive: a stream reports a changed number of unread ones. Only a visible page follows it, because
 * browsers open six connections to an address. Without a stream the page asks each minute.
 */
export const useNewestNotices = (limit: number) => {
  const isVisible = useIsVisible();
  const [isFollowing, setFollowing] = useState(false);
  const queryClient = useQueryClient();
  const query = useQuery({
    ...ownNoticesQuery({ limit }),
    refetchInterval: isVisible && !isFollowing ? POLL_MS : false,
  });
  useEffect(() => {
    if (!isVisible) return undefined;
    const stop = new AbortController();
    const onEvent = (data: unknown): void => {
      const event = UnreadEvent.safeParse(data);
      if (!event.success) return;
      setFollowing(true);
      const known = queryClient.getQueryData(ownNoticesQuery({ limit }).queryKey)?.unread;
      if (known !== event.data.unread) void invalidate(queryClient, ['own-notices', ...REFRESHED_BY_NOTICES]);
    };
    let again: ReturnType<typeof setTimeout> | undefined;
    const begin = (): void => {
      follow('GET /notices/stream', { signal: stop.signal, onEvent })
        // A server that restarts ends its streams.
        .then(() => (again = setTimeout(begin, AGAIN_AFTER_MS)))
        .catch(() => undefined)
        .finally(() => setFollowing(false));
    };
    begin();
    return () => {
      stop.abort();
      clearTimeout(again);
    };
  }, [isVisible, limit, queryClient]);
  return query;
};

/** Marks a notice as read, without a word. */
export const useMarkRead = () => {
  const queryClient = useQueryClient();
  return (noticeId: string): void =>
    void call('POST /notices/:noticeId/read', { params: { noticeId }, isKeptAlive: true })
      .then(() => invalidate(queryClient, ['own-notices']))
      .catch(() => undefined);
};

export const useMarkAllRead = () => {
  return useAction<void, unknown>({
    run: async () => {
      await call('POST /notices/read');
    },
    messages: { error: messages.userNotices.readFailed },
    changes: ['own-notices'],
  });
};
