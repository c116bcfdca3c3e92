import { useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { invalidatePeople, type PersonDetail } from '#web/api/people-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { formatMoment, formatShortDay } from '#web/ui/text/format.ts';
import { Panel } from '#web/ui/panel.tsx';
import { useSite } from '#web/ui/page/site.tsx';

/** Where somebody is logged in. */
export function DevicesPanel({ detail: { person, devices } }: { detail: PersonDetail }) {
  const queryClient = useQueryClient();
  const { timeZone } = useSite();
  const logOut = useAction({
    run: () => call('POST /admin/people/:userId/log-out', { params: { userId: person._id } }),
    messages: { error: 'Nothing was changed. Please try again.' },
    onSuccess: () => invalidatePeople(queryClient),
  });
  return (
    <Panel
      title="Devices"
      aside={
        devices.length > 0 && (
          <Button tone="quiet" isBusy={logOut.isBusy} onClick={() => void logOut.start(undefined)}>
            Log out everywhere
          </Button>
        )
      }
    >
      {devices.length === 0 && <p className="text-sm text-muted">Not logged in anywhere.</p>}
      <ul>
        {devices.map(({ name, since, lastUsedAt }) => (
          <li key={`${name} ${since} ${lastUsedAt}`} className="border-t border-line py-2.5 first:border-t-0">
            <p className="text-sm font-semibold">{name}</p>
            <p className="meta num">
              Used {formatMoment(lastUsedAt, timeZone)}, logged in {formatShortDay(since, timeZone)}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
