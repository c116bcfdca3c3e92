import { expect, test } from './fixtures.ts';

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
  await page.route(/\/files\/(?:avatars|thumbnails)\//, (route) => route.abort());
  await signIn(await site.aVisitorWhoRegisters());
  await page.goto('/user/profile');
  await expect(page.getByRole('main').getByText('MN', { exact: true })).toBeVisible();
  await page.goto(`/courses/description?course=${await site.theCourse()}`);
  await expect(page.locator('svg.cover')).toBeVisible();
});
