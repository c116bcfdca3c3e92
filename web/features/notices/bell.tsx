import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ArrowRight, Bell, CheckCheck, Settings } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import { pathTo } from '#web/app/path-to.ts';
import { EmptyState, QueryBoundary, RowsSkeleton } from '#web/ui/page/query-boundary.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { useNow } from '#web/ui/use-now.ts';
import { NoticeList } from './notice-list.tsx';
import { useBrowserTimeZone } from './use-browser-time-zone.ts';
import { type OwnNotice, useMarkAllRead, useNewestNotices } from './use-own-notices.ts';
import { useDismissal } from '#web/ui/use-dismissal.ts';

const SHOWN = 5;
const MOST_COUNTED = 99;

const Count = ({ unread }: { unread: number }) => (
  <span className="relative">
    <Bell size={20} aria-hidden="true" />
    {unread > 0 && (
      <span
        className="absolute -end-3 -top-2.5 min-w-5 rounded-full bg-primary px-1 text-center text-xs/5 font-semibold text-primary-content"
        aria-hidden="true"
      >
        {unread > MOST_COUNTED ? `${MOST_COUNTED}+` : unread}
      </span>
    )}
    <span className="sr-only">
      {unread === 0 ? (
        <Trans>Notices</Trans>
      ) : (
        <Trans>
          Notices, <Plural value={unread} one="# unread" other="# unread" />
        </Trans>
      )}
    </span>
  </span>
);

/** The number of unread notices; opens the newest, or on phones the page of all. */
export default function NoticeBell() {
  const id = useId();
  const query = useNewestNotices(SHOWN);
  useBrowserTimeZone();
  const isPhone = useMedia('(width < 40rem)');
  const [isOpen, setOpen] = useState(false);
  const unread = query.data?.unread ?? 0;
  const close = (): void => setOpen(false);
  const element = useDismissal<HTMLDivElement>(isOpen, close);
  if (isPhone)
    return (
      <Link to={pathTo('notices')} className="btn btn-ghost btn-square">
        <Count unread={unread} />
      </Link>
    );
  return (
    <div ref={element} className="relative">
      <button
        type="button"
        className="btn btn-ghost btn-square"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Count unread={unread} />
      </button>
      {isOpen && <NewestPanel {...{ id, query }} onLeave={close} />}
    </div>
  );
}

interface NewestPanelProps {
  id: string;
  query: ReturnType<typeof useNewestNotices>;
  onLeave: () => void;
}

const NewestPanel = ({ id, query, onLeave }: NewestPanelProps) => {
  const { t } = useLingui();
  return (
    <section
      id={id}
      aria-label={t`Newest notices`}
      tabIndex={-1}
      className="surface absolute end-0 top-[calc(100%+0.375rem)] z-10 w-104 overflow-hidden shadow-lift outline-none"
    >
      <PanelHead unread={query.data?.unread ?? 0} onLeave={onLeave} />
      <QueryBoundary
        query={query}
        skeleton={<RowsSkeleton count={3} />}
        failure={messages.userNotices.error}
        messageClass="p-5"
        isInPanel
      >
        {({ notices }) => <Newest notices={notices} onOpen={onLeave} />}
      </QueryBoundary>
      <Link
        to={pathTo('notices')}
        className="flex min-h-12 items-center justify-center gap-2 border-t border-line text-sm font-semibold hover:bg-base-200"
        onClick={onLeave}
      >
        <Trans>All notices</Trans>
        <ArrowRight size={16} aria-hidden="true" />
      </Link>
    </section>
  );
};

function PanelHead({ unread, onLeave }: { unread: number; onLeave: () => void }) {
  const { t } = useLingui();
  const markAll = useMarkAllRead();
  return (
    <div className="flex items-center gap-1 border-b border-line py-1.5 ps-5 pe-2">
      <h2 className="text-title me-auto">
        <Trans>Notices</Trans>
      </h2>
      {unread > 0 && (
        <button type="button" className="btn btn-ghost" disabled={markAll.isBusy} onClick={() => void markAll.start()}>
          <CheckCheck size={18} aria-hidden="true" />
          <Trans>Mark all as read</Trans>
        </button>
      )}
      <Link
        to={pathTo('noticeSettings')}
        className="btn btn-ghost btn-square"
        aria-label={t`Notice settings`}
        onClick={onLeave}
      >
        <Settings size={18} aria-hidden="true" />
      </Link>
    </div>
  );
}

function Newest({ notices, onOpen }: { notices: readonly OwnNotice[]; onOpen: () => void }) {
  const { t } = useLingui();
  const now = new Date(useNow());
  if (notices.length === 0)
    return (
      <EmptyState>
        <Trans>No notices yet.</Trans>
      </EmptyState>
    );
  return <NoticeList label={t`Newest notices`} {...{ notices, now, onOpen }} />;
}
