import { api } from '../contract/api.ts';
import { expect, test } from './fixtures.ts';
import { PASSWORD } from './site.ts';

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

test('a visitor signs up for a free course and watches it at once', { tag: ['@long'] }, async ({ page, site }) => {
  const { token } = await site.admin();
  const course = await site.aCourse({ title: 'Monsoon' });
  await site.aLecture(course, { title: 'Warm land' });
  const term = { unit: 'lifetime' as const, count: 1 };
  const plan = { name: 'Monsoon', opens: { courseIds: [course] }, priceInPaise: 0, term, refundDays: 0 };
  await site.call(api.plans.create, token, { body: plan });

  await page.goto(`/courses/description?course=${course}`);
  await expect(page.getByText('Free with an account').locator('visible=true').first()).toBeVisible();
  await page.getByRole('link', { name: 'Start watching' }).tap();
  await expect(page).toHaveURL('/signup');
  const order = page.getByRole('region', { name: 'Your order' });
  await expect(order).toContainText('Monsoon');
  await expect(order).toContainText('Free');
  await expect(page.getByText('Create an account. This course is free.')).toBeVisible();
  await page.getByLabel('Full Name').fill('Asha Rao');
  await page.getByLabel('Email').fill('asha.rao@school.example');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).tap();

  await expect(page).toHaveURL(new RegExp(`/course/displaylectures\\?course=${course}`));
  await expect(page.getByRole('heading', { level: 2, name: 'Warm land' })).toBeVisible();
  await page.goto('/learning');
  await expect(page.getByText('Yours for life')).toBeVisible();
  await page.goto('/user/profile');
  await expect(page.getByRole('region', { name: 'Your courses' }).getByRole('listitem')).toHaveText(
    'MonsoonFor life · free',
  );
});
