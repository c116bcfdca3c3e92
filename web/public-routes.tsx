import type { NonIndexRouteObject, RouteObject } from 'react-router';
import { type PageName, pages } from '#contract/pages.ts';
import { PageSkeleton } from '#web/components/skeletons.tsx';
import { Layout } from '#web/layout/layout.tsx';
import { RouteError } from '#web/layout/route-error.tsx';
import { NeedsCourse, VisitorsOnly } from '#web/session/guard.tsx';

/** The module of a page exports it as `Component`. */
export const page = (name: PageName, lazy: NonNullable<NonIndexRouteObject['lazy']>): RouteObject => ({
  path: pages[name].path,
  lazy,
});

/** Pages in the frame of the site. */
export const inLayout = (children: RouteObject[]): RouteObject[] => [
  { element: <Layout />, children: [{ HydrateFallback: PageSkeleton, ErrorBoundary: RouteError, children }] },
];

export const forEveryone: RouteObject[] = [
  page('home', () => import('#web/pages/public/home.tsx')),
  page('about', () => import('#web/pages/public/about.tsx')),
  page('contact', () => import('#web/pages/public/contact.tsx')),
  page('terms', () => import('#web/pages/public/terms.tsx')),
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
  page('courseBySlug', () => import('#web/pages/public/courses/course-description.tsx')),
  page('setup', () => import('#web/pages/admin/setup.tsx')),
  page('accessDenied', () => import('#web/pages/public/access-denied.tsx')),
  { path: '*', lazy: () => import('#web/pages/public/not-found.tsx') },
];

/** The pages that the server renders, without the code of all others. */
export const publicRoutes = inLayout(forEveryone);
