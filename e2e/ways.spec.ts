import type { Page } from '@playwright/test';
import { expect, refusal, test } from './fixtures.ts';
import { PASSWORD } from './site.ts';

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

test('with the keyboard alone a person logs in, finds a course, and asks to buy it [ADD-24]', async ({
  page,
  site,
}) => {
  const { user } = await site.aVisitorWhoRegisters();
  await site.theCourse();
  await page.goto('/');
  await tabTo(page, 'Menu');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Login');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeFocused();
  await tabTo(page, 'Email');
  await page.keyboard.type(user.email);
  await tabTo(page, 'Password');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await tabTo(page, 'Explore Courses');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'All courses' })).toBeFocused();
  await tabTo(page, 'Reading the Monsoon');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Reading the Monsoon' })).toBeVisible();
  await tabTo(page, 'Subscribe');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Buy Now' })).toBeVisible();
});

test('a list has its outline while it loads, words when it is empty, and a way out when it fails [ADD-22]', async ({
  page,
  complaints,
}) => {
  complaints.allow(refusal(500));
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const courses = /\/api\/v1\/courses\?/;
  await page.route(courses, async (route) => {
    await held;
    return route.fulfill({ status: 500, json: {} });
  });
  await page.goto('/courses');
  await expect(page.locator('.skeleton-block').first()).toBeVisible();
  release();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await expect(page.locator('.skeleton-block')).toHaveCount(0);
  await page.unroute(courses);
  await page.route(courses, (route) =>
    route.fulfill({ json: { success: true, message: 'Courses', courses: [], total: 0, categories: [] } }),
  );
  await again.click();
  await expect(page.getByText('The first course is being written.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Contact Us' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a cancellation that fails gives the focus back to its button [ADD-21]', async ({
  page,
  site,
  signIn,
  complaints,
}) => {
  complaints.allow(refusal(500));
  await signIn(await site.aSubscriber());
  await page.route(/payments\/unsubscribe$/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/user/profile');
  const ask = page.getByRole('main').getByRole('button', { name: 'Cancel and refund' });
  await ask.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel and refund' }).click();
  await expect(page.getByText('Something went wrong while cancelling course bundle')).toBeVisible();
  await expect(ask).toBeFocused();
});

test('after a lecture is deleted the list is loaded again [TRN-12, PRD-06]', async ({ page, site, signIn }) => {
  const courseId = await site.aCourse();
  await site.aLecture(courseId, { title: 'The first firing' });
  await site.aLecture(courseId, { title: 'The second firing' });
  await signIn(await site.admin());
  await page.goto(`/course/displaylectures?course=${courseId}`);
  await page.getByRole('button', { name: /^Delete Lecture.*The first firing/ }).click();
  const reloaded = page.waitForRequest((request) => request.url().endsWith(`/courses/${courseId}`));
  await page.getByRole('dialog').getByRole('button', { name: 'Delete lecture' }).click();
  await reloaded;
  await expect(page.getByText('Course lecture delete successfully')).toBeVisible();
  await expect(page.getByText('The first firing')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'The second firing' })).toBeVisible();
});
