import type { NonIndexRouteObject, RouteObject } from 'react-router';
import { type PageName, pages } from '#contract/pages.ts';
import type { Role } from '#contract/fields.ts';
import { PageSkeleton } from '#web/components/skeletons.tsx';
import { adminFrame, Layout } from '#web/layout/layout.tsx';
import { RouteError } from '#web/layout/route-error.tsx';
import { PaymentDocument } from '#web/pages/billing/checkout/payment-document.tsx';
import { Guard, VisitorsOnly, NeedsCourse } from '#web/session/guard.tsx';

const anyone: readonly Role[] = ['ADMIN', 'USER'];
const admins: readonly Role[] = ['ADMIN'];

/** The module of a page exports it as `Component`. */
const page = (name: PageName, lazy: NonNullable<NonIndexRouteObject['lazy']>): RouteObject => ({
  path: pages[name].path,
  lazy,
});

const forEveryone: RouteObject[] = [
  page('home', () => import('#web/pages/public/home.tsx')),
  page('about', () => import('#web/pages/public/about.tsx')),
  page('contact', () => import('#web/pages/public/contact.tsx')),
  {
    element: <VisitorsOnly />,
    children: [
      page('signup', () => import('#web/pages/accounts/signup.tsx')),
      page('login', () => import('#web/pages/accounts/login.tsx')),
    ],
  },
  page('forgotPassword', () => import('#web/pages/accounts/forgot-password.tsx')),
  page('resetPassword', () => import('#web/pages/accounts/reset-password.tsx')),
  page('invitation', () => import('#web/pages/accounts/invitation.tsx')),
  page('courses', () => import('#web/pages/public/courses/course-list.tsx')),
  {
    element: <NeedsCourse />,
    children: [
      page('course', () => import('#web/pages/public/courses/course-description.tsx')),
      page('freePreview', () => import('#web/pages/classroom/free-preview.tsx')),
    ],
  },
  page('setup', () => import('#web/pages/admin/setup.tsx')),
  page('accessDenied', () => import('#web/pages/public/access-denied.tsx')),
  { path: '*', lazy: () => import('#web/pages/public/not-found.tsx') },
];

const forUsers: RouteObject[] = [
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
    children: [page('classroom', () => import('#web/pages/classroom/classroom-page.tsx'))],
  },
];

const forAdmins: RouteObject[] = [
  page('createCourse', () => import('#web/pages/admin/authoring/create-course.tsx')),
  page('dashboard', () => import('#web/pages/admin/dashboard/dashboard.tsx')),
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
export const routes: RouteObject[] = [
  {
    element: <Layout />,
    children: [
      {
        HydrateFallback: PageSkeleton,
        ErrorBoundary: RouteError,
        children: [
          ...forEveryone,
          { element: <Guard allow={anyone} />, children: forUsers },
          { element: <Guard allow={admins} />, handle: adminFrame, children: forAdmins },
        ],
      },
    ],
  },
];
