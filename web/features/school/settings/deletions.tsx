import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import type { DeletionRecord } from '#contract/personal-data/personal-data.ts';
import { endpointQuery } from '#web/api/query.ts';
import { pathTo } from '#web/app/path-to.ts';
import { FormSkeleton, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Badge } from '#web/ui/panel.tsx';
import { formatCount, formatDay } from '#contract/format.ts';
import { SettingsFrame } from './settings-frame.tsx';

const Row = ({ deletion }: { deletion: DeletionRecord }) => {
  const { timeZone } = useSite();
  const { userId, person, requestedAt, deletesAt, doneAt, isByAdmin, reason, rows } = deletion;
  const asked = `${isByAdmin ? 'Requested by an admin' : 'Requested by the person'} on ${formatDay(requestedAt, timeZone)}`;
  return (
    <li className="flex flex-wrap items-baseline gap-x-6 gap-y-2 border-t border-line py-4 first:border-t-0">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-medium wrap-anywhere">
          {person ? (
            <Link className="link" to={pathTo('userAccess', { userId })}>
              {person.fullName}
            </Link>
          ) : (
            <span className="num">Account {userId}</span>
          )}
        </p>
        <p className="meta wrap-anywhere">
          {asked}
          {reason !== '' && `: ${reason}`}
        </p>
      </div>
      <div className="text-sm">
        {doneAt === null ? (
          <Badge>{`On ${formatDay(deletesAt, timeZone)}`}</Badge>
        ) : (
          `Deleted on ${formatDay(doneAt, timeZone)}, ${formatCount(rows)} rows`
        )}
      </div>
    </li>
  );
};

function Deletions() {
  const query = useQuery(endpointQuery('people', 'GET /admin/deletions'));
  return (
    <QueryBoundary query={query} skeleton={<FormSkeleton />} failure={messages.personalData.unread}>
      {({ deletions }) =>
        deletions.length === 0 ? (
          <p className="text-muted">Nobody has asked for it yet.</p>
        ) : (
          <ul>
            {deletions.map((deletion) => (
              <Row key={deletion.userId} deletion={deletion} />
            ))}
          </ul>
        )
      }
    </QueryBoundary>
  );
}

export const Component = () => (
  <SettingsFrame section="Deletions" isWide>
    {() => (
      <>
        <p className="measure mb-5 text-muted">
          Accounts that will be deleted, and the record of those that were. People ask for it under Security and data,
          and you on their page. It can be taken back for 14 days.
        </p>
        <Deletions />
      </>
    )}
  </SettingsFrame>
);
