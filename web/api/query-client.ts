import { QueryClient } from '@tanstack/react-query';

/**
 * Requests are sent even when the browser reports that it is offline, and never retried: each page offers "Try again",
 * and loads again when the connection is back.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: false, networkMode: 'always', refetchOnReconnect: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
