import { expect, holdProgram, test } from './fixtures.ts';

test(
  'a new page sets title and focus, and users who are logged in skip its login forms',
  { tag: ['@ADD-21', '@ADD-26'] },
  async ({ page, site, signIn }) => {
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: 'Explore Courses' }).click();
    await expect(page).toHaveTitle('All courses · Lectern');
    await expect(page.getByRole('heading', { level: 1, name: 'All courses' })).toBeFocused();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click();
    await expect(page).toHaveTitle('Contact Us · Lectern');
    await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeFocused();

    await signIn(await site.aVisitorWhoRegisters());
    for (const address of ['/login', '/signup']) {
      await page.goto(address);
      await expect(page).toHaveURL('/');
    }
  },
);

test('an image that does not load is replaced by initials or a generated cover', async ({
  page,
  site,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_FAILED/);
  await page.route(/\/(?:files\/avatars|covers)\//, (route) => route.abort());
  await signIn(await site.aVisitorWhoRegisters());
  await page.goto('/user/profile');
  await expect(page.getByRole('main').getByText('MN', { exact: true })).toBeVisible();
  await page.goto(`/courses/description?course=${await site.theCourse()}`);
  await expect(page.locator('.course-price svg.cover')).toBeVisible();
});

test(
  'Back, before the program of a page runs, leads to the page before',
  { tag: ['@long'] },
  async ({ page, site }) => {
    await site.theCourse();
    const heading = (name: string) => page.getByRole('heading', { level: 1, name });
    // The list has pages once other stories made courses.
    await page.goto('/courses?search=Monsoon');
    await page.getByRole('main').getByRole('link', { name: 'Reading the Monsoon', exact: true }).click();
    await expect(heading('Reading the Monsoon')).toBeVisible();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/assets\/index-.*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await expect(heading('Reading the Monsoon')).toBeVisible();
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL(/\/courses\?search=Monsoon$/);
    release();
    await expect(heading('All courses')).toBeVisible();
  },
);

test('a page that is opened by its address begins at its top, and a reload stays where it was', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 640 });
  await site.theCourse();
  const scrollTo = (top: number) => page.evaluate((y) => window.scrollTo(0, y), top);
  const top = () => page.evaluate(() => window.scrollY);
  for (const address of ['/', '/courses', '/offline', '/']) {
    await page.goto(address);
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible();
    expect(await top()).toBe(0);
    await scrollTo(200);
  }
  await page.reload();
  await expect.poll(top).toBe(200);
  await page.getByRole('main').getByRole('link', { name: 'Contact Us' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible();
  expect(await top()).toBe(0);
  await page.goBack();
  await expect.poll(top).toBe(200);
});

test('a page that was scrolled before its program runs stays where it is', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 640 });
  const runProgram = await holdProgram(page);
  const opened = page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 200));
  runProgram();
  await opened;
  expect(await page.evaluate(() => window.scrollY)).toBe(200);
});
