import { useQuery } from '@tanstack/react-query';
import type { Plan } from '#contract/billing/plans.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { renewalsQuery } from '#web/features/billing/billing-queries.ts';
import { opensEverything } from '#web/features/billing/plan-terms.tsx';

/** When the term of a plan would begin: the end of the access that it continues. Null when it begins now. */
export const useRenewal = (): ((plan: Plan) => string | null) => {
  const session = useSession();
  const { data } = useQuery({ ...renewalsQuery(), enabled: session?.role === 'USER' && session.user.hasCourses });
  return (plan) => {
    if (!opensEverything(plan)) return data?.renewals.find(({ planId }) => planId === plan._id)?.startsAt ?? null;
    const { status, renewable_from: from, access_until: ends } = session?.user.subscription ?? {};
    return status === 'active' && from && Date.parse(from) <= serverNow() ? (ends ?? null) : null;
  };
};
