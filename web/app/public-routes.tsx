import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { type PageName, pages } from '#contract/pages.ts';
import { PageSkeleton } from '#web/ui/page/query-boundary.tsx';
import { Layout } from '#web/app/layout/layout.tsx';
import { wordsFor } from '#web/app/open-language.ts';
import { RouteError } from '#web/app/layout/route-error.tsx';
import { NeedsCourse, VisitorsOnly } from '#web/app/session/guard.tsx';

interface PageModule {
  Component: ComponentType;
}

/** The module of a page exports it as `Component`. Its words in another language are loaded beside it. */
export const page = (name: PageName, load: () => Promise<PageModule>): RouteObject => ({
  path: pages[name].path,
  lazy: async (): Promise<PageModule> => {
    const [module] = await Promise.all([load(), wordsFor(name)]);
    return { Component: module.Component };
  },
});

/** Pages in the frame of the site. */
export const inLayout = (children: RouteObject[]): RouteObject[] => [
  {
    element: <Layout />,
    ErrorBoundary: RouteError,
    children: [{ HydrateFallback: PageSkeleton, ErrorBoundary: RouteError, children }],
  },
];

export const forEveryone: RouteObject[] = [
  page('home', () => import('#web/features/school/site/home.tsx')),
  page('about', () => import('#web/features/school/site/about.tsx')),
  page('contact', () => import('#web/features/school/site/contact.tsx')),
  page('terms', () => import('#web/features/school/site/terms.tsx')),
  page('privacy', () => import('#web/features/school/site/site-page.tsx')),
  page('refund', () => import('#web/features/school/site/site-page.tsx')),
  page('sitePage', () => import('#web/features/school/site/site-page.tsx')),
  {
    element: <VisitorsOnly />,
    children: [
      page('signup', () => import('#web/features/accounts/signup.tsx')),
      page('login', () => import('#web/features/accounts/login.tsx')),
    ],
  },
  page('forgotPassword', () => import('#web/features/accounts/forgot-password.tsx')),
  page('resetPassword', () => import('#web/features/accounts/reset-password.tsx')),
  page('invitation', () => import('#web/features/accounts/invitation.tsx')),
  page('courses', () => import('#web/features/catalog/course-list/course-list.tsx')),
  {
    element: <NeedsCourse />,
    children: [
      page('course', () => import('#web/features/catalog/course-page/course-description.tsx')),
      page('freePreview', () => import('#web/features/classroom/free-preview.tsx')),
    ],
  },
  page('courseBySlug', () => import('#web/features/catalog/course-page/course-description.tsx')),
  page('teacher', () => import('#web/features/catalog/teacher-page.tsx')),
  page('certificate', () => import('#web/features/certificates/certificate-page.tsx')),
  page('setup', () => import('#web/features/school/setup/setup.tsx')),
  page('accessDenied', async () => ({ Component: (await import('#web/app/layout/http-error-page.tsx')).AccessDenied })),
  { path: '*', lazy: async () => ({ Component: (await import('#web/app/layout/http-error-page.tsx')).NotFound }) },
];

/** The pages that the server renders, without the code of all others. */
export const publicRoutes = inLayout(forEveryone);
