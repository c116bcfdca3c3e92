import { useQuery } from '@tanstack/react-query';
import { DAY_MS } from '#contract/durations.ts';
import { endpointQuery } from '#web/api/query.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { mayUpload, useSession } from './use-session.ts';

/**
 * How many days an admin or teacher has left to set up the passkey or second step that the school requires. With 0 or fewer
 * the server refuses what pages of the staff request. Infinity where nothing is required; undefined until it is known.
 */
export const useFactorDays = (): number | undefined => {
  const { isFactorRequired } = useSite();
  const isAsked = mayUpload(useSession()) && isFactorRequired;
  const { data, isPending } = useQuery(endpointQuery('security', 'GET /user/security', { enabled: isAsked }));
  const nowMs = useNow();
  if (!isAsked) return Infinity;
  if (isPending) return undefined;
  const dueAt = data?.factorDueAt ?? null;
  return dueAt === null ? Infinity : Math.ceil((Date.parse(dueAt) - nowMs) / DAY_MS);
};

/** Whether the server serves pages of the staff, as far as the browser knows. */
export const useMayWork = (): boolean => (useFactorDays() ?? 0) > 0;
