import { useQuery } from '@tanstack/react-query';
import type { BackupRun } from '#contract/backups.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { backupsQuery } from '#web/api/school-queries.ts';
import { type BadgeLabel, DetailList, Panel, StateBadge } from '#web/ui/panel.tsx';
import { EmptyState, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { formatCount, formatMoment, formatSize } from '#web/ui/text/format.ts';
import { AdminPage } from '#web/ui/page/admin-page.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { BackUpButton } from './back-up-button.tsx';

type State = ResponseOf<'GET /admin/backups'>;

const states: Record<BackupRun['state'], BadgeLabel> = {
  running: { tone: 'waiting', label: 'Running' },
  verified: { tone: 'good', label: 'Verified' },
  failed: { tone: 'bad', label: 'Failed' },
};

const contentOf = ({ files, sizeBytes, addedBytes }: BackupRun): string | undefined =>
  files === null || sizeBytes === null || addedBytes === null
    ? undefined
    : `${formatCount(files)} ${files === 1 ? 'file' : 'files'}, ${formatSize(sizeBytes)}, of which ${formatSize(addedBytes)} are new`;

function Runs({ runs }: Pick<State, 'runs'>) {
  const { timeZone } = useSite();
  return (
    <ul>
      {runs.map((run) => (
        <li key={run._id} className="border-t border-line py-4 first:border-t-0">
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
            <p className="num font-semibold">{formatMoment(run.startedAt, timeZone)}</p>
            <StateBadge {...states[run.state]} />
          </div>
          <p className="num text-sm wrap-anywhere text-muted">{run.problem ?? contentOf(run)}</p>
        </li>
      ))}
    </ul>
  );
}

const useMomentOf = () => {
  const { timeZone } = useSite();
  return (instant: string | null, otherwise: string): string =>
    instant === null ? otherwise : formatMoment(instant, timeZone);
};

function Schedule({ place, isEncrypted, nextAt, lastVerifiedAt }: State) {
  const momentOf = useMomentOf();
  return (
    <Panel title="Schedule">
      <DetailList
        details={[
          ['Last verified', momentOf(lastVerifiedAt, 'Never')],
          ['Next', momentOf(nextAt, 'Not scheduled')],
          ['Place', place ?? 'Not set'],
          ['Encrypted', isEncrypted ? 'Yes' : 'No'],
        ]}
      />
    </Panel>
  );
}

/** The backups that are kept, whether they were verified, and when the next one is written. */
export function Component() {
  const query = useQuery(backupsQuery());
  const momentOf = useMomentOf();
  const { data } = query;
  return (
    <AdminPage
      heading="Backups"
      lead="Each backup has everything of your school, and is verified by restoring it into a temporary place."
      action={data && data.place !== null && <BackUpButton runs={data.runs} />}
    >
      <div className="mt-7">
        <QueryBoundary query={query} failure="Something went wrong while fetching the backups">
          {(state) => (
            <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
              {state.runs.length > 0 ? (
                <Panel title="History">
                  <Runs runs={state.runs} />
                </Panel>
              ) : (
                <EmptyState>
                  {state.place === null
                    ? 'No backups are scheduled. Set BACKUP_TO to a folder on another disk or to an object store, then restart Lectern.'
                    : `No backups yet. The first one is due on ${momentOf(state.nextAt, '')}.`}
                </EmptyState>
              )}
              <Schedule {...state} />
            </div>
          )}
        </QueryBoundary>
      </div>
    </AdminPage>
  );
}
