import type { RouteObject } from 'react-router';
import type { Role } from '#contract/fields.ts';
import { VideoSkeleton } from '#web/ui/page/query-boundary.tsx';
import { adminFrame, ownFrame, teachFrame } from '#web/app/layout/layout.tsx';
import { PaymentDocument } from '#web/features/billing/checkout/payment-document.tsx';
import { forEveryone, inLayout, page } from './public-routes.tsx';
import { Guard, NeedsCourse } from '#web/app/session/guard.tsx';

const anyone: readonly Role[] = ['ADMIN', 'USER'];
const admins: readonly Role[] = ['ADMIN'];

/** Rendered in the browser alone: links of emails and downloads are personal. */
const inBrowser: RouteObject[] = [
  page('gift', () => import('#web/features/billing/gifts/redeem-gift.tsx')),
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
  {
    element: <NeedsCourse />,
    HydrateFallback: VideoSkeleton,
    children: [page('classroom', () => import('#web/features/classroom/classroom-page.tsx'))],
  },
];

const forAdmins: RouteObject[] = [
  page('createCourse', () => import('#web/features/catalog/authoring/create-course.tsx')),
  page('dashboard', () => import('#web/features/school/dashboard/dashboard.tsx')),
  page('adminCourses', () => import('#web/features/catalog/authoring/courses.tsx')),
  page('payments', () => import('#web/features/billing/payments/payments.tsx')),
  page('payment', () => import('#web/features/billing/payments/payment.tsx')),
  page('unfinishedCheckouts', () => import('#web/features/billing/payments/unfinished-checkouts.tsx')),
  page('users', () => import('#web/features/people/people.tsx')),
  page('importPeople', () => import('#web/features/people/import/import-people.tsx')),
  page('userAccess', () => import('#web/features/people/person.tsx')),
  page('plans', () => import('#web/features/billing/plans/plans.tsx')),
  page('paymentSetup', () => import('#web/features/billing/provider/payment-setup.tsx')),
  page('adminAnnouncements', () => import('#web/features/announcements/announcement-list.tsx')),
  page('adminAnnouncement', () => import('#web/features/announcements/announcement.tsx')),
  page('inbox', () => import('#web/features/school/inbox/inbox.tsx')),
  page('emails', () => import('#web/features/school/emails/emails.tsx')),
  page('email', () => import('#web/features/school/emails/email.tsx')),
  page('backups', () => import('#web/features/school/backups/backups.tsx')),
  page('system', () => import('#web/features/school/system/system.tsx')),
  page('settings', () => import('#web/features/school/settings/settings-index.tsx')),
  page('schoolSettings', () => import('#web/features/school/settings/school.tsx')),
  page('homeSettings', () => import('#web/features/school/settings/home.tsx')),
  page('lookSettings', () => import('#web/features/school/settings/look.tsx')),
  page('pageSettings', () => import('#web/features/school/settings/pages.tsx')),
  page('teachingSettings', () => import('#web/features/school/settings/teaching.tsx')),
  page('communitySettings', () => import('#web/features/school/settings/community.tsx')),
  page('loginSettings', () => import('#web/features/school/settings/login.tsx')),
  page('limitSettings', () => import('#web/features/school/settings/limits.tsx')),
  page('emailSettings', () => import('#web/features/school/settings/email.tsx')),
  page('emailTexts', () => import('#web/features/school/email-texts/email-texts.tsx')),
  page('paymentSettings', () => import('#web/features/school/settings/payments.tsx')),
  page('sellerSettings', () => import('#web/features/school/settings/seller.tsx')),
  page('deletionSettings', () => import('#web/features/school/settings/deletions.tsx')),
  page('apiKeySettings', () => import('#web/features/school/api-keys/api-keys.tsx')),
  page('webhookSettings', () => import('#web/features/school/webhooks/webhooks.tsx')),
  page('movingSettings', () => import('#web/features/school/settings/school-export.tsx')),
  page('auditSettings', () => import('#web/features/school/audit/audit.tsx')),
  page('firstSteps', () => import('#web/features/school/settings/first-steps.tsx')),
  page('recentlyDeleted', () => import('#web/features/catalog/authoring/recently-deleted.tsx')),
  {
    element: <NeedsCourse />,
    children: [
      page('addLecture', () => import('#web/features/authoring/curriculum/add-lecture.tsx')),
      page('editQuiz', () => import('#web/features/authoring/curriculum/quiz/quiz-page.tsx')),
      page('editCourse', () => import('#web/features/catalog/authoring/edit-course.tsx')),
    ],
  },
];

const forTeachers: RouteObject[] = [
  page('teach', () => import('#web/features/teaching/home.tsx')),
  page('teachNewCourse', () => import('#web/features/teaching/new-course.tsx')),
  page('teachLearners', () => import('#web/features/teaching/learners.tsx')),
  page('teachAnnouncements', () => import('#web/features/announcements/announcement-list.tsx')),
  page('teachAnnouncement', () => import('#web/features/announcements/announcement.tsx')),
  page('teachPage', () => import('#web/features/teaching/own-page.tsx')),
  {
    element: <NeedsCourse />,
    children: [
      page('teachLecture', () => import('#web/features/authoring/curriculum/add-lecture.tsx')),
      page('teachQuiz', () => import('#web/features/authoring/curriculum/quiz/quiz-page.tsx')),
      page('teachCourse', () => import('#web/features/catalog/authoring/edit-course.tsx')),
    ],
  },
];

const forStaff: RouteObject[] = [
  page('teachCertificates', () => import('#web/features/certificates/requests-page.tsx')),
  page('teachQuestions', () => import('#web/features/questions/queue/teach-questions.tsx')),
  page('teachReviews', () => import('#web/features/reviews/review-queue.tsx')),
  page('teachWeek', () => import('#web/features/classroom/rewinds/rewinds-page.tsx')),
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
