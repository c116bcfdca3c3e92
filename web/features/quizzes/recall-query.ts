import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '#web/api/query.ts';

/** Once loaded, the questions stay while they are shown, whatever becomes due meanwhile. */
export const recallQuery = () => endpointQuery('recall', 'GET /user/review', { staleTime: Infinity });

/** Waits too while those of an earlier visit are read again. */
export const useRecall = () => {
  const { data, isPending, isFetching, isStale } = useQuery(recallQuery());
  return { data, isPending: isPending || (isFetching && isStale) };
};
