import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  Activity,
  CircleQuestionMark,
  CreditCard,
  CircleUser,
  DatabaseBackup,
  Inbox,
  LayoutDashboard,
  LibraryBig,
  type LucideIcon,
  Megaphone,
  Settings,
  SquarePlus,
  Star,
  Users,
} from 'lucide-react';
import { type PageName, pages } from '#contract/pages.ts';
import { useSite } from '#web/ui/page/site.tsx';

export interface Entry {
  page: PageName;
  name: MessageDescriptor;
  icon: LucideIcon;
}

/** In the side bar, or at its foot; on phones in the bar, or under More; in the menu of every page. */
type Place = 'side' | 'foot' | 'phone' | 'more' | 'menu';

/** A part of the community; or of the payments that teachers and assistants confirm. */
type Part = 'questions' | 'notices' | 'reviews' | 'payments';

/** One of the pages that an entry leads to. */
interface Tab {
  page: PageName;
  name: MessageDescriptor;
  isFor?: Part;
}

export interface FrameEntry extends Entry {
  places: readonly Place[];
  menuName?: MessageDescriptor;
  /** The pages that it stands for, each with a tab; they belong to it. */
  tabs?: readonly Tab[];
  /** Pages that belong to it and whose address does not begin with its own. */
  includes?: readonly PageName[];
  /** The pages below its address are others'. */
  isExact?: boolean;
  /** Only where this part is on. */
  isFor?: Part;
}

const questions = {
  page: 'teachQuestions',
  name: msg`Questions`,
  icon: CircleQuestionMark,
  includes: ['teachWeek'],
  isFor: 'questions',
} as const;

const announcements = { name: msg`Announcements`, icon: Megaphone, isFor: 'notices' } as const;

/** The navigation of admins, in its order. The search has all of it. */
export const adminEntries: readonly FrameEntry[] = [
  {
    page: 'dashboard',
    name: msg`Overview`,
    menuName: msg`Admin Dashboard`,
    icon: LayoutDashboard,
    places: ['side', 'phone', 'menu'],
  },
  {
    page: 'adminCourses',
    name: msg`Courses`,
    icon: LibraryBig,
    places: ['side', 'phone'],
    includes: ['createCourse', 'editCourse', 'editQuiz', 'addLecture', 'recentlyDeleted'],
  },
  { page: 'users', name: msg`People`, icon: Users, places: ['side', 'phone'] },
  {
    page: 'inbox',
    name: msg`Inbox`,
    icon: Inbox,
    places: ['side', 'more'],
    tabs: [
      { page: 'inbox', name: msg`Messages` },
      { page: 'teachQuestions', name: msg`Questions`, isFor: 'questions' },
      { page: 'teachReviews', name: msg`Reviews`, isFor: 'reviews' },
    ],
    includes: ['teachWeek'],
  },
  {
    page: 'payments',
    name: msg`Sales`,
    icon: CreditCard,
    places: ['side', 'phone', 'menu'],
    tabs: [
      { page: 'payments', name: msg`Payments` },
      { page: 'paymentRequests', name: msg`To confirm` },
      { page: 'plans', name: msg`Plans and coupons` },
      { page: 'whoOwes', name: msg`Who owes` },
      { page: 'unfinishedCheckouts', name: msg`Unfinished` },
      { page: 'paymentSetup', name: msg`Payment setup` },
    ],
  },
  { page: 'createCourse', name: msg`Create new course`, icon: SquarePlus, places: ['menu'] },
  { ...announcements, page: 'adminAnnouncements', places: ['side', 'more'] },
  { page: 'backups', name: msg`Backups`, icon: DatabaseBackup, places: ['menu'] },
  {
    page: 'settings',
    name: msg`Settings`,
    icon: Settings,
    places: ['side', 'more', 'menu'],
    tabs: [
      { page: 'emailSettings', name: msg`Email` },
      { page: 'emailTexts', name: msg`Email texts` },
      { page: 'emails', name: msg`Emails` },
    ],
  },
  { page: 'system', name: msg`System`, icon: Activity, places: ['foot', 'more', 'menu'], includes: ['backups'] },
];

