import type { FailedJob, JobKind, PeriodicJob } from '#contract/school/system.ts';
import { call } from '#web/api/call.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { countOf, formatCount, formatMoment } from '#contract/format.ts';
import { Panel } from '#web/ui/panel.tsx';
import { More } from '#web/ui/more.tsx';
import { Rows } from '#web/ui/table/table-rows.tsx';
import type { Column } from '#web/ui/table/use-table.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { ageOf, timeBetween } from './storage-panel.tsx';

const jobNames: Record<string, string> = {
  'accounts.invite': 'Send an invitation',
  'accounts.confirm-email': 'Send a link that confirms an address',
  'accounts.ask-for-confirmation': 'Ask for the confirmation of an address',
  'accounts.normalize-addresses': 'Give stored addresses one form',
  'accounts.review-email': 'Send an email about the ways to log in',
  'accounts.security-email': 'Send an email about a login',
  'accounts.send-code': 'Send a login code',
  'accounts.send-reset': 'Send a password link',
  'accounts.sweep': 'Remove expired sessions',
  'accounts.welcome': 'Welcome a new user',
  'webhooks.send': 'Send a webhook',
  'webhooks.sweep': 'Remove old webhook messages',
  'inbox.sweep': 'Remove old messages to the school',
  'audit.sweep': 'Remove old events of the audit',
  'backups.run': 'Write and verify a backup',
  'backups.schedule': 'Schedule backups',
  'billing.find-unfinished': 'Find unfinished checkouts',
  'billing.recompute': 'Recompute purchases',
  'billing.recompute-changed': 'Recompute what an older version wrote',
  'billing.recompute-holders': 'Recompute access',
  'billing.send-gift': 'Send a gift',
  'billing.send-recovery': 'Email about an unfinished checkout',
  'catalog.index': 'Update the search',
  'catalog.purge-course': 'Remove a deleted course',
  'classes.announce-recording': 'Announce the recording of a class',
  'classes.remind': 'Remind of live classes',
  'classroom.audience': 'Count who watched a course',
  'classroom.caption-words': 'Add captions to the search',
  'certificates.remind': 'Remind of certificates that expire',
  'overview.thank': 'Thank the first buyer',
  'overview.week': 'Email the week to admins',
  'quizzes.remind': 'Remind of questions that wait',
  'certificates.issue-to-earlier': 'Issue certificates to earlier learners',
  'classroom.read-captions-again': 'Read stored captions again',
  'classroom.submit-expired-attempts': 'Submit quizzes whose time is up',
  'classroom.sweep-playback-sessions': 'Remove ended playback sessions',
  'gifts.schedule': 'Schedule a gift',
  'lectures.find-outdated': 'Find videos of earlier versions',
  'lectures.measure-sounds': 'Measure the sound of videos',
  'lectures.process-video': 'Process videos',
  'lectures.purge': 'Remove a deleted lecture',
  'lectures.renew-video': 'Process a video again',
  'lectures.retire-media': 'Remove replaced videos',
  'mail.send': 'Send emails',
  'news.announce': 'Find news of courses',
  'news.tell': 'Write news of courses',
  'access.extend': 'Extend the access of many people',
  'access.undo-extension': 'Take an extension back',
  'announcements.send': 'Send an announcement',
  'batches.move-ends': 'Lengthen the access of a batch',
  'batches.tell': 'Tell who waits for a place in a batch',
  'notices.deliver': 'Send notices',
  'notices.deliver-news': 'Send news',
  'notices.deliver-push': 'Show notices in browsers',
  'notices.digest-push': 'Show digests in browsers',
  'notices.digest': 'Send digests',
  'notices.sweep': 'Remove notices after a year',
  'pages.keep': 'Keep pages of earlier versions',
  'payment-requests.drop-pictures': 'Remove pictures of decided payments',
  'payment-requests.expire': 'End payments that nobody confirmed',
  'payments.look-up': 'Look up a payment',
  'payments.reconcile': 'Match payments with the provider',
  'payments.remind': 'Remind of the end of access',
  'payments.remind-of-parts': 'Remind of parts that are due',
  'payments.request-closed': 'Withdraw notices of a payment that came otherwise',
  'payments.settle-cancel': 'Cancel a subscription',
  'payments.settle-refund': 'Refund a payment',
  'people.bulk': 'Change many people',
  'people.forget-imports': 'Remove old imports',
  'people.import': 'Import people',
  'personal-data.delete': 'Delete accounts that are due',
  'personal-data.export': 'Prepare an export of data',
  'personal-data.sweep': 'Remove expired exports',
  'receipts.issue': 'Issue a receipt',
  'receipts.send': 'Email a receipt',
  'refunds.request-again': 'Request a refund again',
  'release.plan': 'Look for lectures that opened',
  'release.tell': 'Tell learners of lectures that opened',
  'reports.recompute-sales': 'Recompute daily sales',
  'school.export': 'Export the school',
  'school.remove-exports': 'Remove expired exports of the school',
  'storage.remove-files': 'Remove unused files',
  'storage.sweep': 'Check and measure files',
  'uploads.sweep': 'Remove abandoned uploads',
};

/** A job whose meaning changed has a number at its end. */
const nameOf = (name: string): string => jobNames[name.replace(/\.\d+$/, '')] ?? name;

