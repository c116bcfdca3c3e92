import { useQuery } from '@tanstack/react-query';
import type { PageName } from '#contract/pages.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { doctorSummaryQuery, inboxQuery } from '#web/api/school-queries.ts';

export interface EntryCount {
  count: number;
  /** The counted items, for screen readers. */
  name: string;
  tone: 'plain' | 'warning' | 'error';
}

/** The counts beside entries of the navigation; nothing where there is nothing to do. */
export function useEntryCounts(): Partial<Record<PageName, EntryCount>> {
  const enabled = useSession()?.role === 'ADMIN';
  const { data: inbox } = useQuery({ ...inboxQuery({ limit: 1 }), enabled });
  const { data: doctor } = useQuery({ ...doctorSummaryQuery(), enabled });
  const open = inbox?.counts.open ?? 0;
  const { failing = 0, warning = 0 } = doctor ?? {};
  return {
    ...(open > 0 && { inbox: { count: open, name: 'open', tone: 'plain' } }),
    ...(warning > 0 && { system: { count: warning, name: 'warnings', tone: 'warning' } }),
    ...(failing > 0 && { system: { count: failing, name: 'failing', tone: 'error' } }),
  };
}
