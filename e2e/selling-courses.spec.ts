import { expect, storeSessionIn, test } from './fixtures.ts';
import { startRealServer } from './real-server.ts';
import { createSite } from './site.ts';

test('an owner sells a course alone and gives one away', { tag: ['@long'] }, async ({ browser }) => {
  const site = createSite(await startRealServer({ hasAdmin: true }));
  const openAs = async (session: Parameters<typeof storeSessionIn>[2], width: number) => {
    const context = await browser.newContext({
      viewport: { width, height: 844 },
      reducedMotion: 'reduce',
      baseURL: site.origin,
    });
    await storeSessionIn(context, site.origin, session);
    return context.newPage();
  };
  try {
    const statistics = await site.aCourse({ title: 'Statistics' });
    const monsoon = await site.aCourse({ title: 'Monsoon' });
    await site.aLecture(statistics);
    await site.aLecture(monsoon);
    const owner = await openAs(await site.admin(), 1440);
    await owner.goto('/admin/plans');
    const sheet = owner.getByRole('dialog');
    for (const [name, price] of [
      ['Statistics', '299'],
      ['Monsoon', '0'],
    ] as const) {
      await owner.getByRole('button', { name: 'Add plan' }).click();
      await sheet.getByLabel('Name').fill(name);
      await sheet.getByLabel('Price in ₹', { exact: true }).fill(price);
      await sheet.getByLabel('Unit').selectOption('lifetime');
      await sheet.getByRole('radio', { name: /Chosen courses/ }).check();
      await sheet.getByPlaceholder('Search courses').fill(name);
      await sheet.getByRole('checkbox', { name }).check();
      await sheet.getByRole('button', { name: 'Save plan' }).click();
      await expect(owner.getByRole('button', { name: `Actions for ${name}` })).toBeVisible();
    }

    const buyer = await openAs(await site.aVisitorWhoRegisters(), 390);
    await buyer.goto(`/courses/description?course=${statistics}`);
    await expect(buyer.getByRole('radio', { name: /This course/ })).toBeChecked();
    await expect(buyer.getByText('this course, for life')).toBeVisible();
    await buyer.getByRole('link', { name: 'Buy Now' }).click();
    await expect(buyer.getByText('Every lecture, for life. Pay once.')).toBeVisible();
    await expect(buyer.getByRole('radio')).toHaveCount(2);
    await buyer.getByRole('button', { name: 'Buy Now' }).click();
    await buyer.frameLocator('iframe[title="Test payment"]').getByRole('button', { name: 'Success' }).click();
    await expect(buyer.getByText('You have Statistics now')).toBeVisible();
    await buyer.goto(`/courses/description?course=${statistics}`);
    await expect(buyer.getByText('You have this course for life.').locator('visible=true')).toBeVisible();
    await expect(buyer.getByRole('link', { name: 'Watch lectures' })).toBeVisible();

    await buyer.goto(`/courses/description?course=${monsoon}`);
    await expect(buyer.getByText('Free with an account').locator('visible=true').first()).toBeVisible();
    await buyer.getByRole('link', { name: 'Start watching' }).click();
    await expect(buyer).toHaveURL(`/course/displaylectures?course=${monsoon}`);
  } finally {
    await site.stop();
  }
});
