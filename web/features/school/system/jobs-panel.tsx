import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { FailedJob, JobKind, PeriodicJob } from '#contract/school/system.ts';
import { call } from '#web/api/call.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { formatCount, formatMoment } from '#contract/format.ts';
import type { Language } from '#contract/languages/language.ts';
import { Panel } from '#web/ui/panel.tsx';
import { More } from '#web/ui/more.tsx';
import { Rows } from '#web/ui/table/table-rows.tsx';
import type { Column } from '#web/ui/table/use-table.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { jobName } from './job-names.ts';
import { ageOf, timeBetween } from './storage-panel.tsx';

const progressOf = ({ name, progress }: JobKind, language: Language): string => {
  const job = jobName(name, language);
  if (progress === null) return job;
  const [done, total] = [formatCount(progress.done), formatCount(progress.total)];
  return language._(msg`${job}: ${done} of ${total} people`);
};

/** `nowMs` is what ages are counted to. */
const kindColumns = (nowMs: number, language: Language): readonly Column<JobKind>[] => [
  {
    id: 'job',
    title: language._(msg`Job`),
    kind: 'name',
    cell: (job) => progressOf(job, language),
  },
  { id: 'waiting', title: language._(msg`Waiting`), kind: 'number', cell: ({ waiting }) => formatCount(waiting) },
  { id: 'running', title: language._(msg`Running`), kind: 'number', cell: ({ running }) => formatCount(running) },
  {
    id: 'failed',
    title: language._(msg`Failed`),
    kind: 'number',
    cell: ({ failed }) => <span className={failed > 0 ? 'font-semibold text-error' : ''}>{formatCount(failed)}</span>,
  },
  {
    id: 'due',
    title: language._(msg`Due for`),
    kind: 'number',
    from: 640,
    cell: ({ oldestDueAt }) => (
      <span className="text-muted">{oldestDueAt === null ? '–' : ageOf(oldestDueAt, nowMs, language)}</span>
    ),
  },
];

const states: Record<NonNullable<PeriodicJob['state']>, MessageDescriptor> = {
  done: msg`Done`,
  failed: msg`Failed`,
  retrying: msg`Failed, runs again`,
  running: msg`Running`,
};

const isFailing = ({ state }: PeriodicJob): boolean => state === 'failed' || state === 'retrying';

function LastRun({ job, nowMs }: { job: PeriodicJob; nowMs: number }) {
  const language = useLanguage();
  const { state, lastEndedAt, error } = job;
  if (state === null)
    return (
      <span className="text-muted">
        <Trans>Not yet</Trans>
      </span>
    );
  return (
    <>
      <span className={isFailing(job) ? 'font-semibold text-error' : undefined}>{language._(states[state])}</span>
      {(state === 'done' || state === 'failed') && lastEndedAt !== null && (
        <>
          ,{' '}
          <span className="text-muted sm:whitespace-nowrap">
            <Trans>{{ age: ageOf(lastEndedAt, nowMs, language) }} ago</Trans>
          </span>
        </>
      )}
      {error !== null && <span className="block wrap-anywhere text-muted">{error}</span>}
    </>
  );
}

const periodicColumns = (nowMs: number, language: Language): readonly Column<PeriodicJob>[] => [
  { id: 'job', title: language._(msg`Job`), kind: 'name', cell: ({ name }) => jobName(name, language) },
  { id: 'last', title: language._(msg`Last run`), inList: 'detail', cell: (job) => <LastRun {...{ job, nowMs }} /> },
  {
    id: 'next',
    title: language._(msg`Next run`),
    kind: 'number',
    inList: 'detail',
    cell: ({ nextAt }) => (
      <span className="whitespace-nowrap text-muted">
        <Trans>in {{ span: timeBetween(nowMs, Date.parse(nextAt), language) }}</Trans>
      </span>
    ),
  },
];

const failureOf = ({ failedAt, attempts, error }: FailedJob, timeZone: string, { _, locale }: Language): string => {
  const time = formatMoment(failedAt, timeZone, locale);
  return _(msg({ message: `${time}, after ${plural(attempts, { one: '# attempt', other: '# attempts' })}: ${error}` }));
};

const failedColumns = (timeZone: string, language: Language): readonly Column<FailedJob>[] => [
  {
    id: 'job',
    title: language._(msg`Job`),
    kind: 'name',
    cell: ({ name }) => jobName(name, language),
    note: (job) => failureOf(job, timeZone, language),
  },
  {
    id: 'actions',
    title: language._(msg`Actions`),
    kind: 'actions',
    cell: ({ _id: jobId }) => (
      <ActionButton
        tone="quiet"
        size="small"
        run={() => call('POST /admin/jobs/:jobId/retry', { params: { jobId } })}
        messages={{ error: language._(msg`The job could not be run again`) }}
        changes={['system']}
      >
        <Trans>Run again</Trans>
      </ActionButton>
    ),
  },
];

interface JobsProps {
  jobs: readonly JobKind[];
  periodicJobs: readonly PeriodicJob[];
  failedJobs: readonly FailedJob[];
}

const Subtitle = ({ children }: { children: ReactNode }) => (
  <h3 className="mt-5 mb-2 text-sm font-semibold">{children}</h3>
);

/** Waiting, running and failed jobs by kind, and periodic jobs: those that are fine are folded. Kinds with scheduled jobs alone are not listed. */
export function JobsPanel({ jobs, periodicJobs, failedJobs }: JobsProps) {
  const { t } = useLingui();
  const columns = kindColumns(useNow(), useLanguage());
  const current = jobs.filter(({ waiting, running, failed }) => waiting + running + failed > 0);
  return (
    <Panel title={t`Jobs`}>
      {current.length === 0 ? (
        <p className="text-muted">
          <Trans>Nothing is waiting, and nothing failed in the last day.</Trans>
        </p>
      ) : (
        <Rows label={t`Current jobs`} rows={current} columns={columns} keyOf={({ name }) => name} isAlwaysTable />
      )}
      {failedJobs.length > 0 && <GivenUp failedJobs={failedJobs} />}
      <PeriodicJobs jobs={periodicJobs} />
    </Panel>
  );
}

function GivenUp({ failedJobs }: Pick<JobsProps, 'failedJobs'>) {
  const { t } = useLingui();
  const language = useLanguage();
  const { timeZone } = useSite();
  return (
    <>
      <Subtitle>
        <Trans>Given up</Trans>
      </Subtitle>
      <Rows
        label={t`Given up`}
        rows={failedJobs}
        columns={failedColumns(timeZone, language)}
        keyOf={({ _id }) => _id}
      />
    </>
  );
}

function PeriodicJobs({ jobs }: { jobs: readonly PeriodicJob[] }) {
  const { t } = useLingui();
  const columns = periodicColumns(useNow(), useLanguage());
  const failing = jobs.filter(isFailing);
  const fine = jobs.filter((job) => !isFailing(job));
  const list = (label: string, rows: readonly PeriodicJob[]) => (
    <Rows label={label} rows={rows} columns={columns} keyOf={({ name }) => name} />
  );
  return (
    <>
      {failing.length > 0 && (
        <>
          <Subtitle>
            <Trans>Failing</Trans>
          </Subtitle>
          {list(t`Failing periodic jobs`, failing)}
        </>
      )}
      {fine.length > 0 && (
        <div className="mt-3">
          <More
            label={
              <Plural
                value={fine.length}
                one="# periodic job without a problem"
                other="# periodic jobs without a problem"
              />
            }
          >
            {list(t`Periodic jobs`, fine)}
          </More>
        </div>
      )}
    </>
  );
}
