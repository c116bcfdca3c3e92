import type { Page } from '@playwright/test';
import { expect, refusal, test } from './fixtures.ts';
import { media, PASSWORD } from './site.ts';

/** Presses Tab until something of this name has the focus, as a person without a mouse does. */
const tabTo = async (page: Page, name: string): Promise<void> => {
  const nameOfFocused = (): Promise<string> =>
    page.evaluate(() => {
      const element = document.activeElement;
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element?.textContent;
      return (element?.getAttribute('aria-label') ?? label ?? '').trim();
    });
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab');
    if ((await nameOfFocused()) === name) return;
  }
  throw new Error(`Tab never came to ${name}`);
};

test(
  'a user logs in, finds a course and opens the checkout by keyboard alone',
  { tag: ['@ADD-24'] },
  async ({ page, site }) => {
    const { user } = await site.aVisitorWhoRegisters();
    await site.theCourse();
    await page.goto('/');
    await tabTo(page, 'Menu');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    await tabTo(page, 'Login');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeFocused();
    await tabTo(page, 'Email');
    await page.keyboard.type(user.email);
    await tabTo(page, 'Password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
    // The address is there before the page, which takes the focus.
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await tabTo(page, 'Explore Courses');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'All courses' })).toBeFocused();
    await tabTo(page, 'Reading the Monsoon');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Reading the Monsoon' })).toBeVisible();
    await tabTo(page, 'Subscribe');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Buy Now' })).toBeVisible();
  },
);