/** `nowMs` is what ages are counted to. */
const kindColumns = (nowMs: number): readonly Column<JobKind>[] => [
  {
    id: 'job',
    title: 'Job',
    kind: 'name',
    cell: ({ name, progress }) =>
      progress === null
        ? nameOf(name)
        : `${nameOf(name)}: ${formatCount(progress.done)} of ${formatCount(progress.total)} people`,
  },
  { id: 'waiting', title: 'Waiting', kind: 'number', cell: ({ waiting }) => formatCount(waiting) },
  { id: 'running', title: 'Running', kind: 'number', cell: ({ running }) => formatCount(running) },
  {
    id: 'failed',
    title: 'Failed',
    kind: 'number',
    cell: ({ failed }) => <span className={failed > 0 ? 'font-semibold text-error' : ''}>{formatCount(failed)}</span>,
  },
  {
    id: 'due',
    title: 'Due for',
    kind: 'number',
    from: 640,
    cell: ({ oldestDueAt }) => (
      <span className="text-muted">{oldestDueAt === null ? '–' : ageOf(oldestDueAt, nowMs)}</span>
    ),
  },
];

const states: Record<NonNullable<PeriodicJob['state']>, string> = {
  done: 'Done',
  failed: 'Failed',
  retrying: 'Failed, runs again',
  running: 'Running',
};

const isFailing = ({ state }: PeriodicJob): boolean => state === 'failed' || state === 'retrying';

function LastRun({ job, nowMs }: { job: PeriodicJob; nowMs: number }) {
  const { state, lastEndedAt, error } = job;
  if (state === null) return <span className="text-muted">Not yet</span>;
  return (
    <>
      <span className={isFailing(job) ? 'font-semibold text-error' : undefined}>{states[state]}</span>
      {(state === 'done' || state === 'failed') && lastEndedAt !== null && (
        <>
          , <span className="text-muted sm:whitespace-nowrap">{ageOf(lastEndedAt, nowMs)} ago</span>
        </>
      )}
      {error !== null && <span className="block wrap-anywhere text-muted">{error}</span>}
    </>
  );
}

const periodicColumns = (nowMs: number): readonly Column<PeriodicJob>[] => [
  { id: 'job', title: 'Job', kind: 'name', cell: ({ name }) => nameOf(name) },
  { id: 'last', title: 'Last run', inList: 'detail', cell: (job) => <LastRun {...{ job, nowMs }} /> },
  {
    id: 'next',
    title: 'Next run',
    kind: 'number',
    inList: 'detail',
    cell: ({ nextAt }) => (
      <span className="whitespace-nowrap text-muted">in {timeBetween(nowMs, Date.parse(nextAt))}</span>
    ),
  },
];

const failedColumns = (timeZone: string): readonly Column<FailedJob>[] => [
  {
    id: 'job',
    title: 'Job',
    kind: 'name',
    cell: ({ name }) => nameOf(name),
    note: ({ failedAt, attempts, error }) =>
      `${formatMoment(failedAt, timeZone)}, after ${countOf(attempts, 'attempt')}: ${error}`,
  },
  {
    id: 'actions',
    title: 'Actions',
    kind: 'actions',
    cell: ({ _id: jobId }) => (
      <ActionButton
        tone="quiet"
        size="small"
        run={() => call('POST /admin/jobs/:jobId/retry', { params: { jobId } })}
        messages={{ error: 'The job could not be run again' }}
        changes={['system']}
      >
        Run again
      </ActionButton>
    ),
  },
];

interface JobsProps {
  jobs: readonly JobKind[];
  periodicJobs: readonly PeriodicJob[];
  failedJobs: readonly FailedJob[];
}

/** Waiting, running and failed jobs by kind, and periodic jobs: those that are fine are folded. Kinds with scheduled jobs alone are not listed. */
export function JobsPanel({ jobs, periodicJobs, failedJobs }: JobsProps) {
  const nowMs = useNow();
  const { timeZone } = useSite();
  const current = jobs.filter(({ waiting, running, failed }) => waiting + running + failed > 0);
  const failing = periodicJobs.filter(isFailing);
  const fine = periodicJobs.filter((job) => !isFailing(job));
  const list = (label: string, rows: readonly PeriodicJob[]) => (
    <Rows label={label} rows={rows} columns={periodicColumns(nowMs)} keyOf={({ name }) => name} />
  );
  return (
    <Panel title="Jobs">
      {current.length === 0 ? (
        <p className="text-muted">Nothing is waiting, and nothing failed in the last day.</p>
      ) : (
        <Rows
          label="Current jobs"
          rows={current}
          columns={kindColumns(nowMs)}
          keyOf={({ name }) => name}
          isAlwaysTable
        />
      )}
      {failedJobs.length > 0 && (
        <>
          <h3 className="mt-5 mb-2 text-sm font-semibold">Given up</h3>
          <Rows label="Given up" rows={failedJobs} columns={failedColumns(timeZone)} keyOf={({ _id }) => _id} />
        </>
      )}
      {failing.length > 0 && (
        <>
          <h3 className="mt-5 mb-2 text-sm font-semibold">Failing</h3>
          {list('Failing periodic jobs', failing)}
        </>
      )}
      {fine.length > 0 && (
        <div className="mt-3">
          <More label={`${countOf(fine.length, 'periodic job')} without a problem`}>{list('Periodic jobs', fine)}</More>
        </div>
      )}
    </Panel>
  );
}
