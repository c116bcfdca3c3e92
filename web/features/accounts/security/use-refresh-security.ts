import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { invalidate } from '#web/api/query.ts';

const ofThePage = ['security', 'own-sessions', 'own-data', 'own-audit'] as const;

/** Fetches again what the page shows: each change is also among what happened lately. */
export const refreshSecurity = async (queryClient: QueryClient): Promise<void> => {
  await invalidate(queryClient, ofThePage);
};

export const useRefreshSecurity = () => {
  const queryClient = useQueryClient();
  return () => refreshSecurity(queryClient);
};
