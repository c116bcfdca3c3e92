import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { PageName } from '#contract/pages.ts';
import { useMayWork } from '#web/app/session/use-factor-days.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { questionQueueQuery } from '#web/api/question-queries.ts';
import { reviewQueueQuery } from '#web/api/review-queries.ts';
import { doctorSummaryQuery, inboxQuery, paymentRequestsQuery } from '#web/api/school-queries.ts';
import { useHeldPayment } from '#web/api/held-payment.ts';
import { useSite } from '#web/ui/page/site.tsx';

/** The counts are not asked for at every page. */
const COUNT_STALE_MS = 60_000;

export interface EntryCount {
  count: number;
  /** The counted items, for screen readers. */
  name: string;
  tone: 'plain' | 'warning' | 'error';
}

/** The counts beside entries of the navigation; nothing where there is nothing to do. */
export function useEntryCounts(): Partial<Record<PageName, EntryCount>> {
  const { t } = useLingui();
  const mayWork = useMayWork();
  const { community, ways, staffConfirms } = useSite();
  const hasOwnWays = ways.some((way) => way !== 'online');
  const enabled = useSession()?.role === 'ADMIN' && mayWork;
  const { data: inbox } = useQuery({ ...inboxQuery({ limit: 1 }), enabled });
  const { data: questions } = useQuery({
    ...questionQueueQuery({ limit: 1 }),
    staleTime: COUNT_STALE_MS,
    enabled: community.questions && mayWork,
  });
  const { data: payments } = useQuery({
    ...paymentRequestsQuery({ limit: 1 }),
    staleTime: COUNT_STALE_MS,
    enabled: enabled ? hasOwnWays : staffConfirms && mayWork,
  });
  const { data: reviews } = useQuery({
    ...reviewQueueQuery({ limit: 1 }),
    staleTime: COUNT_STALE_MS,
    enabled: community.reviews && mayWork,
  });
  const { data: doctor } = useQuery({ ...doctorSummaryQuery(), enabled });
  const waiting = questions?.counts.waiting ?? 0;
  const unanswered = reviews?.counts.waiting ?? 0;
  const held = useHeldPayment() === undefined ? 0 : 1;
  const toConfirm = (payments?.waiting.count ?? 0) - held;
  const open = inbox?.counts.open ?? 0;
  const { failing = 0, warning = 0 } = doctor ?? {};
  return {
    ...(waiting > 0 && { teachQuestions: { count: waiting, name: t`waiting`, tone: 'plain' } }),
    ...(unanswered > 0 && { teachReviews: { count: unanswered, name: t`without an answer`, tone: 'plain' } }),
    ...(toConfirm > 0 && { paymentRequests: { count: toConfirm, name: t`to confirm`, tone: 'plain' } }),
    ...(open > 0 && { inbox: { count: open, name: t({ message: 'open', context: 'messages' }), tone: 'plain' } }),
    ...(warning > 0 && { system: { count: warning, name: t`warnings`, tone: 'warning' } }),
    ...(failing > 0 && { system: { count: failing, name: t`failing`, tone: 'error' } }),
  };
}