/** The navigation of teachers and assistants. */
export const teacherEntries: readonly FrameEntry[] = [
  {
    page: 'teach',
    name: msg`Home`,
    menuName: msg`Teach`,
    icon: LayoutDashboard,
    places: ['side', 'phone', 'menu'],
    isExact: true,
    includes: ['teachCourse', 'teachQuiz', 'teachLecture', 'teachNewCourse'],
  },
  { ...questions, places: ['side', 'phone'] },
  { page: 'teachReviews', name: msg`Reviews`, icon: Star, places: ['side', 'more'], isFor: 'reviews' },
  { page: 'teachLearners', name: msg`Learners`, icon: Users, places: ['side', 'phone'] },
  { page: 'paymentRequests', name: msg`Payments`, icon: CreditCard, places: ['side', 'more'], isFor: 'payments' },
  { ...announcements, page: 'teachAnnouncements', places: ['side', 'more'] },
  { page: 'teachPage', name: msg`My page`, icon: CircleUser, places: ['side', 'phone'] },
];

/** Whose navigation stands beside a page. */
export type FrameName = 'admin' | 'teach';

export const navigationNames: Record<FrameName, MessageDescriptor> = { admin: msg`Admin`, teach: msg`Teach` };

const entriesOf: Record<FrameName, readonly FrameEntry[]> = { admin: adminEntries, teach: teacherEntries };

export const entriesIn = (frame: FrameName, place: Place): readonly FrameEntry[] =>
  entriesOf[frame].filter(({ places }) => places.includes(place));

/** Whether the school has switched an entry on. */
export const useIsOn = (): ((entry: Pick<FrameEntry, 'isFor'>) => boolean) => {
  const { community, staffConfirms: payments } = useSite();
  return ({ isFor }) => isFor === undefined || { ...community, payments }[isFor];
};

/** Without the entries of what the school has switched off. */
export const useEntriesIn = (frame: FrameName): ((place: Place) => readonly FrameEntry[]) => {
  const isOn = useIsOn();
  return (place) => entriesIn(frame, place).filter(isOn);
};

/** Pages of admins that only the search shows, beside those of tabs and settings. */
export const searchedPages: readonly Omit<Entry, 'icon'>[] = [
  { page: 'recentlyDeleted', name: msg`Recently deleted` },
  { page: 'importPeople', name: msg`Import people` },
  { page: 'foundCopy', name: msg`A copy was found` },
  { page: 'paymentSetup', name: msg`Payment setup` },
  { page: 'paymentRequests', name: msg`Payments to confirm` },
  { page: 'whoOwes', name: msg`Who owes` },
  { page: 'unfinishedCheckouts', name: msg`Unfinished checkouts` },
  { page: 'plans', name: msg`Plans and coupons` },
  { page: 'teachQuestions', name: msg`Questions` },
  { page: 'teachReviews', name: msg`Reviews` },
  { page: 'emails', name: msg`Emails` },
  { page: 'emailTexts', name: msg`Email texts` },
  { page: 'ownWords', name: msg`Your own words` },
  { page: 'schoolTexts', name: msg`Translate pages and plans` },
  { page: 'firstSteps', name: msg`First steps` },
];

const isWithin = (pathname: string, page: PageName): boolean => {
  const { path } = pages[page];
  return pathname === path || pathname.startsWith(`${path}/`);
};

export const isCurrent = ({ page, tabs = [], includes = [], isExact = false }: FrameEntry, pathname: string): boolean =>
  (isExact ? pathname === pages[page].path : isWithin(pathname, page)) ||
  [...tabs.map((tab) => tab.page), ...includes].some((name) => isWithin(pathname, name));
