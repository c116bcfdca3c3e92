import { Trans, useLingui } from '@lingui/react/macro';
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
import { useLocale } from '#web/ui/language/language.tsx';

const Row = ({ deletion }: { deletion: DeletionRecord }) => {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  const { userId, person, requestedAt, deletesAt, doneAt, isByAdmin, reason, rows } = deletion;
  const day = formatDay(requestedAt, timeZone, locale);
  const asked = isByAdmin ? t`Requested by an admin on ${day}` : t`Requested by the person on ${day}`;
  return (
    <li className="flex flex-wrap items-baseline gap-x-6 gap-y-2 border-t border-line py-4 first:border-t-0">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-medium wrap-anywhere">
          {person ? (
            <Link className="link" to={pathTo('userAccess', { userId })}>
              {person.fullName}
            </Link>
          ) : (
            <span className="num">
              <Trans>Account {userId}</Trans>
            </span>
          )}
        </p>
        <p className="meta wrap-anywhere">
          {asked}
          {reason !== '' && `: ${reason}`}
        </p>
      </div>
      <div className="text-sm">
        {doneAt === null ? (
          <Badge>{t`On ${{ day: formatDay(deletesAt, timeZone, locale) }}`}</Badge>
        ) : (
          t`Deleted on ${{ day: formatDay(doneAt, timeZone, locale) }}, ${{ rows: formatCount(rows) }} rows`
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
          <p className="text-muted">
            <Trans>Nobody has asked for it yet.</Trans>
          </p>
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

export const Component = () => {
  const { t } = useLingui();
  return (
    <SettingsFrame section={t`Deletions`} isWide>
      {() => (
        <>
          <p className="measure mb-5 text-muted">
            <Trans>
              Accounts that will be deleted, and the record of those that were. People ask for it under Security and
              data, and you on their page. It can be taken back for 14 days.
            </Trans>
          </p>
          <Deletions />
        </>
      )}
    </SettingsFrame>
  );
};
