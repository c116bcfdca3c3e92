import { MINUTE_MS } from '#contract/durations.ts';
import { expect, storeSessionIn, test } from './fixtures.ts';

test('an admin writes an announcement, sees how many get it and its email, sends it, and a learner opens it from the bell', async ({
  browser,
  page,
  site,
  signIn,
}) => {
  const courseId = await site.theCourse();
  const meera = await site.aSubscriber({ fullName: 'Aarav Iyer' });
  await site.aVisitorWhoRegisters({ fullName: 'Ravi Das' });
  await signIn(await site.admin());
  await page.goto('/admin/announcements');
  await expect(page.getByText('Nothing announced yet.')).toBeVisible();
  await page.getByRole('link', { name: 'New announcement' }).click();
  const people = page.getByRole('status').filter({ hasText: /(?:person|people)/ });
  await expect(people).toContainText(/\d+ people/);
  const count = async (): Promise<number> => Number(/\d+/.exec((await people.textContent()) ?? '')?.[0]);
  const all = await count();
  await page.getByRole('combobox', { name: 'People' }).selectOption(courseId);
  await expect.poll(count).toBeLessThan(all);
  await page.getByLabel('Only those who have not finished it').check();
  await page.getByLabel('Title').fill('We close for Diwali');
  await page.getByRole('textbox', { name: 'Text' }).fill('Until *Monday*. <b>Then** we are back.');
  const email = page.frameLocator('iframe');
  await expect(email.getByRole('heading', { name: 'We close for Diwali' })).toBeVisible();
  await expect(email.getByText('<b>Then** we are back.')).toBeVisible();
  await page.getByRole('button', { name: 'Plain text' }).click();
  await expect(page.getByText('Until Monday. <b>Then** we are back.')).toBeVisible();
  await page.getByRole('button', { name: /^Send to \d+ / }).click();
  await expect(page.getByText(/Will be sent in \d+ seconds\./)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel sending' }).click();
  await expect(page.getByText('Cancelled before it was sent')).toBeVisible();
  await page.getByRole('button', { name: /^Send to \d+ / }).click();
  await expect(page.getByText(/Will be sent in \d+ seconds\./)).toBeVisible();
  await site.advance(MINUTE_MS);
  await expect(page.getByText('Sent.', { exact: true })).toBeVisible();
  expect(await site.emailTo(meera.user.email, 'We close for Diwali')).toContain('No more emails: Announcements');

  const learner = await browser.newContext({ baseURL: site.origin });
  await storeSessionIn(learner, site.origin, meera);
  const hers = await learner.newPage();
  await hers.goto('/learning');
  await hers.getByRole('button', { name: /Notices, \d unread/ }).click();
  await hers.getByRole('link', { name: /We close for Diwali/ }).click();
  await expect(hers.getByRole('heading', { level: 1, name: 'We close for Diwali' })).toBeVisible();
  await expect(hers.getByText('Until Monday. <b>Then** we are back.')).toBeVisible();
  await learner.close();

  await page.goto(`/admin/people/${meera.user._id}`);
  await expect(page.getByText('We close for Diwali').first()).toBeVisible();
});