test(
  'a list shows a skeleton while it loads, a message when empty, and a retry when it fails',
  { tag: ['@ADD-22', '@long'] },
  async ({ page, consoleErrors }) => {
    consoleErrors.allow(refusal(500));
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const courses = /\/api\/v1\/courses\?/;
    await page.route(courses, async (route) => {
      await held;
      return route.fulfill({ status: 500, json: {} });
    });
    await page.goto('/about');
    await page.getByRole('main').getByRole('link', { name: 'Explore Courses' }).click();
    await expect(page.locator('.skeleton-block').first()).toBeVisible();
    release();
    const again = page.getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await expect(page.locator('.skeleton-block')).toHaveCount(0);
    await page.unroute(courses);
    await page.route(courses, (route) =>
      route.fulfill({
        json: {
          success: true,
          message: 'Courses',
          courses: [],
          total: 0,
          totalLectures: 0,
          categories: [],
          teachers: [],
          didYouMean: null,
        },
      }),
    );
    await again.click();
    await expect(page.getByText('Courses coming soon.')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Contact Us' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  },
);

test(
  'without a connection a page says so, and it loads when the connection is back',
  { tag: ['@ADD-22'] },
  async ({ page, context, site, consoleErrors }) => {
    consoleErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    await site.aCourse({ title: 'Firing the Kiln' });
    await site.aCourse({ title: 'Reading the Kiln' });
    const main = page.getByRole('main');
    const openCourseOffline = async (title: string): Promise<void> => {
      // The page of a course has links to others.
      await expect(page.getByRole('heading', { level: 1, name: 'All courses' })).toBeVisible();
      const link = main.getByRole('link', { name: title, exact: true });
      await expect(link).toBeVisible();
      // Until its program runs, a link of a page that arrived complete leaves it.
      await expect(page.locator('html')).not.toHaveAttribute('data-loading');
      await context.setOffline(true);
      await link.click();
    };

    // The page that was sent is complete, and stays when its code does not load.
    const sent = await context.newPage();
    await sent.route(/assets\/course-list-/, (route) => route.abort('internetdisconnected'));
    await sent.goto('/courses', { waitUntil: 'commit' });
    await expect(sent.getByRole('alert')).toContainText('A part of this page did not start.');
    await expect(sent.getByRole('heading', { level: 1, name: 'All courses' })).toBeVisible();
    await sent.close();

    // The list has pages once other stories made courses.
    await page.goto('/courses?search=Kiln');
    await openCourseOffline('Reading the Kiln');
    await expect(main.getByRole('heading', { level: 1, name: 'You’re offline' })).toBeVisible();
    await expect(main.getByText('please contact us')).toHaveCount(0);
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Reading the Kiln' })).toBeVisible();

    // This time the page has its code, and lacks only its data.
    await page.goBack();
    await openCourseOffline('Firing the Kiln');
    await expect(main.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Firing the Kiln' })).toBeVisible();
  },
);

test('a menu that did not load leaves the page, says so, and opens when the connection is back', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/);
  const drawer = /assets\/drawer-/;
  await page.route(drawer, (route) => route.abort());
  const isRefused = page.waitForEvent('requestfailed', (request) => drawer.test(request.url()));
  await page.goto('/about');
  await isRefused;
  await context.setOffline(true);
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await expect(page.getByText('You’re offline').first()).toBeVisible();
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.unroute(drawer);
  await context.setOffline(false);
  const loaded = page.waitForEvent('load');
  await menu.click();
  await loaded;
  await menu.click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
});

test(
  'a failed cancellation returns the focus to its button',
  { tag: ['@ADD-21'] },
  async ({ page, site, signIn, consoleErrors }) => {
    consoleErrors.allow(refusal(500));
    await signIn(await site.aSubscriber());
    await page.route(/payments\/unsubscribe$/, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/user/profile');
    const ask = page.getByRole('main').getByRole('button', { name: 'Cancel and refund' });
    await ask.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel and refund' }).click();
    await expect(page.getByText('Something went wrong while cancelling course bundle')).toBeVisible();
    await expect(ask).toBeFocused();
  },
);

test('deleting a lecture reloads the list', { tag: ['@TRN-12', '@PRD-06'] }, async ({ page, site, signIn }) => {
  const courseId = await site.aCourse();
  await site.aLecture(courseId, { title: 'The first firing' });
  await site.aLecture(courseId, { title: 'The second firing' });
  await signIn(await site.admin());
  await page.goto(`/course/displaylectures?course=${courseId}`);
  await page.getByRole('button', { name: /^Delete Lecture.*The first firing/ }).click();
  const reloaded = page.waitForRequest(
    (request) => request.method() === 'GET' && new URL(request.url()).pathname.endsWith(`/courses/${courseId}`),
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Delete lecture' }).click();
  await reloaded;
  await expect(page.getByText('Course lecture delete successfully')).toBeVisible();
  await expect(page.getByText('The first firing')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'The second firing' })).toBeVisible();
});

test('adding a lecture returns to the page before', { tag: ['@long', '@SCR-23'] }, async ({ page, site, signIn }) => {
  const courseId = await site.aCourse();
  await signIn(await site.admin());
  await page.goto(`/course/edit?course=${courseId}`);
  await page.getByRole('main').getByRole('link', { name: 'Add new Lecture' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Add new Lecture' })).toBeVisible();
  await page.getByLabel('Title').fill('The kiln');
  await page.getByLabel('Description').fill('What the fire does.');
  await page.getByLabel('Video', { exact: true }).setInputFiles(media('three-seconds.mp4'));
  await page.getByRole('button', { name: 'Add lecture' }).click();
  await expect(page).toHaveURL(`/course/edit?course=${courseId}`);
  await expect(page.getByRole('main').getByText('The kiln').first()).toBeVisible();
});

interface Waiting {
  address: string;
  call: RegExp;
  /** Leads from the address to the page; one that is opened by its address may come with its data. */
  link?: string;
}

const WAITING: readonly Waiting[] = [
  { address: '/about', link: 'Explore Courses', call: /\/api\/v1\/courses\?/ },
  { address: '/courses', link: 'Reading the Monsoon', call: /\/courses\/[\w-]+\/about$/ },
  { address: '/course/displaylectures?course=ID', call: /\/api\/v1\/courses\/[\w-]+$/ },
  { address: '/course/edit?course=ID', call: /\/courses\/[\w-]+\/manage$/ },
  { address: '/admin/dashboard', call: /\/admin\/stats\/users$|\/payments\?count|\/api\/v1\/courses\?/ },
  { address: '/admin/payments', call: /\/api\/v1\/admin\/payments(?:\?|$)/ },
  { address: '/admin/settings/school', call: /\/api\/v1\/admin\/settings$/ },
  { address: '/admin/outbox', call: /\/api\/v1\/admin\/outbox(?:\?|$)/ },
];

test(
  'every page with data shows a skeleton while it loads, and a retry when it fails',
  { tag: ['@ADD-22', '@long'] },
  async ({ page, site, signIn, consoleErrors }) => {
    consoleErrors.allow(refusal(500));
    const courseId = await site.theCourse();
    await signIn(await site.admin());
    for (const { address, link, call } of WAITING) {
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(call, async (route) => {
        await held;
        return route.fulfill({ status: 500, json: {} });
      });
      // Before it asks, the page itself may be loading, which has an outline too.
      const asked = page.waitForRequest((request) => call.test(request.url()));
      await page.goto(address.replace('ID', courseId));
      const main = page.getByRole('main');
      if (link !== undefined) await main.getByRole('link', { name: link, exact: true }).first().click();
      await asked;
      await expect(main.locator('.skeleton-block').first(), address).toBeVisible();
      release();
      await expect(main.getByRole('button', { name: 'Try again' }).first(), address).toBeVisible();
      await expect(main.locator('.skeleton-block'), address).toHaveCount(0);
      await page.unroute(call);
    }
  },
);
