import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import type { DoctorReport } from '#contract/doctor.ts';
import { doctorQuery } from '#web/api/school-queries.ts';
import { Button } from '#web/components/button.tsx';
import { DetailList } from '#web/components/detail-list.tsx';
import { formatMoment, formatSize } from '#web/components/format.ts';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Panel } from '#web/components/panel.tsx';
import { QueryBoundary } from '#web/components/query-boundary.tsx';
import { useSite } from '#web/components/site.tsx';
import { LoadingNote, RowsSkeleton } from '#web/components/skeletons.tsx';
import { CopyButton } from '#web/pages/admin/system/copy-button.tsx';
import { Findings } from '#web/pages/admin/system/findings.tsx';
import { reportOf } from '#web/pages/admin/system/report.ts';

/** Whether everything that the server depends on works, and what to do where it does not. */
export function Component() {
  const query = useQuery(doctorQuery());
  const { timeZone } = useSite();
  const report = query.data?.report;
  return (
    <div className="page py-8 lg:py-10">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <PageHeading>System</PageHeading>
          <p className="num mt-2 min-h-[1.7rem] text-muted">
            {report && `Checked on ${formatMoment(report.checkedAt, timeZone)}`}
          </p>
        </div>
        {report && (
          <div className="flex flex-wrap gap-3">
            <CopyButton tone="quiet" text={reportOf(report)} done="Report copied">
              Copy report
            </CopyButton>
            <Button isBusy={query.isFetching} onClick={() => void query.refetch()}>
              <RefreshCw size={18} aria-hidden="true" />
              Check again
            </Button>
          </div>
        )}
      </div>
      <div className="mt-7">
        <QueryBoundary
          query={query}
          skeleton={
            <>
              <LoadingNote>Checking the system</LoadingNote>
              <RowsSkeleton count={8} />
            </>
          }
          failure="The system check could not be loaded"
        >
          {({ report: { findings, program } }) => (
            <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
              <Findings findings={findings} />
              <Program program={program} />
            </div>
          )}
        </QueryBoundary>
      </div>
    </div>
  );
}

function Program({ program }: Pick<DoctorReport, 'program'>) {
  const { timeZone } = useSite();
  const { version, nodeVersion, startedAt, memoryBytes } = program;
  return (
    <Panel title="Version">
      <DetailList
        details={[
          ['Running', `Lectern ${version}`],
          ['Started', formatMoment(startedAt, timeZone)],
          ['Memory', formatSize(memoryBytes)],
          ['Node', nodeVersion],
        ]}
      />
    </Panel>
  );
}
