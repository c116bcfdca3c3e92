import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  GraduationCap,
  House,
  Info,
  LibraryBig,
  LogIn,
  LogOut,
  Mail,
  Moon,
  Sun,
  User,
  UserPlus,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { pages } from '#contract/pages.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Shell } from '#web/ui/dialogs/shell.tsx';
import { Brand } from '#web/ui/page/site.tsx';
import type { Session } from '#web/app/session/session.ts';
import { isLearner, useLogout, useSession } from '#web/app/session/use-session.ts';
import { useLoginState } from '#web/app/session/guard.tsx';
import { entriesIn, type Entry, type FrameName } from './admin/entries.ts';
import { useTheme } from './theme.ts';

interface MenuEntry extends Omit<Entry, 'name'> {
  name: MessageDescriptor;
}

const everyone: readonly MenuEntry[] = [
  { page: 'home', name: msg`Home`, icon: House },
  { page: 'courses', name: msg`All Course`, icon: LibraryBig },
  { page: 'contact', name: msg`Contact Us`, icon: Mail },
  { page: 'about', name: msg`About Us`, icon: Info },
];
const inMenu = (frame: FrameName): readonly Entry[] =>
  entriesIn(frame, 'menu').map(({ menuName, ...entry }) => ({ ...entry, name: menuName ?? entry.name }));
const [admins, teachers] = [inMenu('admin'), inMenu('teach')];
const visitors: readonly MenuEntry[] = [
  { page: 'login', name: msg`Login`, icon: LogIn },
  { page: 'signup', name: msg`Signup`, icon: UserPlus },
];
const learners: readonly MenuEntry[] = [{ page: 'learning', name: msg`My learning`, icon: GraduationCap }];
const users: readonly MenuEntry[] = [{ page: 'profile', name: msg`Profile`, icon: User }];

function Entries({
  entries,
  state,
  onLeave,
  children,
}: {
  entries: readonly MenuEntry[];
  /** The state of the links. */
  state?: object | undefined;
  onLeave: () => void;
  children?: ReactNode;
}) {
  const { t } = useLingui();
  return (
    <ul>
      {entries.map(({ page, name, icon: Icon }) => (
        <li key={page}>
          <NavLink
            to={pages[page].path}
            state={state}
            end
            className={({ isActive }) => `drawer-link ${isActive ? 'nav-current' : ''}`}
            onClick={onLeave}
          >
            <Icon size={20} aria-hidden="true" />
            {t(name)}
          </NavLink>
        </li>
      ))}
      {children}
    </ul>
  );
}

export function LogoutEntry({ className, onLeave }: { className: string; onLeave?: () => void }) {
  const logout = useLogout();
  return (
    <li>
      <button
        type="button"
        className={className}
        disabled={logout.isBusy}
        onClick={() => {
          void logout.start();
          onLeave?.();
        }}
      >
        <LogOut size={20} aria-hidden="true" />
        <Trans>Logout</Trans>
      </button>
    </li>
  );
}

export function ThemeEntry({ className }: { className: string }) {
  const { theme, toggle } = useTheme();
  const Icon = theme === 'morning' ? Moon : Sun;
  return (
    <li>
      <button type="button" className={className} onClick={toggle}>
        <Icon size={20} aria-hidden="true" />
        {theme === 'morning' ? <Trans>Use dark theme</Trans> : <Trans>Use light theme</Trans>}
      </button>
    </li>
  );
}

const CurrentUser = ({ session }: { session: Session }) => (
  <div className="flex items-center gap-3 px-3 pb-2">
    <Avatar fullName={session.user.fullName} src={session.user.avatar.secure_url} />
    <div className="min-w-0">
      <p className="truncate text-sm font-semibold">{session.user.fullName}</p>
      <p className="meta truncate">{session.user.email}</p>
    </div>
  </div>
);

/** The menu; its entries depend on the role. */
export default function Drawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const session = useSession();
  const loginState = useLoginState();
  const { t } = useLingui();
  return (
    <Shell className="drawer-panel" aria-label={t`Menu`} isOpen={isOpen} onClose={onClose}>
      <div className="flex min-h-16 items-center justify-between border-b border-line ps-6 pe-3">
        <Brand />
        <button
          type="button"
          className="btn btn-ghost btn-square"
          aria-label={t`Close menu`}
          onClick={onClose}
          data-first
        >
          <X size={22} aria-hidden="true" />
        </button>
      </div>
      <nav aria-label={t`Menu`} className="flex flex-1 flex-col overflow-y-auto">
        <div className="flex-1 px-3 py-3">
          <Entries entries={everyone} onLeave={onClose} />
          {session?.user.teaches && <Entries entries={teachers} onLeave={onClose} />}
          {session?.role === 'ADMIN' && (
            <div className="mt-3">
              <p className="meta mx-3 border-t border-line pt-4 pb-1">
                <Trans>Admin</Trans>
              </p>
              <Entries entries={admins} onLeave={onClose} />
            </div>
          )}
        </div>
        <div className="border-t border-line px-3 py-4">
          {session && <CurrentUser session={session} />}
          <Entries
            entries={session ? [...(isLearner(session) ? learners : []), ...users] : visitors}
            state={session ? undefined : loginState}
            onLeave={onClose}
          >
            {session && <LogoutEntry className="drawer-link" onLeave={onClose} />}
            <ThemeEntry className="drawer-link" />
          </Entries>
        </div>
      </nav>
    </Shell>
  );
}
