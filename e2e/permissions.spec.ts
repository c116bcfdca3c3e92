import type { Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import { expect, refusal, test } from './fixtures.ts';
import type { Account, Site } from './site.ts';
import { type Ends, pageRows as routes } from './page-rows.ts';

const people = ['a visitor', 'a USER', 'a subscriber', 'an ADMIN'] as const;
type Person = (typeof people)[number];

/** What the addresses are about: a course, and what its subscriber bought and was sent. */
const parametersOf = async (site: Site): Promise<Record<string, string>> => {
  const courseId = await site.theCourse();
  const { token: admin } = await site.admin();
  const { course } = await site.call(api.catalog.aboutCourse, undefined, { params: { courseId } });
  const { user, token } = await site.aSubscriber();
  const { purchases } = await site.call(api.payments.purchases, token);
  await site.emailTo(user.email, 'Welcome');
  const { mails } = await site.call(api.outbox.list, admin);
  return {
    COURSE: courseId,
    ':slug': course.slug ?? '',
    ':token': 'some-token',
    ':paymentId': purchases[0]?.paymentId ?? '',
    ':userId': user._id,
    ':emailId': mails.find(({ subject }) => subject.startsWith('Welcome'))?._id ?? '',
    '*': '/no/such/page',
  };
};

const filled = (address: string, parameters: Record<string, string>): string =>
  address.replaceAll(/:\w+|COURSE|\*/g, (name) => parameters[name] ?? name);

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
  await expect(page, address).toHaveURL(end === 'page' ? address : end);
  const shown = end === 'page' ? heading : (headings[end] ?? heading);
  await expect(page.getByRole('heading', { level: 1, name: shown }), address).toBeVisible();
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

const expectMenu = async (page: Page, address: string, person: Person): Promise<void> => {
  const button = page.getByRole('button', { name: 'Menu', exact: true });
  await expect(button, address).toBeVisible();
  await button.click();
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

const endOf = ([visitor, user, admin]: Ends, person: Person): string =>
  ({ 'a visitor': visitor, 'a USER': user, 'a subscriber': user, 'an ADMIN': admin })[person];

const screens = {
  'at a desk': { viewport: { width: 1280, height: 900 } },
  'on a phone': { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

for (const [screen, use] of Object.entries(screens)) {
  test.describe(screen, () => {
    test.use(use);

    for (const person of people) {
      test(
        `${person} has their menu on every page and reaches exactly the permitted ones`,
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
          // Lectures that are not open, and buying what one has, are refused by the server as well; the last two pages say so.
          consoleErrors.allow(refusal(400, 403, 404, 409));
          const parameters = await parametersOf(site);
          const account = await accountOf(site, person);
          if (account) await signIn(account);
          await page.emulateMedia({ reducedMotion: 'reduce' });
          await page.goto('/about');
          for (const [path, ends, heading, query = ''] of routes) {
            const to = filled(path + query, parameters);
            if (loadsEach.has(person)) await page.goto(to);
            else await move(page, to);
            await expectPage(page, to, endOf(ends, person), heading);
            await expectMenu(page, to, person);
          }
        },
      );
    }
  });
}

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
