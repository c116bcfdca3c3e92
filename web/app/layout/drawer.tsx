import {
  Activity,
  ChartNoAxesColumn,
  DatabaseBackup,
  GraduationCap,
  House,
  Info,
  LibraryBig,
  LogIn,
  LogOut,
  type LucideIcon,
  Mail,
  Mails,
  Moon,
  ReceiptText,
  Settings,
  SquarePlus,
  Sun,
  User,
  UserPlus,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { Avatar } from '#web/ui/avatar.tsx';
import { Shell } from '#web/ui/dialogs/shell.tsx';
import { Brand } from '#web/ui/page/site.tsx';
import { useTheme } from './theme.ts';
import { pathTo } from '#web/app/paths.ts';
import type { Session } from '#web/app/session/session.ts';
import { isLearner, useLogout, useSession } from '#web/app/session/use-session.ts';
import { useLoginState } from '#web/app/session/guard.tsx';

interface Entry {
  to: string;
  name: string;
  icon: LucideIcon;
}

const everyone: readonly Entry[] = [
  { to: pathTo('home'), name: 'Home', icon: House },
  { to: pathTo('courses'), name: 'All Course', icon: LibraryBig },
  { to: pathTo('contact'), name: 'Contact Us', icon: Mail },
  { to: pathTo('about'), name: 'About Us', icon: Info },
];
const admins: readonly Entry[] = [
  { to: pathTo('dashboard'), name: 'Admin Dashboard', icon: ChartNoAxesColumn },
  { to: pathTo('payments'), name: 'Payments', icon: ReceiptText },
  { to: pathTo('createCourse'), name: 'Create new course', icon: SquarePlus },
  { to: pathTo('outbox'), name: 'Outbox', icon: Mails },
  { to: pathTo('backups'), name: 'Backups', icon: DatabaseBackup },
  { to: pathTo('settings'), name: 'Settings', icon: Settings },
  { to: pathTo('system'), name: 'System', icon: Activity },
];
const visitors: readonly Entry[] = [
  { to: pathTo('login'), name: 'Login', icon: LogIn },
  { to: pathTo('signup'), name: 'Signup', icon: UserPlus },
];
const learners: readonly Entry[] = [{ to: pathTo('learning'), name: 'My learning', icon: GraduationCap }];
const signedIn: readonly Entry[] = [{ to: pathTo('profile'), name: 'Profile', icon: User }];

function Entries({
  entries,
  state,
  onLeave,
  children,
}: {
  entries: readonly Entry[];
  /** What the links pass on. */
  state?: object | undefined;
  onLeave: () => void;
  children?: ReactNode;
}) {
  return (
    <ul>
      {entries.map(({ to, name, icon: Icon }) => (
        <li key={to}>
          <NavLink
            to={to}
            state={state}
            end
            className={({ isActive }) => `drawer-link ${isActive ? 'nav-current' : ''}`}
            onClick={onLeave}
          >
            <Icon size={20} aria-hidden="true" />
            {name}
          </NavLink>
        </li>
      ))}
      {children}
    </ul>
  );
}

function LogoutEntry({ onLeave }: { onLeave: () => void }) {
  const logout = useLogout();
  return (
    <li>
      <button
        type="button"
        className="drawer-link"
        disabled={logout.isBusy}
        onClick={() => {
          void logout.start();
          onLeave();
        }}
      >
        <LogOut size={20} aria-hidden="true" />
        Logout
      </button>
    </li>
  );
}

function ThemeEntry() {
  const { theme, toggle } = useTheme();
  const Icon = theme === 'morning' ? Moon : Sun;
  return (
    <li>
      <button type="button" className="drawer-link" onClick={toggle}>
        <Icon size={20} aria-hidden="true" />
        {theme === 'morning' ? 'Use dark theme' : 'Use light theme'}
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
  return (
    <Shell className="drawer-panel" aria-label="Menu" isOpen={isOpen} onClose={onClose}>
      <div className="flex min-h-16 items-center justify-between border-b border-line ps-6 pe-3">
        <Brand />
        <button type="button" className="btn btn-ghost btn-square" aria-label="Close menu" onClick={onClose} data-first>
          <X size={22} aria-hidden="true" />
        </button>
      </div>
      <nav aria-label="Menu" className="flex flex-1 flex-col overflow-y-auto">
        <div className="flex-1 px-3 py-3">
          <Entries entries={everyone} onLeave={onClose} />
          {session?.role === 'ADMIN' && (
            <div className="mt-3">
              <p className="meta mx-3 border-t border-line pt-4 pb-1">Admin</p>
              <Entries entries={admins} onLeave={onClose} />
            </div>
          )}
        </div>
        <div className="border-t border-line px-3 py-4">
          {session && <CurrentUser session={session} />}
          <Entries
            entries={session ? [...(isLearner(session) ? learners : []), ...signedIn] : visitors}
            state={session ? undefined : loginState}
            onLeave={onClose}
          >
            {session && <LogoutEntry onLeave={onClose} />}
            <ThemeEntry />
          </Entries>
        </div>
      </nav>
    </Shell>
  );
}
