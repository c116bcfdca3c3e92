import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test.use({ serviceWorkers: 'allow' });

const untilItWorksOffline = (page: Page): Promise<unknown> =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);

/** Opens a page without a connection, and reads what works then. */
const meetsOffline = async (page: Page): Promise<void> => {
  await page.goto('/about');
  await expect(page.getByText('You’re offline. Pages load when you reconnect.').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'You’re offline', level: 1 })).toBeVisible();
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
  await page.getByRole('link', { name: 'What works offline' }).click();
  await expect(page.getByRole('heading', { name: 'On this computer' })).toBeVisible();
};

/** As browsers do in the Wi-Fi of a hotel: any network is a connection, also one without the internet. */
const trustEveryNetwork = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => true });
    for (const type of ['online', 'offline'])
      addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true });
  });

test('without a connection every address says what works, and with it the page comes', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  await page.goto('/');
  await untilItWorksOffline(page);
  await context.setOffline(true);
  await meetsOffline(page);
  await page.goto('/about');
  await expect(page.getByRole('link', { name: 'What works offline' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'About Us', level: 1 })).toBeVisible();
});

test('a network without the internet is no connection, even if the browser calls it one', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  await trustEveryNetwork(context);
  await page.goto('/');
  await untilItWorksOffline(page);
  await context.setOffline(true);
  await meetsOffline(page);
  await page.goto('/about');
  await expect(page.getByRole('heading', { name: 'You’re offline', level: 1 })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'About Us', level: 1 })).toBeVisible();
});
