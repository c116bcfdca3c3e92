import { useQueryClient } from '@tanstack/react-query';
import type { FailedJob, JobKind, PeriodicJob } from '#contract/system.ts';
import { call } from '#web/api/call.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { formatCount, formatMoment } from '#web/ui/text/format.ts';
import { Panel } from '#web/ui/panel.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { ageOf, timeBetween } from './storage-panel.tsx';

const jobNames: Record<string, string> = {
  'accounts.invite': 'Send an invitation',
  'accounts.send-reset': 'Send a password link',
  'accounts.sweep': 'Remove expired sessions',
  'backups.run': 'Write and verify a backup',
  'backups.schedule': 'Schedule backups',
  'billing.recompute': 'Recompute daily sales',
  'billing.send-gift': 'Send a gift',
  'catalog.index': 'Update the search',
  'catalog.purge-course': 'Remove a deleted course',
  'classroom.audience': 'Count who watched a course',
  'classroom.caption-words': 'Add captions to the search',
  'classroom.sweep-playback-sessions': 'Remove ended playback sessions',
  'lectures.process-video': 'Process videos',
  'lectures.purge': 'Remove a deleted lecture',
  'lectures.retire-media': 'Remove replaced videos',
  'mail.send': 'Send emails',
  'payments.look-up': 'Look up a payment',
  'payments.reconcile': 'Match payments with the provider',
  'payments.remind': 'Remind of the end of access',
  'payments.settle-cancel': 'Cancel a subscription',
  'payments.settle-refund': 'Refund a payment',
  'people.bulk': 'Change many people',
  'people.forget-imports': 'Remove old imports',
  'people.import': 'Import people',
  'storage.remove-files': 'Remove unused files',
  'storage.sweep': 'Check and measure files',
  'uploads.sweep': 'Remove abandoned uploads',
};

const nameOf = (name: string): string => jobNames[name] ?? name;

function Kinds({ jobs }: { jobs: readonly JobKind[] }) {
  const nowMs = useNow();
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm">
        <thead className="text-start text-xs text-muted">
          <tr>
            <th className="py-2 text-start font-semibold">Job</th>
            <th className="py-2 ps-4 text-end font-semibold">Waiting</th>
            <th className="py-2 ps-4 text-end font-semibold">Running</th>
            <th className="py-2 ps-4 text-end font-semibold">Failed</th>
            <th className="py-2 ps-4 text-end font-semibold max-sm:hidden">Due for</th>
          </tr>
        </thead>
        <tbody>
          {jobs.map(({ name, waiting, running, failed, oldestDueAt }) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="py-2.5 text-start font-semibold">
                {nameOf(name)}
              </th>
              <td className="num py-2.5 ps-4 text-end">{formatCount(waiting)}</td>
              <td className="num py-2.5 ps-4 text-end">{formatCount(running)}</td>
              <td className={`num py-2.5 ps-4 text-end ${failed > 0 ? 'font-semibold text-error' : ''}`}>
                {formatCount(failed)}
              </td>
              <td className="num py-2.5 ps-4 text-end text-muted max-sm:hidden">
                {oldestDueAt === null ? '–' : ageOf(oldestDueAt, nowMs)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const states: Record<NonNullable<PeriodicJob['state']>, string> = {
  done: 'Done',
  failed: 'Failed',
  retrying: 'Failed, runs again',
  running: 'Running',
};

function LastRun({ job: { state, lastEndedAt, error } }: { job: PeriodicJob }) {
  const nowMs = useNow();
  if (state === null) return <span className="text-muted">Not yet</span>;
  const isFailed = state === 'failed' || state === 'retrying';
  return (
    <>
      <span className={isFailed ? 'font-semibold text-error' : undefined}>{states[state]}</span>
      {(state === 'done' || state === 'failed') && lastEndedAt !== null && (
        <>
          , <span className="text-muted sm:whitespace-nowrap">{ageOf(lastEndedAt, nowMs)} ago</span>
        </>
      )}
      {error !== null && <span className="block wrap-anywhere text-muted">{error}</span>}
    </>
  );
}

function Periodic({ jobs }: { jobs: readonly PeriodicJob[] }) {
  const nowMs = useNow();
  return (
    <table className="w-full text-sm">
      <thead className="text-xs text-muted max-sm:sr-only">
        <tr>
          <th className="py-2 text-start font-semibold">Job</th>
          <th className="py-2 ps-4 text-start font-semibold">Last run</th>
          <th className="py-2 ps-4 text-end font-semibold">Next run</th>
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <tr
            key={job.name}
            className="border-t border-line align-top max-sm:flex max-sm:flex-wrap max-sm:justify-between max-sm:gap-x-4 max-sm:py-2.5"
          >
            <th scope="row" className="basis-full text-start font-semibold sm:py-2.5">
              {nameOf(job.name)}
            </th>
            <td className="num min-w-0 flex-1 sm:py-2.5 sm:ps-4">
              <LastRun job={job} />
            </td>
            <td className="num text-end whitespace-nowrap text-muted sm:py-2.5 sm:ps-4">
              in {timeBetween(nowMs, Date.parse(job.nextAt))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Failed({ job: { _id: jobId, name, attempts, error, failedAt } }: { job: FailedJob }) {
  const { timeZone } = useSite();
  const queryClient = useQueryClient();
  const retrying = useAction({
    run: () => call('POST /admin/jobs/:jobId/retry', { params: { jobId } }),
    messages: { error: 'The job could not be run again' },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.system }),
  });
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t border-line py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-sm font-semibold">{nameOf(name)}</p>
        <p className="num text-sm wrap-anywhere text-muted">
          {formatMoment(failedAt, timeZone)}, after {attempts === 1 ? '1 attempt' : `${attempts} attempts`}: {error}
        </p>
      </div>
      <Button tone="quiet" size="small" isBusy={retrying.isBusy} onClick={() => void retrying.start(undefined)}>
        Run again
      </Button>
    </li>
  );
}

interface JobsProps {
  jobs: readonly JobKind[];
  periodicJobs: readonly PeriodicJob[];
  failedJobs: readonly FailedJob[];
}

/** Waiting, running and failed jobs by kind, and periodic jobs. Kinds with scheduled jobs alone are not listed. */
export function JobsPanel({ jobs, periodicJobs, failedJobs }: JobsProps) {
  const current = jobs.filter(({ waiting, running, failed }) => waiting + running + failed > 0);
  return (
    <Panel title="Jobs">
      {current.length === 0 ? (
        <p className="text-muted">Nothing is waiting, and nothing failed in the last day.</p>
      ) : (
        <Kinds jobs={current} />
      )}
      {failedJobs.length > 0 && (
        <>
          <h3 className="mt-5 mb-2 text-sm font-semibold">Given up</h3>
          <ul>
            {failedJobs.map((job) => (
              <Failed key={job._id} job={job} />
            ))}
          </ul>
        </>
      )}
      <h3 className="mt-5 mb-2 text-sm font-semibold">Periodic</h3>
      <Periodic jobs={periodicJobs} />
    </Panel>
  );
}
