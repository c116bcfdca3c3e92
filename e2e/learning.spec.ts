import { expect, test } from './fixtures.ts';
import { PASSWORD } from './site.ts';

test(
  'the course that a visitor chose survives login and checkout, and is then in My learning',
  { tag: ['@long'] },
  async ({ page, site }) => {
    const course = await site.theCourse();
    const { user } = await site.aVisitorWhoRegisters({ fullName: 'Meera Nair' });
    await page.goto(`/courses/description?course=${course}`);
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await page.getByLabel('Email').fill(user.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL(`/courses/description?course=${course}`);
    await page.getByRole('link', { name: 'Subscribe' }).first().click();
    await expect(page).toHaveURL('/checkout');
    await page.getByRole('button', { name: 'Buy Now' }).click();
    await page.frameLocator('iframe[title="Test payment"]').getByRole('button', { name: 'Success' }).click();
    await expect(page).toHaveURL('/checkout/success');
    await expect(page.getByRole('link', { name: 'Go to home' })).toBeVisible();
    await page.getByRole('link', { name: 'Start watching' }).click();
    await expect(page).toHaveURL(new RegExp(`/course/displaylectures\\?course=${course}`));
    await page.getByRole('button', { name: 'Mark as watched' }).first().click();
    await expect(page.getByRole('button', { name: 'Watched', exact: true }).first()).toBeVisible();
    await page.getByRole('link', { name: 'Finish course' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'You finished Reading the Monsoon' })).toBeVisible();
    await page.getByRole('navigation', { name: 'Next steps' }).getByRole('link', { name: 'My learning' }).click();
    await expect(page.getByText(/^Active until /)).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: 'Finished' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Reading the Monsoon' })).toBeVisible();
  },
);

test.describe('at the end of a course, on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('the end opens after the last lecture, with what was watched and the next course', async ({
    page,
    site,
    signIn,
  }) => {
    const course = await site.aCourse({ title: 'A Shop in One Minute' });
    await site.aLecture(course, { title: 'The only lecture' });
    await site.aLecture(await site.aCourse({ title: 'What a Shop Owes' }));
    await signIn(await site.aSubscriber());
    await page.goto(`/course/displaylectures?course=${course}`);
    await page.getByRole('button', { name: 'Play', exact: true }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'You finished A Shop in One Minute' })).toBeVisible();
    await expect(page.getByText('1 of 1 lecture', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Watch again' }).tap();
    await expect(page.getByRole('heading', { level: 2, name: 'The only lecture' })).toBeVisible();
    await page.goBack();
    await page.getByRole('link', { name: 'Start lecture 1' }).tap();
    await expect(page.getByText('Lecture 1 of 1', { exact: false })).toBeVisible();
  });
});
