import { expect, test } from './fixtures.ts';

test.use({ serviceWorkers: 'allow' });

test('without a connection every address says what works, and with it the page comes', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  await page.goto('/');
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await context.setOffline(true);
  await page.goto('/about');
  await expect(page.getByText('You’re offline. Pages load when you reconnect.').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'You’re offline', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'What works offline' }).click();
  await expect(page.getByRole('heading', { name: 'On this computer' })).toBeVisible();
  await page.goto('/about');
  await expect(page.getByRole('link', { name: 'What works offline' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'About Us', level: 1 })).toBeVisible();
});
