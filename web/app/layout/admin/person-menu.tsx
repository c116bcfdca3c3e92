import { Bell, ChevronsUpDown, User } from 'lucide-react';
import { type FocusEvent, useState } from 'react';
import { Link } from 'react-router';
import { Avatar } from '#web/ui/avatar.tsx';
import { LogoutEntry, ThemeEntry } from '#web/app/layout/drawer.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useSession } from '#web/app/session/use-session.ts';

/** Theme, profile and logout, behind the admin's name. */
export function PersonMenu({ opens }: { opens: 'up' | 'down' }) {
  const session = useSession();
  const { community } = useSite();
  const [isOpen, setOpen] = useState(false);
  if (!session) return null;
  const { fullName, avatar } = session.user;
  const close = () => setOpen(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- leaving it or Escape inside it closes the list
    <div
      className="relative"
      onBlur={({ currentTarget, relatedTarget }: FocusEvent) => !currentTarget.contains(relatedTarget) && close()}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <button type="button" className="person-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Avatar fullName={fullName} src={avatar.secure_url} className="size-8" />
        <span className="sr-only">Account of {fullName}</span>
        <span className="side-name min-w-0 flex-1 truncate text-start font-semibold" aria-hidden="true">
          {fullName}
        </span>
        <ChevronsUpDown size={16} className="side-name text-muted" aria-hidden="true" />
      </button>
      {isOpen && (
        <ul
          className="absolute z-1 w-54 p-1.5 bg-base-100 border border-line rounded-box shadow-lift data-[opens=up]:fixed data-[opens=up]:bottom-18 data-[opens=up]:left-3 data-[opens=down]:top-[calc(100%_+_0.375rem)] data-[opens=down]:right-0"
          data-opens={opens}
        >
          <li>
            <Link to={pathTo('profile')} className="side-link">
              <User size={20} aria-hidden="true" />
              Profile
            </Link>
          </li>
          {community.notices && (
            <li>
              <Link to={pathTo('notices')} className="side-link">
                <Bell size={20} aria-hidden="true" />
                Notices
              </Link>
            </li>
          )}
          <ThemeEntry className="side-link" />
          <LogoutEntry className="side-link" />
        </ul>
      )}
    </div>
  );
}
