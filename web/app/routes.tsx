import type { RouteObject } from 'react-router';
import type { Role } from '#contract/fields.ts';
import { ClassroomSkeleton } from '#web/ui/page/query-boundary.tsx';
import { adminFrame, ownFrame, teachFrame } from '#web/app/layout/layout.tsx';
import { PaymentDocument } from '#web/features/billing/checkout/payment-document.tsx';
import { forEveryone, inLayout, page } from './public-routes.tsx';
import type { StaffPage } from './staff-pages.ts';
import { Guard, NeedsCourse } from '#web/app/session/guard.tsx';

const anyone: readonly Role[] = ['ADMIN', 'USER'];
const admins: readonly Role[] = ['ADMIN'];

/** Rendered in the browser alone: links of emails and downloads are personal. */
const inBrowser: RouteObject[] = [
  page('gift', () => import('#web/features/billing/gifts/redeem-gift.tsx')),
  page('joinBatch', () => import('#web/features/batches/join-batch.tsx')),
  page('confirmEmail', () => import('#web/features/accounts/security/confirm-email.tsx')),
  page('loginReturn', () => import('#web/features/accounts/login-return.tsx')),
  page('notMe', () => import('#web/features/accounts/security/not-me.tsx')),
  page('optOut', () => import('#web/features/notices/opt-out.tsx')),
  page('offline', () => import('#web/features/classroom/offline/offline-page.tsx')),
];

const forUsers: RouteObject[] = [
  page('learning', () => import('#web/features/classroom/learning/learning.tsx')),
  page('profile', () => import('#web/features/accounts/profile.tsx')),
  page('editProfile', () => import('#web/features/accounts/edit-profile.tsx')),
  page('changePassword', () => import('#web/features/accounts/change-password.tsx')),
  page('security', () => import('#web/features/accounts/security/security.tsx')),
  page('forumLogin', () => import('#web/features/accounts/forum-login.tsx')),
  page('notices', () => import('#web/features/notices/notices.tsx')),
  page('announcement', () => import('#web/features/announcements/read-announcement.tsx')),
  page('noticeSettings', () => import('#web/features/notices/settings.tsx')),
  {
    element: <PaymentDocument />,
    children: [page('checkout', () => import('#web/features/billing/checkout/checkout.tsx'))],
  },
  page('paymentSucceeded', () => import('#web/features/billing/checkout/payment-succeeded.tsx')),
  page('paymentFailed', () => import('#web/features/billing/checkout/payment-failed.tsx')),
  page('payParts', () => import('#web/features/billing/parts/pay-parts.tsx')),
  page('paymentRequest', () => import('#web/features/billing/ways/payment-request.tsx')),
  {
    element: <NeedsCourse />,
    HydrateFallback: ClassroomSkeleton,
    children: [page('classroom', () => import('#web/features/classroom/classroom-page.tsx'))],
  },
];

/** Which file has such a page is known to a file of its own, which visitors and learners do not load. */
const staffPage = (name: StaffPage): RouteObject =>
  page(name, async () => (await import('./staff-pages.ts')).staffPages[name]());

const forAdmins: RouteObject[] = [
  staffPage('createCourse'),
  staffPage('dashboard'),
  staffPage('adminCourses'),
  staffPage('payments'),
  staffPage('payment'),
  staffPage('unfinishedCheckouts'),
  staffPage('whoOwes'),
  staffPage('users'),
  staffPage('importPeople'),
  staffPage('foundCopy'),
  staffPage('userAccess'),
  staffPage('plans'),
  staffPage('paymentSetup'),
  staffPage('adminAnnouncements'),
  staffPage('adminAnnouncement'),
  staffPage('inbox'),
  staffPage('emails'),
  staffPage('email'),
  staffPage('backups'),
  staffPage('system'),
  staffPage('settings'),
  staffPage('schoolSettings'),
  staffPage('homeSettings'),
  staffPage('lookSettings'),
  staffPage('languageSettings'),
  staffPage('pageSettings'),
  staffPage('teachingSettings'),
  staffPage('communitySettings'),
  staffPage('loginSettings'),
  staffPage('limitSettings'),
  staffPage('emailSettings'),
  staffPage('emailTexts'),
  staffPage('ownWords'),
  staffPage('schoolTexts'),
  staffPage('paymentSettings'),
  staffPage('waySettings'),
  staffPage('sellerSettings'),
  staffPage('deletionSettings'),
  staffPage('apiKeySettings'),
  staffPage('webhookSettings'),
  staffPage('movingSettings'),
  staffPage('auditSettings'),
  staffPage('firstSteps'),
  staffPage('recentlyDeleted'),
  {
    element: <NeedsCourse />,
    children: [staffPage('addLecture'), staffPage('editQuiz'), staffPage('editCourse')],
  },
];

const forTeachers: RouteObject[] = [
  staffPage('teach'),
  staffPage('teachNewCourse'),
  staffPage('teachLearners'),
  staffPage('teachAnnouncements'),
  staffPage('teachAnnouncement'),
  staffPage('teachPage'),
  {
    element: <NeedsCourse />,
    children: [staffPage('teachLecture'), staffPage('teachQuiz'), staffPage('teachCourse')],
  },
];

const forStaff: RouteObject[] = [
  staffPage('teachCertificates'),
  staffPage('teachQuestions'),
  staffPage('teachReviews'),
  staffPage('teachWeek'),
  staffPage('paymentRequests'),
];

/** Every page of the site, with its module and its roles. */
export const routes: RouteObject[] = inLayout([
  ...forEveryone,
  ...inBrowser,
  { element: <Guard allow={anyone} />, children: forUsers },
  { element: <Guard allow={anyone} />, handle: teachFrame, children: forTeachers },
  { element: <Guard allow={anyone} />, handle: ownFrame, children: forStaff },
  { element: <Guard allow={admins} />, handle: adminFrame, children: forAdmins },
]);
