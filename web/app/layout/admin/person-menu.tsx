import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Bell, ChevronsUpDown, User } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Avatar } from '#web/ui/avatar.tsx';
import { LogoutEntry, ThemeEntry } from '#web/app/layout/drawer.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useSession } from '#web/app/session/use-session.ts';
import { ownNoticesQuery } from '#web/features/notices/own-notices-query.ts';
import { Count } from './entry-links.tsx';
import { useDismissal } from '#web/ui/use-dismissal.ts';

const POLL_MS = 60_000;

/** How many notices wait. The pages of admins and teachers have no bell. */
const useUnread = (): number => {
  const query = useQuery({ ...ownNoticesQuery({ limit: 1 }), refetchInterval: POLL_MS });
  return query.data?.unread ?? 0;
};

function UnreadDot() {
  const unread = useUnread();
  if (unread === 0) return null;
  return (
    <span className="absolute -end-1 -top-1 size-3 rounded-full border-2 border-base-100 bg-primary">
      <span className="sr-only">
        <Plural value={unread} one="# unread notice" other="# unread notices" />.{' '}
      </span>
    </span>
  );
}

function NoticesEntry() {
  const { t } = useLingui();
  return (
    <li>
      <Link to={pathTo('notices')} className="side-link">
        <Bell size={20} aria-hidden="true" />
        <span className="flex-1">
          <Trans>Notices</Trans>
        </span>
        <Count count={useUnread()} name={t`unread`} />
      </Link>
    </li>
  );
}

/** Theme, profile, notices and logout, behind the admin's name. */
export function PersonMenu({ opens }: { opens: 'up' | 'down' }) {
  const session = useSession();
  const { community } = useSite();
  const [isOpen, setOpen] = useState(false);
  const element = useDismissal<HTMLDivElement>(isOpen, () => setOpen(false));
  if (!session) return null;
  const { fullName, avatar } = session.user;
  return (
    <div ref={element} className="relative">
      <button type="button" className="person-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span className="relative">
          <Avatar fullName={fullName} src={avatar.secure_url} className="size-8" />
          {community.notices && <UnreadDot />}
        </span>
        <span className="sr-only">
          <Trans>Account of {fullName}</Trans>
        </span>
        <span className="side-name min-w-0 flex-1 truncate text-start font-semibold" aria-hidden="true">
          {fullName}
        </span>
        <ChevronsUpDown size={16} className="side-name text-muted" aria-hidden="true" />
      </button>
      {isOpen && (
        <ul
          className="absolute z-1 w-54 p-1.5 bg-base-100 border border-line rounded-box shadow-lift data-[opens=up]:fixed data-[opens=up]:bottom-18 data-[opens=up]:start-3 data-[opens=down]:top-[calc(100%_+_0.375rem)] data-[opens=down]:end-0"
          data-opens={opens}
        >
          <li>
            <Link to={pathTo('profile')} className="side-link">
              <User size={20} aria-hidden="true" />
              <Trans>Profile</Trans>
            </Link>
          </li>
          {community.notices && <NoticesEntry />}
          <ThemeEntry className="side-link" />
          <LogoutEntry className="side-link" />
        </ul>
      )}
    </div>
  );
}
