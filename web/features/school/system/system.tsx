import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Copy, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DoctorReport } from '#contract/school/doctor.ts';
import { doctorQuery, systemQuery } from '#web/api/school-queries.ts';
import { Button } from '#web/ui/button.tsx';
import { DetailList, Panel } from '#web/ui/panel.tsx';
import { formatMoment, formatSize } from '#contract/format.ts';
import { AdminPage } from '#web/ui/page/admin-page.tsx';
import { LoadingNote, QueryBoundary, RowsSkeleton } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { copyText } from '#web/ui/text/copy-text.ts';
import { useNow } from '#web/ui/use-now.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';
import { ageOf, BackupsPanel, StoragePanel } from './storage-panel.tsx';
import { Findings, reportOf } from './findings.tsx';
import { JobsPanel } from './jobs-panel.tsx';

const JobsFrame = ({ children }: { children: ReactNode }) => {
  const { t } = useLingui();
  return <Panel title={t`Jobs and storage`}>{children}</Panel>;
};

const FindingsSkeleton = () => (
  <>
    <LoadingNote>
      <Trans>Checking the system</Trans>
    </LoadingNote>
    <RowsSkeleton count={8} />
  </>
);

/** The checks of the dependencies of the server, with their fixes. */
export function Component() {
  const { t } = useLingui();
  const language = useLanguage();
  const query = useQuery(doctorQuery());
  const system = useQuery(systemQuery());
  const report = query.data?.report;
  const nowMs = useNow();
  return (
    <AdminPage
      heading={t`System`}
      lead={report ? t`Checked ${{ age: ageOf(report.checkedAt, nowMs, language) }} ago, and every 15 minutes` : ''}
      action={
        report && (
          <Button isBusy={query.isFetching} onClick={() => void query.refetch()}>
            <RefreshCw size={18} aria-hidden="true" />
            <Trans>Check again</Trans>
          </Button>
        )
      }
      {...(report && {
        more: [
          { label: t`Copy report`, icon: Copy, onSelect: () => void copyText(reportOf(report), t`Report copied`) },
        ],
      })}
    >
      <div className="mt-6 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-4">
          <QueryBoundary
            query={query}
            skeleton={<FindingsSkeleton />}
            failure={t`The system check could not be loaded`}
          >
            {({ report: { findings } }) => <Findings findings={findings} />}
          </QueryBoundary>
          <Jobs />
        </div>
        <div className="grid gap-4">
          <BackupsPanel />
          {system.data && <StoragePanel storage={system.data.storage} />}
          {report && <Program program={report.program} />}
        </div>
      </div>
    </AdminPage>
  );
}

function Jobs() {
  const { t } = useLingui();
  const query = useQuery(systemQuery());
  return (
    <QueryBoundary query={query} skeleton={null} failure={t`The jobs could not be loaded`} frame={JobsFrame} isInPanel>
      {(jobs) => <JobsPanel {...jobs} />}
    </QueryBoundary>
  );
}

function Program({ program }: Pick<DoctorReport, 'program'>) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  const { version, nodeVersion, startedAt, memoryBytes } = program;
  return (
    <Panel title={t`Version`}>
      <DetailList
        details={[
          [t({ message: 'Running', context: 'program' }), `Lectern ${version}`],
          [t({ message: 'Started', context: 'moment' }), formatMoment(startedAt, timeZone, locale)],
          [t`Memory`, formatSize(memoryBytes)],
          ['Node', nodeVersion],
        ]}
      />
    </Panel>
  );
}
