import { useQueryClient } from '@tanstack/react-query';
import { invalidate } from '#web/api/query.ts';

/** What the page shows: each change is also among what happened lately. */
export const securityPage = ['security', 'own-sessions', 'own-data', 'own-audit'] as const;

export const useRefreshSecurity = () => {
  const queryClient = useQueryClient();
  return () => invalidate(queryClient, securityPage);
};
