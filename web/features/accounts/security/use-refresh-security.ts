import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '#web/api/query-keys.ts';

/** Fetches again how the user logs in. */
export const useRefreshSecurity = () => {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: queryKeys.security });
};
