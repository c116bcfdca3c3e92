import { cleanup, render, waitFor } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageList, pages } from '#contract/pages.ts';
import { createQueryClient } from '#web/api/query.ts';
import { logInAdmin } from '#web/app/session/admin-for-test.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { App } from './app.tsx';
import { routes } from './routes.tsx';
import { sessionStore } from './session/session.ts';

const HEADINGS: readonly [path: string, heading: string][] = [
  ['/', 'Find out best Online Courses'],
  ['/about', 'About Us'],
  ['/contact', 'Contact Us'],
  ['/terms', 'Terms'],
  ['/privacy', 'Loading'],
  ['/refund', 'Loading'],
  ['/pages/:slug', 'Loading'],
  ['/signup', 'Signup'],
  ['/login', 'Login'],
  ['/login/return', 'Logging you in'],
  ['/forget-password', 'Forgot Password'],
  ['/reset-password/:token', 'Reset Password'],
  ['/invitation/:token', 'Welcome'],
  ['/teachers/:slug', 'Teacher'],
  ['/certificates/:code', 'Certificate'],
  ['/setup/:token', 'Set up your school'],
  ['/denied', 'Access Denied'],
  ['/courses', 'All courses'],
  ['/courses/description', 'Course'],
  ['/courses/preview', 'Course'],
  ['/courses/:slug', 'Course'],
  ['/user/profile', 'Ila Rao'],
  ['/user/editprofile', 'Edit Profile'],
  ['/changepassword', 'Change Password'],
  ['/user/security', 'Security and data'],
  ['/discourse/sso', 'The forum could not be opened'],
  ['/checkout', 'Subscription Bundle'],
  ['/gift/:token', 'Loading'],
  ['/join/:token', 'Loading'],
  ['/opt-out/:token', 'Stop these emails?'],
  ['/not-me/:token', 'Was this not you?'],
  ['/confirm-email/:token', 'Confirm your address'],
  ['/notices', 'Notices'],
  ['/announcements/:announcementId', 'Announcement'],
  ['/user/notices', 'Notice settings'],
  ['/checkout/success', 'Payment Successfull'],
  ['/checkout/fail', 'Payment Failed'],
  ['/checkout/requests/:requestId', 'Loading'],
  ['/checkout/parts/:paymentId', 'Loading'],
  ['/learning', 'My learning'],
  ['/offline', 'On this computer'],
  ['/course/displaylectures', 'Lectures'],
  ['/course/create', 'Create New Course'],
  ['/course/addlecture', 'Add new Lecture'],
  ['/course/edit', 'Edit course'],
  ['/course/quiz', 'Quiz'],
  ['/teach', 'Your courses'],
  ['/teach/courses/new', 'Create New Course'],
  ['/teach/course', 'Edit course'],
  ['/teach/quiz', 'Quiz'],
  ['/teach/lecture', 'Add new Lecture'],
  ['/teach/learners', 'Learners'],
  ['/teach/announcements', 'Announcements'],
  ['/teach/announcements/:announcementId', 'Announcement'],
  ['/teach/page', 'My page'],
  ['/teach/certificates', 'Certificates to approve'],
  ['/teach/questions', 'Questions'],
  ['/teach/reviews', 'Reviews'],
  ['/teach/week', 'Replayed parts'],
  ['/teach/payments', 'Payments to confirm'],
  ['/admin/dashboard', 'Admin Dashboard'],
  ['/admin/courses', 'Courses'],
  ['/admin/payments', 'Payments'],
  ['/admin/payments/:paymentId', 'Payment'],
  ['/admin/checkouts', 'Unfinished checkouts'],
  ['/admin/owed', 'Who owes'],
  ['/admin/people', 'People'],
  ['/admin/people/imports', 'Import people'],
  ['/admin/people/found-copy', 'A copy was found'],
  ['/admin/people/:userId', 'Person'],
  ['/admin/plans', 'Plans'],
  ['/admin/selling', 'Payment setup'],
  ['/admin/announcements', 'Announcements'],
  ['/admin/announcements/:announcementId', 'Announcement'],
  ['/admin/inbox', 'Inbox'],
  ['/admin/outbox', 'Emails'],
  ['/admin/outbox/:emailId', 'Email'],
  ['/admin/backups', 'Backups'],
  ['/admin/system', 'System'],
  ['/admin/settings', 'Settings'],
  ['/admin/settings/school', 'School'],
  ['/admin/settings/home', 'Home page'],
  ['/admin/settings/look', 'Look'],
  ['/admin/settings/languages', 'Languages'],
  ['/admin/settings/email', 'Email'],
  ['/admin/settings/email-texts', 'Email texts'],
  ['/admin/settings/words', 'Your own words'],
  ['/admin/settings/texts', 'Home page, pages, plans and announcements'],
  ['/admin/settings/payments', 'Getting paid'],
  ['/admin/settings/ways', 'Ways to pay'],
  ['/admin/settings/seller', 'Receipts and tax'],
  ['/admin/settings/pages', 'Pages'],
  ['/admin/settings/teaching', 'Teaching'],
  ['/admin/settings/community', 'Community'],
  ['/admin/settings/login', 'Login'],
  ['/admin/settings/limits', 'Limits'],
  ['/admin/settings/deletions', 'Deletions'],
  ['/admin/settings/api-keys', 'API keys'],
  ['/admin/settings/webhooks', 'Webhooks'],
  ['/admin/settings/export', 'Moving'],
  ['/admin/settings/audit', 'Audit'],
  ['/admin/settings/first-steps', 'First steps'],
  ['/admin/deleted', 'Recently deleted'],
];

const security = {
  address: { isConfirmed: true, pending: null, waitsFor: [] },
  password: { isSet: true, changedAt: null },
  passkeys: [],
  identities: [],
  factorDueAt: null,
  secondStep: null,
};

const FOR_VISITORS: readonly string[] = [pages.signup.path, pages.login.path];

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  // jsdom has none of them.
  vi.stubGlobal('indexedDB', { open: () => new EventTarget() });
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollIntoView ??= () => undefined;
});

afterEach(() => {
  cleanup();
  sessionStore.end();
  vi.unstubAllGlobals();
});

const headings = () => [...document.querySelectorAll('h1')].map(({ textContent }) => textContent);

test('every page has a row', () => {
  expect(HEADINGS.map(([path]) => path)).toEqual(pageList.map(({ path }) => path));
});

test.each(HEADINGS)('%s has one heading of the first level before the server responds', async (path, heading) => {
  if (!FOR_VISITORS.includes(path)) logInAdmin();
  const router = createMemoryRouter(routes, { initialEntries: [`${path.replace(/:\w+/, 'x')}?course=x`] });
  const queryClient = createQueryClient();
  // Pages of the staff wait for it.
  queryClient.setQueryData(['security'], security);
  render(<App site={site} queryClient={queryClient} router={router} />);
  // To ask for the roles of a whole page, again and again, is slow.
  await waitFor(() => expect(headings()).toEqual([heading]));
});
