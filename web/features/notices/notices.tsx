import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CheckCheck, Settings } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { pathTo } from '#web/app/path-to.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { EmptyState, LoadingNote, QueryBoundary, RowsSkeleton } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { dayOf } from '#web/ui/text/days.ts';
import { useNow } from '#web/ui/use-now.ts';
import { NoticeList } from './notice-list.tsx';
import { ownNoticesQuery } from './own-notices-query.ts';
import { type OwnNotice, useMarkAllRead } from './use-own-notices.ts';

const PAGE_SIZE = 20;
const MAX_SHOWN = 100;

/** All notices of a user: those of today, and those before. */
export function Component() {
  const { t } = useLingui();
  const [address] = useSearchParams();
  const isUnread = address.get('unread') !== null;
  const [limit, setLimit] = useState(PAGE_SIZE);
  const query = useQuery({ ...ownNoticesQuery({ limit, ...(isUnread && { unread: 'true' }) }), staleTime: 0 });
  return (
    <div className="page max-w-3xl py-8 lg:py-14">
      <PageHeading>
        <Trans>Notices</Trans>
      </PageHeading>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Filter isUnread={isUnread} unread={query.data?.unread} />
        <Link
          to={pathTo('noticeSettings')}
          className="btn btn-ghost btn-square ms-auto"
          aria-label={t`Notice settings`}
        >
          <Settings size={20} aria-hidden="true" />
        </Link>
      </div>
      <QueryBoundary
        query={query}
        skeleton={
          <div className="late mt-6">
            <LoadingNote>
              <Trans>Loading notices</Trans>
            </LoadingNote>
            <RowsSkeleton />
          </div>
        }
        failure={messages.userNotices.error}
        messageClass="mt-6"
      >
        {({ notices, unread, nextCursor }) => (
          <>
            <Groups {...{ notices, unread, isUnread }} />
            {nextCursor !== null && limit < MAX_SHOWN && (
              <Button
                tone="quiet"
                className="mt-5"
                isBusy={query.isPlaceholderData}
                onClick={() => setLimit(Math.min(MAX_SHOWN, limit + 2 * PAGE_SIZE))}
              >
                <Trans>Show older notices</Trans>
              </Button>
            )}
          </>
        )}
      </QueryBoundary>
      <p className="meta mt-6">
        <Trans>Notices stay for a year. Receipts are always on your profile.</Trans>
      </p>
    </div>
  );
}

function Filter({ isUnread, unread = 0 }: { isUnread: boolean; unread: number | undefined }) {
  const { t } = useLingui();
  const chip = 'btn rounded-full aria-[current=page]:btn-primary';
  return (
    <nav aria-label={t`Which notices`} className="flex gap-2">
      <Link to={pathTo('notices')} className={chip} aria-current={isUnread ? undefined : 'page'}>
        <Trans>All</Trans>
      </Link>
      <Link to={`${pathTo('notices')}?unread=true`} className={chip} aria-current={isUnread ? 'page' : undefined}>
        <Trans>Unread</Trans> {unread > 0 && unread}
      </Link>
    </nav>
  );
}

interface GroupsProps {
  notices: readonly OwnNotice[];
  unread: number;
  isUnread: boolean;
}

function Groups({ notices, unread, isUnread }: GroupsProps) {
  const { t } = useLingui();
  const { timeZone } = useSite();
  const now = new Date(useNow());
  const markAll = useMarkAllRead();
  const today = dayOf(now.getTime(), timeZone);
  const isToday = ({ at }: OwnNotice): boolean => dayOf(at, timeZone) === today;
  const groups = [
    [t`Today`, notices.filter(isToday)],
    [t`Before`, notices.filter((notice) => !isToday(notice))],
  ] as const;
  if (notices.length === 0)
    return (
      <div className="mt-6">
        <EmptyState>{isUnread ? <Trans>You have read all notices.</Trans> : <Trans>No notices yet.</Trans>}</EmptyState>
      </div>
    );
  return (
    <>
      {unread > 0 && (
        <button
          type="button"
          className="btn btn-ghost mt-4 -ms-3"
          disabled={markAll.isBusy}
          onClick={() => void markAll.start()}
        >
          <CheckCheck size={18} aria-hidden="true" />
          <Trans>Mark all as read</Trans>
        </button>
      )}
      {groups.map(
        ([title, ofGroup]) =>
          ofGroup.length > 0 && (
            <section key={title} aria-label={title} className="mt-6">
              <h2 className="mb-2 text-sm font-semibold">{title}</h2>
              <div className="surface overflow-hidden max-sm:-mx-5 max-sm:rounded-none max-sm:border-x-0">
                <NoticeList label={title} notices={ofGroup} now={now} />
              </div>
            </section>
          ),
      )}
    </>
  );
}
