import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '#web/api/query.ts';

/** Once loaded, the questions stay on the page, even if others become due. */
export const recallQuery = () => endpointQuery('recall', 'GET /user/review', { staleTime: Infinity });

/** Waits too while those of an earlier visit are read again. */
export const useRecall = () => {
  const { data, isPending, isFetching, isStale } = useQuery(recallQuery());
  return { data, isPending: isPending || (isFetching && isStale) };
};
