import {
  Activity,
  CreditCard,
  DatabaseBackup,
  Inbox,
  LayoutDashboard,
  LibraryBig,
  type LucideIcon,
  Mails,
  Settings,
  SquarePlus,
  Tag,
  Users,
} from 'lucide-react';
import { type PageName, pages } from '#contract/pages.ts';

export interface Entry {
  page: PageName;
  name: string;
  icon: LucideIcon;
}

/** In the side bar, or at its foot; on phones in the bar, or under More; in the menu of every page. */
type Place = 'side' | 'foot' | 'phone' | 'more' | 'menu';

export interface AdminEntry extends Entry {
  places: readonly Place[];
  menuName?: string;
  /** Pages that belong to it and whose address does not begin with its own. */
  includes?: readonly PageName[];
}

/** The navigation of admins, in its order. The search has all of it. */
export const adminEntries: readonly AdminEntry[] = [
  {
    page: 'dashboard',
    name: 'Overview',
    menuName: 'Admin Dashboard',
    icon: LayoutDashboard,
    places: ['side', 'phone', 'menu'],
  },
  {
    page: 'adminCourses',
    name: 'Courses',
    icon: LibraryBig,
    places: ['side', 'phone'],
    includes: ['createCourse', 'editCourse', 'addLecture', 'recentlyDeleted'],
  },
  { page: 'users', name: 'People', icon: Users, places: ['side', 'phone'] },
  {
    page: 'payments',
    name: 'Payments',
    icon: CreditCard,
    places: ['side', 'phone', 'menu'],
    includes: ['paymentSetup', 'unfinishedCheckouts'],
  },
  { page: 'createCourse', name: 'Create new course', icon: SquarePlus, places: ['menu'] },
  { page: 'plans', name: 'Plans', icon: Tag, places: ['side', 'more'] },
  { page: 'inbox', name: 'Inbox', icon: Inbox, places: ['side', 'more'] },
  { page: 'emails', name: 'Emails', icon: Mails, places: ['side', 'more', 'menu'] },
  { page: 'backups', name: 'Backups', icon: DatabaseBackup, places: ['menu'] },
  { page: 'settings', name: 'Settings', icon: Settings, places: ['side', 'more', 'menu'] },
  { page: 'system', name: 'System', icon: Activity, places: ['foot', 'more', 'menu'], includes: ['backups'] },
];

export const entriesIn = (place: Place): readonly AdminEntry[] =>
  adminEntries.filter(({ places }) => places.includes(place));

/** Pages of admins that only the search shows. */
export const searchedPages: readonly Omit<Entry, 'icon'>[] = [
  { page: 'recentlyDeleted', name: 'Recently deleted' },
  { page: 'importPeople', name: 'Import people' },
  { page: 'paymentSetup', name: 'Payment setup' },
  { page: 'unfinishedCheckouts', name: 'Unfinished checkouts' },
  { page: 'emailSettings', name: 'Settings, Email' },
  { page: 'paymentSettings', name: 'Settings, Payments' },
  { page: 'sellerSettings', name: 'Settings, Seller' },
  { page: 'limitSettings', name: 'Settings, Limits' },
  { page: 'firstSteps', name: 'First steps' },
];

const isWithin = (pathname: string, page: PageName): boolean => {
  const { path } = pages[page];
  return pathname === path || pathname.startsWith(`${path}/`);
};

export const isCurrent = ({ page, includes = [] }: AdminEntry, pathname: string): boolean =>
  [page, ...includes].some((name) => isWithin(pathname, name));
