import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BackupRun } from '#contract/backups.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { backupsQuery } from '#web/api/school-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { Badge, type BadgeTone, DetailList, Panel } from '#web/ui/panel.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, LoadingNote, QueryBoundary, RowsSkeleton } from '#web/ui/page/query-boundary.tsx';
import { formatCount, formatMoment, formatSize } from '#web/ui/text/format.ts';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { useSite } from '#web/ui/page/site.tsx';

type State = ResponseOf<'GET /admin/backups'>;

const states: Record<BackupRun['state'], { tone: BadgeTone; name: string }> = {
  running: { tone: 'waiting', name: 'Running' },
  verified: { tone: 'good', name: 'Verified' },
  failed: { tone: 'bad', name: 'Failed' },
};

const contentOf = ({ files, sizeBytes, addedBytes }: BackupRun): string | undefined =>
  files === null || sizeBytes === null || addedBytes === null
    ? undefined
    : `${formatCount(files)} ${files === 1 ? 'file' : 'files'}, ${formatSize(sizeBytes)}, of which ${formatSize(addedBytes)} are new`;

function Runs({ runs }: Pick<State, 'runs'>) {
  const { timeZone } = useSite();
  return (
    <ul>
      {runs.map((run) => {
        const { tone, name } = states[run.state];
        return (
          <li key={run._id} className="border-t border-line py-4 first:border-t-0">
            <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
              <p className="num font-semibold">{formatMoment(run.startedAt, timeZone)}</p>
              <Badge tone={tone}>{name}</Badge>
            </div>
            <p className="num text-sm wrap-anywhere text-muted">{run.problem ?? contentOf(run)}</p>
          </li>
        );
      })}
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
  const queryClient = useQueryClient();
  const momentOf = useMomentOf();
  const starting = useAction({
    run: () => call('POST /admin/backups', {}),
    messages: { error: 'The backup could not be started' },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.backups }),
  });
  const { data } = query;
  const isRunning = data?.runs.some(({ state }) => state === 'running') === true;
  return (
    <div className="page py-8 lg:py-10">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <PageHeading>Backups</PageHeading>
          <p className="measure mt-2 text-muted">
            Each backup has everything of your school, and is verified by restoring it into a temporary place.
          </p>
        </div>
        {data && data.place !== null && (
          <Button isBusy={starting.isBusy || isRunning} onClick={() => void starting.start(undefined)}>
            Back up now
          </Button>
        )}
      </div>
      <div className="mt-7">
        <QueryBoundary
          query={query}
          skeleton={
            <>
              <LoadingNote />
              <RowsSkeleton />
            </>
          }
          failure="Something went wrong while fetching the backups"
        >
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
    </div>
  );
}
