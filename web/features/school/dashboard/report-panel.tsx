import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import { Panel } from '#web/ui/panel.tsx';
import { QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { Skeleton } from '#web/ui/page/skeletons.tsx';

interface ReportPanelProps<Data> {
  title: string;
  aside?: ReactNode;
  className?: string;
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

/** A panel that fails and loads by itself. */
export function ReportPanel<Data>({ title, aside, className = '', query, children }: ReportPanelProps<Data>) {
  return (
    <Panel title={title} aside={aside} className={className}>
      <QueryBoundary
        query={query}
        skeleton={<Skeleton className="h-56 w-full" />}
        failure={messages.reports.failed}
        isInPanel
      >
        {children}
      </QueryBoundary>
    </Panel>
  );
}
