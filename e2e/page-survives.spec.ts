import { expect, test } from './fixtures.ts';

test.describe('a page that the server sent stays as it was', () => {
  test.beforeEach(({ consoleErrors }) => consoleErrors.allow(/./));

  test('when its program does not parse, with a sentence for browsers that are too old', async ({ context }) => {
    const page = await context.newPage();
    await context.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'));
    await page.route(/\/assets\/index-.*\.js/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'class { static { }' }),
    );
    await page.goto('/courses', { waitUntil: 'commit' });
    await expect(page.getByRole('alert')).toContainText('Safari 16.4, Chrome 111 or Firefox 115');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.locator('#page-trouble').count()).toBe(1);
  });

  test('when its program dies while it starts', async ({ context }) => {
    const page = await context.newPage();
    await page.route(/\/assets\/course-list-.*\.js/, (route) => route.abort());
    await page.goto('/courses', { waitUntil: 'commit' });
    await expect(page.getByRole('alert')).toContainText('A part of this page did not start.');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Something went wrong')).toHaveCount(0);
  });

  test('when a part of it throws', async ({ context }) => {
    const page = await context.newPage();
    await context.addInitScript(() => {
      Object.defineProperty(ResizeObserver.prototype, 'observe', {
        value: () => {
          throw new TypeError('not here');
        },
      });
    });
    await page.goto('/courses', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('A part of this page did not start.');
    await expect(page.getByText('Something went wrong')).toHaveCount(0);
  });

  test('when there is no storage, and the login says what that means', async ({ page, context }) => {
    await context.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(globalThis, name, { configurable: true, get: () => null });
    });
    await page.goto('/courses');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/login');
    await expect(page.getByRole('alert')).toContainText('This browser blocks site data.');
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled();
  });
});

test.describe('a part that an upgrade took away', () => {
  test.beforeEach(({ consoleErrors }) => consoleErrors.allow(/404|dynamically imported/));

  test('loads the page that was to be opened', async ({ page }) => {
    await page.goto('/');
    await page.route(/\/assets\/about-.*\.js/, (route) => route.fulfill({ status: 404 }));
    let loads = 0;
    page.on('request', (request) => {
      if (!request.isNavigationRequest()) return;
      loads += 1;
      void page.unroute(/\/assets\/about-.*\.js/);
    });
    await page.getByRole('link', { name: 'About Us' }).first().click();
    await expect(page).toHaveURL(/\/about$/);
    await expect(page.getByText('Something went wrong')).toHaveCount(0);
    await expect.poll(() => loads).toBe(1);
  });

  test('keeps what was typed, and loads once', async ({ page }) => {
    let loads = 0;
    page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0));
    await page.goto('/login');
    await page.route(/\/assets\/email-code-form-.*\.js/, (route) => route.fulfill({ status: 404 }));
    await page.getByLabel('Email').fill('lata@school.example');
    await page.getByLabel('Password', { exact: true }).fill('a secret of Lata');
    await page.getByRole('button', { name: 'Email me a code' }).click();
    await expect.poll(() => loads).toBe(2);
    await expect(page.getByLabel('Email')).toHaveValue('lata@school.example');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    await page.getByRole('button', { name: 'Email me a code' }).click();
    await expect(page.getByRole('alert')).toContainText(/did not start/);
    expect(loads).toBe(2);
  });

  test('ends a purchase on its success page', async ({ page, site, signIn }) => {
    await signIn(await site.aVisitorWhoRegisters());
    await page.goto('/checkout');
    await page.getByRole('button', { name: 'Buy Now' }).click();
    await page.route(/\/assets\/payment-succeeded-.*\.js/, (route) => route.fulfill({ status: 404 }));
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame())
        void page.unroute(/\/assets\/payment-succeeded-.*\.js/);
    });
    await page.frameLocator('iframe[title="Test payment"]').getByRole('button', { name: 'Success' }).click();
    await expect(page).toHaveURL(/checkout\/success/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Something went wrong')).toHaveCount(0);
  });
});
