import type { Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { expect, storeSessionIn, test } from './fixtures.ts';

declare global {
  interface Window {
    axe: { run(page: Document, options: RunOptions): Promise<AxeResults> };
  }
}

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  settings: { BRAND_NAME: 'Asha Academy' },
});

/** On a phone and on a wide screen. */
const expectNoViolations = async (page: Page): Promise<void> => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() => window.axe.run(document, {}));
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
};

/** What happens when one comes back from another app. */
const comeBack = (page: Page): Promise<void> =>
  page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));

test('a learner pays the school by UPI, an admin confirms it, and the learner watches', async ({
  page,
  site,
  browser,
  signIn,
}) => {
  const title = 'Soil and compost';
  const courseId = await site.aCourse({ title });
  await site.aLecture(courseId, { title: 'What a handful says' });
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  await storeSessionIn(context, site.origin, await site.admin());
  const admin = await context.newPage();

  await admin.goto(`${site.origin}/admin/settings/ways`);
  await admin.getByLabel('UPI to the school').check();
  const upiId = admin.getByLabel('UPI ID');
  await upiId.fill('asha@gmail.com');
  await admin.getByRole('button', { name: 'Save changes' }).click();
  await expect(admin.getByText('Enter a UPI ID, such as school@bank').first()).toBeVisible();
  await upiId.fill('ashaacademy@okbank');
  await expect(admin.getByRole('img', { name: 'QR code of a test payment to ashaacademy@okbank' })).toBeVisible();
  await admin.getByLabel('Name', { exact: true }).fill('Nirmala Tirkey');
  await admin.getByLabel('Phone').fill('+91 98765 43210');
  await admin.getByRole('button', { name: 'Save changes' }).click();
  await expect(admin.getByText('All changes saved')).toBeVisible();
  await expectNoViolations(admin);

  await signIn(await site.aVisitorWhoRegisters({ fullName: 'सुनीता कुजूर' }));
  await page.goto(`/courses/description?course=${courseId}`);
  await page.getByRole('link', { name: 'Subscribe' }).locator('visible=true').first().tap();
  await page.getByRole('radio', { name: /^UPI to the school/ }).check();
  await expect(page.getByRole('link', { name: 'Open UPI app' })).toHaveAttribute(
    'href',
    /^upi:\/\/pay\?pa=ashaacademy@okbank&pn=Asha%20Academy&am=499\.00&cu=INR&tn=/,
  );
  await expectNoViolations(page);
  await page.getByLabel('UPI reference').fill('४३२६ ११८७ ०९५५');
  await page.getByRole('button', { name: 'I have paid ₹499' }).tap();
  await expect(page.getByRole('heading', { name: 'Asha Academy is checking your payment' })).toBeVisible();
  await expect(page.getByText('Nirmala Tirkey')).toBeVisible();
  await expectNoViolations(page);
  // The page before shows that it waits, and so does the course.
  await page.goBack();
  await expect(page.getByRole('link', { name: 'See your payment' })).toBeVisible();
  await page.goto(`/courses/description?course=${courseId}`);
  await page.getByRole('link', { name: 'Waiting for the school' }).locator('visible=true').first().tap();
  await expect(page.getByRole('heading', { name: 'Asha Academy is checking your payment' })).toBeVisible();

  await admin.goto(`${site.origin}/teach/payments`);
  await admin.getByRole('link', { name: /सुनीता कुजूर/ }).click();
  await expect(admin.getByText(/Yearly bundle opens from/)).toBeVisible();
  await expectNoViolations(admin);
  await admin.getByRole('button', { name: 'Confirm ₹499' }).click();
  await expect(admin.getByText('Nothing to confirm.')).toBeVisible();

  await expect(async () => {
    await comeBack(page);
    await expect(page.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.getByRole('link', { name: 'Start watching' }).tap();
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.2);
  await context.close();
});
