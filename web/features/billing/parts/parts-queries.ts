import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { ownPurchasesQuery } from '#web/features/billing/billing-queries.ts';

export type OwnParts = ResponseOf<'GET /user/parts'>['purchases'][number];
export type Overdue = ResponseOf<'GET /admin/parts/overdue'>['purchases'][number];

/** The purchases of the user that are paid in parts. The school and the clock change them at any time. */
export const ownPartsQuery = () => endpointQuery('own-parts', 'GET /user/parts', { staleTime: 0 });

export const overdueQuery = (limit: number, cursor: string) =>
  endpointQuery(['payments', 'overdue'], 'GET /admin/parts/overdue', {
    query: { limit, ...(cursor !== '' && { cursor }) },
  });

/** The parts of a purchase, for admins. */
export const partsOfQuery = (paymentId: string) =>
  endpointQuery('payments', 'GET /admin/parts/:paymentId', { params: { paymentId } });

/** What payments of parts, and what the school decides about them, change for the owner. */
export const CHANGED_BY_PARTS = ['payments', 'people'] as const;

/** Whether a purchase of the user waits for a part that is overdue. */
export const useHasPaused = (): boolean =>
  useQuery(ownPartsQuery()).data?.purchases.some(({ state }) => state === 'paused') === true;

/** The purchase whose access to a course, or to everything, is paused until a part is paid; asked for where access is missing. */
export const usePausedParts = (courseId?: string, isAsked = true): OwnParts | undefined => {
  const isBuyer = useSession()?.role === 'USER' && isAsked;
  const { data } = useQuery({ ...ownPartsQuery(), enabled: isBuyer });
  const paused = (isBuyer && data?.purchases.filter(({ state }) => state === 'paused')) || [];
  const own = useQuery({ ...ownPurchasesQuery(), enabled: paused.length > 0 }).data?.purchases;
  return paused.find(({ paymentId }) => {
    const opens = own?.find((purchase) => purchase.paymentId === paymentId)?.opens;
    return (
      opens === 'everything' || (courseId !== undefined && opens?.courses.some(({ _id }) => _id === courseId) === true)
    );
  });
};
