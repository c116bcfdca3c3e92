import type { Page } from '@playwright/test';
import { expect, refusal, test } from './fixtures.ts';
import type { Account, Site } from './site.ts';

const people = ['a visitor', 'a USER', 'a subscriber', 'an ADMIN'] as const;
type Person = (typeof people)[number];

/** Where each person ends up, in the order of `people`; `stays` is the page itself. */
type Ends = readonly [visitor: string, user: string, subscriber: string, admin: string];
const anyone: Ends = ['stays', 'stays', 'stays', 'stays'];
const guests: Ends = ['stays', '/', '/', '/'];
const signedIn: Ends = ['/login', 'stays', 'stays', 'stays'];
const admins: Ends = ['/login', '/denied', '/denied', 'stays'];

/** Every route of the site: its address, who may open it, and the heading that shows it is there. */
const routes: [address: string, ends: Ends, heading: RegExp][] = [
  ['/', anyone, /Find out best Online Courses/],
  ['/about', anyone, /About Us/],
  ['/terms', anyone, /Terms/],
  ['/contact', anyone, /Contact Us/],
  ['/signup', guests, /Signup/],
  ['/login', guests, /Login/],
  ['/forget-password', anyone, /Forgot Password/],
  ['/reset-password/some-token', anyone, /Reset Password/],
  ['/courses', anyone, /courses/i],
  ['/courses/description?course=ID', anyone, /Reading the Monsoon/],
  ['/courses/description', ['/courses', '/courses', '/courses', '/courses'], /courses/i],
  ['/denied', anyone, /Access Denied/],
  ['/no/such/page', anyone, /Page Not Found/],
  ['/user/profile', signedIn, /Meera Nair|admin/i],
  ['/user/editprofile', signedIn, /Edit Profile/],
  ['/changepassword', signedIn, /Change Password/],
  ['/checkout', signedIn, /Subscription Bundle/],
  ['/checkout/success', signedIn, /Payment Successfull/],
  ['/checkout/fail', signedIn, /Payment Failed/],
  ['/course/displaylectures?course=ID', signedIn, /Reading the Monsoon|Lectures/],
  ['/course/displaylectures', ['/login', '/courses', '/courses', '/courses'], /courses/i],
  ['/course/create', admins, /Create New Course/],
  ['/course/addlecture?course=ID', admins, /Add new Lecture/],
  ['/course/addlecture', ['/login', '/denied', '/denied', '/courses'], /courses/i],
  ['/admin/dashboard', admins, /Admin Dashboard/],
  ['/admin/inbox', admins, /Inbox/],
  ['/admin/outbox', admins, /Outbox/],
  ['/admin/settings', admins, /Settings/],
];

const accountOf = async (site: Site, person: Person): Promise<Account | undefined> => {
  if (person === 'a USER') return site.aVisitorWhoRegisters();
  if (person === 'a subscriber') return site.aSubscriber();
  return person === 'an ADMIN' ? site.admin() : undefined;
};

const headings: Record<string, RegExp> = {
  '/': /Find out best/,
  '/login': /Login/,
  '/denied': /Access Denied/,
  '/courses': /courses/i,
};

/** Moves inside the program, as a link does, where the browser has it open. */
const move = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

const expectPage = async (page: Page, address: string, end: string, heading: RegExp): Promise<void> => {
  await expect(page, address).toHaveURL(end === 'stays' ? address : end);
  const shown = end === 'stays' ? heading : (headings[end] ?? heading);
  await expect(page.getByRole('heading', { level: 1, name: shown }), address).toBeVisible();
  await expect(page.getByRole('button', { name: 'Menu', exact: true }), address).toBeVisible();
  await expect(page.getByText(`Copyright ${new Date().getFullYear()} | All rights reserved`), address).toBeVisible();
};

const alwaysInMenu = ['Home', 'All Course', 'Contact Us', 'About Us'];
const moreInMenu: Record<Person, string[]> = {
  'a visitor': ['Login', 'Signup'],
  'a USER': ['Profile'],
  'a subscriber': ['Profile'],
  'an ADMIN': ['Admin Dashboard', 'Create new course', 'Profile'],
};

/** An ADMIN has ways to further pages between these. */
const isSpecified = (name: string): boolean => [...alwaysInMenu, ...Object.values(moreInMenu).flat()].includes(name);

const expectMenu = async (page: Page, person: Person): Promise<void> => {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: 'About Us' })).toBeVisible();
  const names = await menu.getByRole('link').allTextContents();
  expect(names.filter((name) => isSpecified(name))).toEqual([...alwaysInMenu, ...moreInMenu[person]]);
  await expect(menu.getByRole('button', { name: 'Logout' })).toHaveCount(person === 'a visitor' ? 0 : 1);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
};

/** Who reloads the program at every address, which takes most of the time: for the others its guards are the same. */
const loadsEach = new Set<Person>(['a visitor']);

people.forEach((person, index) => {
  test(
    `${person} sees their menu and reaches exactly the permitted pages`,
    {
      tag: [
        '@long',
        '@ROL-01',
        '@ROL-06',
        '@ROL-07',
        '@ROL-08',
        '@ROL-09',
        '@SCR-22',
        '@SCR-24',
        '@SCR-35',
        '@PRD-01',
        '@PRD-07',
        '@PRD-09',
        '@PRD-10',
        '@PRD-11',
        '@PRD-12',
        '@ADD-01',
      ],
    },
    async ({ page, site, signIn, consoleErrors }) => {
      test.setTimeout(240_000);
      // Lectures that are not open, and buying what one has, are refused by the server as well; the last two pages say so.
      consoleErrors.allow(refusal(403, 404, 409));
      const courseId = await site.theCourse();
      const account = await accountOf(site, person);
      if (account) await signIn(account);
      await page.goto('/about');
      await expectMenu(page, person);
      for (const [address, ends, heading] of routes) {
        const to = address.replace('ID', courseId);
        if (loadsEach.has(person)) await page.goto(to);
        else await move(page, to);
        await expectPage(page, to, ends[index] ?? '', heading);
      }
    },
  );
});

test('after logging in, a visitor returns to the page that required it', async ({ page, site }) => {
  const { user } = await site.aVisitorWhoRegisters();
  await page.goto('/changepassword');
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill('a learner of the tests');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/changepassword');
});

test('a token that the server rejects ends the session', async ({ page, site, signIn, consoleErrors }) => {
  consoleErrors.allow(refusal(401));
  const account = await site.aVisitorWhoRegisters();
  await signIn({ ...account, token: 'A'.repeat(43) });
  await page.goto('/user/profile');
  await expect(page).toHaveURL('/login');
});
