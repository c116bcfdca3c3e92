import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { call, type ResponseOf } from '#web/api/call.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { backupsQuery } from '#web/api/school-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { DetailList } from '#web/ui/detail-list.tsx';
import { countOf, formatMoment, formatSize } from '#web/ui/text/format.ts';
import { Panel } from '#web/ui/panel.tsx';
import { QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { ageOf } from './age.ts';
import { pathTo } from '#web/app/paths.ts';

type State = ResponseOf<'GET /admin/backups'>;

const DOUBTFUL_MS = 36 * 60 * 60_000;

/** The age of the last verified backup, and whether a night was missed. */
const headlineOf = ({ place, lastVerifiedAt }: State, nowMs: number) => {
  if (place === null)
    return { isGood: false, title: 'Backups are not scheduled', text: 'Set BACKUP_TO, then restart Lectern.' };
  if (lastVerifiedAt === null)
    return {
      isGood: false,
      title: 'No verified backup yet',
      text: 'A backup counts once it was restored and compared.',
    };
  return {
    isGood: nowMs - Date.parse(lastVerifiedAt) < DOUBTFUL_MS,
    title: `Last verified backup ${ageOf(lastVerifiedAt, nowMs)} ago`,
    text: 'Restored into an empty database and compared',
  };
};

function Headline({ state }: { state: State }) {
  const { isGood, title, text } = headlineOf(state, useNow());
  const Icon = isGood ? ShieldCheck : ShieldAlert;
  return (
    <div className={`flex gap-3 rounded-lg p-4 ${isGood ? 'bg-success/8' : 'bg-warning/10'}`}>
      <Icon size={20} aria-hidden="true" className={`mt-0.5 shrink-0 ${isGood ? 'text-success' : 'text-warning'}`} />
      <div className="min-w-0">
        <p className="num font-semibold">{title}</p>
        <p className="text-sm text-muted">{text}</p>
      </div>
    </div>
  );
}

function Details({ place, isEncrypted, nextAt, runs }: State) {
  const { timeZone } = useSite();
  const verified = runs.filter((run) => run.state === 'verified');
  const isRunning = runs.some((run) => run.state === 'running');
  const sizeBytes = verified[0]?.sizeBytes ?? null;
  return (
    <DetailList
      details={[
        ['Next run', isRunning ? 'Running now' : nextAt && formatMoment(nextAt, timeZone)],
        ['Size', sizeBytes === null ? null : formatSize(sizeBytes)],
        ['Kept', verified.length === 0 ? null : countOf(verified.length, 'backup')],
        ['Encrypted', isEncrypted ? 'Yes' : 'No'],
        ['Place', place],
      ]}
    />
  );
}

function Scheduled({ state }: { state: State }) {
  const queryClient = useQueryClient();
  const starting = useAction({
    run: () => call('POST /admin/backups', {}),
    messages: { error: 'The backup could not be started' },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.backups }),
  });
  const isRunning = state.runs.some((run) => run.state === 'running');
  return (
    <>
      <Details {...state} />
      <div className="mt-3 grid grid-cols-2 gap-3">
        <Button tone="quiet" isBusy={starting.isBusy || isRunning} onClick={() => void starting.start(undefined)}>
          Back up now
        </Button>
        <LinkButton tone="quiet" to={pathTo('backups')}>
          Show history
        </LinkButton>
      </div>
    </>
  );
}

/** How old the last verified backup is, and when the next one is written. */
export function BackupsPanel() {
  const query = useQuery(backupsQuery());
  if (query.isPending) return null;
  return (
    <Panel title="Backups">
      <QueryBoundary query={query} skeleton={null} failure="The backups could not be loaded" isInPanel>
        {(state) => (
          <>
            <Headline state={state} />
            {state.place !== null && <Scheduled state={state} />}
          </>
        )}
      </QueryBoundary>
    </Panel>
  );
}
