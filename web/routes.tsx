import type { RouteObject } from 'react-router';
import type { Role } from '#contract/fields.ts';
import { VideoSkeleton } from '#web/components/skeletons.tsx';
import { adminFrame } from '#web/layout/layout.tsx';
import { PaymentDocument } from '#web/pages/billing/checkout/payment-document.tsx';
import { forEveryone, inLayout, page } from '#web/public-routes.tsx';
import { Guard, NeedsCourse } from '#web/session/guard.tsx';

const anyone: readonly Role[] = ['ADMIN', 'USER'];
const admins: readonly Role[] = ['ADMIN'];

/** Rendered in the browser alone: a link is somebody's own, and so is what a device keeps. */
const inBrowser: RouteObject[] = [
  page('gift', () => import('#web/pages/billing/redeem-gift.tsx')),
  page('offline', () => import('#web/pages/classroom/offline/offline.tsx')),
];

const forUsers: RouteObject[] = [
  page('learning', () => import('#web/pages/classroom/learning/learning.tsx')),
  page('profile', () => import('#web/pages/accounts/profile.tsx')),
  page('editProfile', () => import('#web/pages/accounts/edit-profile.tsx')),
  page('changePassword', () => import('#web/pages/accounts/change-password.tsx')),
  {
    element: <PaymentDocument />,
    children: [page('checkout', () => import('#web/pages/billing/checkout/checkout.tsx'))],
  },
  page('paymentSucceeded', () => import('#web/pages/billing/checkout/payment-succeeded.tsx')),
  page('paymentFailed', () => import('#web/pages/billing/checkout/payment-failed.tsx')),
  {
    element: <NeedsCourse />,
    HydrateFallback: VideoSkeleton,
    children: [page('classroom', () => import('#web/pages/classroom/classroom-page.tsx'))],
  },
];

const forAdmins: RouteObject[] = [
  page('createCourse', () => import('#web/pages/admin/authoring/create-course.tsx')),
  page('dashboard', () => import('#web/pages/admin/dashboard/dashboard.tsx')),
  page('adminCourses', () => import('#web/pages/admin/authoring/courses.tsx')),
  page('payments', () => import('#web/pages/admin/billing/payments.tsx')),
  page('payment', () => import('#web/pages/admin/billing/payment.tsx')),
  page('users', () => import('#web/pages/admin/people/people.tsx')),
  page('importPeople', () => import('#web/pages/admin/people/import-people.tsx')),
  page('userAccess', () => import('#web/pages/admin/people/person.tsx')),
  page('plans', () => import('#web/pages/admin/billing/plans/plans.tsx')),
  page('paymentSetup', () => import('#web/pages/admin/billing/payment-setup.tsx')),
  page('inbox', () => import('#web/pages/admin/inbox/inbox.tsx')),
  page('outbox', () => import('#web/pages/admin/outbox/outbox.tsx')),
  page('outboxEmail', () => import('#web/pages/admin/outbox/outbox-email.tsx')),
  page('backups', () => import('#web/pages/admin/backups/backups.tsx')),
  page('system', () => import('#web/pages/admin/system/system.tsx')),
  page('settings', () => import('#web/pages/admin/settings/school.tsx')),
  page('limitSettings', () => import('#web/pages/admin/settings/limits.tsx')),
  page('emailSettings', () => import('#web/pages/admin/settings/email.tsx')),
  page('paymentSettings', () => import('#web/pages/admin/settings/payments.tsx')),
  page('sellerSettings', () => import('#web/pages/admin/settings/seller.tsx')),
  page('firstSteps', () => import('#web/pages/admin/settings/first-steps.tsx')),
  page('recentlyDeleted', () => import('#web/pages/admin/authoring/recently-deleted.tsx')),
  {
    element: <NeedsCourse />,
    children: [
      page('addLecture', () => import('#web/pages/admin/authoring/add-lecture.tsx')),
      page('editCourse', () => import('#web/pages/admin/authoring/edit-course.tsx')),
    ],
  },
];

/** Every page of the site: what it loads, and who may open it. */
export const routes: RouteObject[] = inLayout([
  ...forEveryone,
  ...inBrowser,
  { element: <Guard allow={anyone} />, children: forUsers },
  { element: <Guard allow={admins} />, handle: adminFrame, children: forAdmins },
]);
