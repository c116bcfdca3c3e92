import type { RouteObject } from 'react-router';
import type { Role } from '#contract/values.ts';
import { PageSkeleton } from '#web/components/skeletons.tsx';
import { Layout } from '#web/layout/layout.tsx';
import { PageError } from '#web/layout/page-error.tsx';
import { PaymentDocument } from '#web/pages/checkout/payment-document.tsx';
import { Guard, GuestsOnly, NeedsCourse } from '#web/session/guard.tsx';

const anyone: readonly Role[] = ['ADMIN', 'USER'];
const admins: readonly Role[] = ['ADMIN'];

const open: RouteObject[] = [
  { path: '/', lazy: () => import('#web/pages/home.tsx') },
  { path: '/about', lazy: () => import('#web/pages/about.tsx') },
  { path: '/contact', lazy: () => import('#web/pages/contact.tsx') },
  {
    element: <GuestsOnly />,
    children: [
      { path: '/signup', lazy: () => import('#web/pages/account/signup.tsx') },
      { path: '/login', lazy: () => import('#web/pages/account/login.tsx') },
    ],
  },
  { path: '/forget-password', lazy: () => import('#web/pages/account/forget-password.tsx') },
  { path: '/reset-password/:token', lazy: () => import('#web/pages/account/reset-password.tsx') },
  { path: '/courses', lazy: () => import('#web/pages/courses/course-list.tsx') },
  {
    element: <NeedsCourse />,
    children: [
      { path: '/courses/description', lazy: () => import('#web/pages/courses/course-description.tsx') },
      { path: '/courses/preview', lazy: () => import('#web/pages/courses/free-preview.tsx') },
    ],
  },
  { path: '/setup/:token', lazy: () => import('#web/pages/setup.tsx') },
  { path: '/denied', lazy: () => import('#web/pages/denied.tsx') },
  { path: '*', lazy: () => import('#web/pages/not-found.tsx') },
];

const forSignedIn: RouteObject[] = [
  { path: '/user/profile', lazy: () => import('#web/pages/account/profile.tsx') },
  { path: '/user/editprofile', lazy: () => import('#web/pages/account/edit-profile.tsx') },
  { path: '/changepassword', lazy: () => import('#web/pages/account/change-password.tsx') },
  {
    element: <PaymentDocument />,
    children: [{ path: '/checkout', lazy: () => import('#web/pages/checkout/checkout.tsx') }],
  },
  { path: '/checkout/success', lazy: () => import('#web/pages/checkout/success.tsx') },
  { path: '/checkout/fail', lazy: () => import('#web/pages/checkout/fail.tsx') },
  {
    element: <NeedsCourse />,
    children: [{ path: '/course/displaylectures', lazy: () => import('#web/pages/lectures/display-lectures.tsx') }],
  },
];

const forAdmins: RouteObject[] = [
  { path: '/course/create', lazy: () => import('#web/pages/courses/create-course.tsx') },
  { path: '/admin/dashboard', lazy: () => import('#web/pages/dashboard/dashboard.tsx') },
  { path: '/admin/payments', lazy: () => import('#web/pages/sales/payments.tsx') },
  { path: '/admin/payments/:paymentId', lazy: () => import('#web/pages/sales/payment.tsx') },
  { path: '/admin/people', lazy: () => import('#web/pages/sales/people.tsx') },
  { path: '/admin/people/:userId', lazy: () => import('#web/pages/sales/person.tsx') },
  { path: '/admin/selling', lazy: () => import('#web/pages/sales/selling.tsx') },
  { path: '/admin/outbox', lazy: () => import('#web/pages/outbox/outbox.tsx') },
  { path: '/admin/outbox/:mailId', lazy: () => import('#web/pages/outbox/outbox-mail.tsx') },
  { path: '/admin/deleted', lazy: () => import('#web/pages/authoring/recently-deleted.tsx') },
  {
    element: <NeedsCourse />,
    children: [
      { path: '/course/addlecture', lazy: () => import('#web/pages/lectures/add-lecture.tsx') },
      { path: '/course/edit', lazy: () => import('#web/pages/authoring/edit-course.tsx') },
    ],
  },
];

/** Every address of the site: which page it loads, and who may open it. Pages export `Component`. */
export const routes: RouteObject[] = [
  {
    element: <Layout />,
    children: [
      {
        HydrateFallback: PageSkeleton,
        ErrorBoundary: PageError,
        children: [
          ...open,
          { element: <Guard allow={anyone} />, children: forSignedIn },
          { element: <Guard allow={admins} />, children: forAdmins },
        ],
      },
    ],
  },
];
