import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '#web/api/query-keys.ts';

const ofThePage = [queryKeys.security, queryKeys.ownSessions, queryKeys.ownData, queryKeys.ownAudit];

/** Fetches again what the page shows: each change is also among what happened lately. */
export const refreshSecurity = async (queryClient: QueryClient): Promise<void> => {
  await Promise.all(ofThePage.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
};

export const useRefreshSecurity = () => {
  const queryClient = useQueryClient();
  return () => refreshSecurity(queryClient);
};
