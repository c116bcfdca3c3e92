import { QueryClient } from '@tanstack/react-query';

/**
 * Calls are made even when the browser believes that it is offline, and a failure is shown at once: each screen offers
 * "Try again" in place.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
