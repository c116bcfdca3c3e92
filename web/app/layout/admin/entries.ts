import {
  Activity,
  CreditCard,
  Inbox,
  LayoutDashboard,
  LibraryBig,
  type LucideIcon,
  Mail,
  Settings,
  Tag,
  Users,
} from 'lucide-react';
import { type PageName, pages } from '#contract/pages.ts';

export interface AdminEntry {
  page: PageName;
  name: string;
  icon: LucideIcon;
  /** In the bar of phones; the others are under More. */
  isOnPhone?: boolean;
  /** At the foot of the side bar. */
  isAtFoot?: boolean;
  /** Pages that belong to it and whose address does not begin with its own. */
  includes?: readonly PageName[];
}

/** The navigation of admins, in its order. */
export const adminEntries: readonly AdminEntry[] = [
  { page: 'dashboard', name: 'Overview', icon: LayoutDashboard, isOnPhone: true },
  {
    page: 'adminCourses',
    name: 'Courses',
    icon: LibraryBig,
    isOnPhone: true,
    includes: ['createCourse', 'editCourse', 'addLecture', 'recentlyDeleted'],
  },
  { page: 'users', name: 'People', icon: Users, isOnPhone: true },
  { page: 'payments', name: 'Payments', icon: CreditCard, isOnPhone: true, includes: ['paymentSetup'] },
  { page: 'plans', name: 'Plans', icon: Tag },
  { page: 'inbox', name: 'Inbox', icon: Inbox },
  { page: 'outbox', name: 'Emails', icon: Mail },
  { page: 'settings', name: 'Settings', icon: Settings },
  { page: 'system', name: 'System', icon: Activity, isAtFoot: true, includes: ['backups'] },
];

/** Pages of admins without an entry of their own, for the search. */
export const otherPages: readonly { page: PageName; name: string }[] = [
  { page: 'createCourse', name: 'Create new course' },
  { page: 'recentlyDeleted', name: 'Recently deleted' },
  { page: 'importPeople', name: 'Import people' },
  { page: 'paymentSetup', name: 'Payment setup' },
  { page: 'emailSettings', name: 'Settings, Email' },
  { page: 'paymentSettings', name: 'Settings, Payments' },
  { page: 'sellerSettings', name: 'Settings, Seller' },
  { page: 'limitSettings', name: 'Settings, Limits' },
  { page: 'firstSteps', name: 'First steps' },
  { page: 'backups', name: 'Backups' },
];

const isWithin = (pathname: string, page: PageName): boolean => {
  const { path } = pages[page];
  return pathname === path || pathname.startsWith(`${path}/`);
};

export const isCurrent = ({ page, includes = [] }: AdminEntry, pathname: string): boolean =>
  [page, ...includes].some((name) => isWithin(pathname, name));
