import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { aQuiz } from './quiz-scene.ts';
import { media } from './site.ts';

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
  test.beforeEach(({ consoleErrors }) => consoleErrors.allow(/404|ERR_FAILED|dynamically imported/));

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

  test('keeps nobody who is leaving: Firefox stops then what still loads', async ({ page }) => {
    await page.goto('/login');
    await page.route(/\/assets\/email-code-form-.*\.js/, (route) =>
      route.request().method() === 'HEAD' ? route.continue() : route.abort(),
    );
    const answer = Promise.withResolvers<void>();
    await page.route('**/about', async (route) => {
      await answer.promise;
      await route.continue();
    });
    const checked = page.waitForResponse((response) => response.request().method() === 'HEAD');
    await page.evaluate(() => {
      location.assign('/about');
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Email me a code')?.click();
    });
    await checked;
    answer.resolve();
    await expect(page).toHaveURL(/\/about$/);
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

  const missPart = (page: Page): Promise<unknown> =>
    page.evaluate(() => {
      const event = new Event('vite:preloadError', { cancelable: true });
      dispatchEvent(Object.assign(event, { payload: new Error('A part is missing') }));
    });

  test('keeps what was written and chosen in an editor', async ({ page, site, signIn }) => {
    const courseId = await site.aCourse({ title: 'ज्वार, приливы' });
    await signIn(await site.admin());
    await page.goto('/admin/announcements/new');
    await page.getByRole('combobox', { name: 'People' }).selectOption(courseId);
    await page.getByRole('combobox', { name: 'Last watched it' }).selectOption('30');
    await page.getByLabel('Only those who have not finished it').check();
    await page.getByLabel('Title').fill('दीपावली');
    await page.getByRole('textbox', { name: 'Text' }).fill('Until *Monday*.\n\nThen we are back.');
    const loaded = page.waitForEvent('load');
    await missPart(page);
    await loaded;
    await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('Until *Monday*.\n\nThen we are back.');
    await expect(page.getByLabel('Title')).toHaveValue('दीपावली');
    await expect(page.getByRole('combobox', { name: 'People' })).toHaveValue(courseId);
    await expect(page.getByRole('combobox', { name: 'Last watched it' })).toHaveValue('30');
    await expect(page.getByLabel('Only those who have not finished it')).toBeChecked();
  });

  test('keeps what was written in the rows of a question, and in a dialog until it is opened again', async ({
    page,
    site,
    signIn,
  }) => {
    const options = [{ text: 'November', isCorrect: true }, { text: 'October' }, { text: 'Neither' }];
    const quiz = await aQuiz(site, {
      settings: {},
      questionsOf: () => [{ type: 'single', text: 'Which month?', options }],
    });
    await signIn(await site.admin());
    await page.goto(`/teach/quiz?course=${quiz.courseId}&lecture=${quiz.quizId}`);
    await page.getByRole('textbox', { name: 'Answer 1', exact: true }).fill('In November');
    await page.getByRole('textbox', { name: 'Answer 3', exact: true }).fill('In neither');
    await page.getByRole('radio', { name: 'Answer 2 is right' }).check();
    let loaded = page.waitForEvent('load');
    await missPart(page);
    await loaded;
    await expect(page.getByRole('textbox', { name: 'Answer 3', exact: true })).toHaveValue('In neither');
    await expect(page.getByRole('textbox', { name: 'Answer 1', exact: true })).toHaveValue('In November');
    await expect(page.getByRole('textbox', { name: 'Answer 2', exact: true })).toHaveValue('October');
    await expect(page.getByRole('radio', { name: 'Answer 2 is right' })).toBeChecked();

    await page.evaluate(() => sessionStorage.clear());
    await page.goto('/admin/plans');
    await page.getByRole('button', { name: 'Add coupon' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a coupon' });
    await dialog.getByLabel('Code').fill('DIWALI');
    await dialog.getByLabel('First day').fill('2027-10-20');
    await dialog.getByLabel('First purchase only').check();
    loaded = page.waitForEvent('load');
    await missPart(page);
    await loaded;
    await page.getByRole('button', { name: 'Add coupon' }).click();
    await expect(dialog.getByLabel('Code')).toHaveValue('DIWALI');
    await expect(dialog.getByLabel('First day')).toHaveValue('2027-10-20');
    await expect(dialog.getByLabel('First purchase only')).toBeChecked();
  });

  test('waits for a file that is being sent', async ({ page, site, signIn }) => {
    const courseId = await site.aCourse();
    await signIn(await site.admin());
    await page.goto(`/course/addlecture?course=${courseId}`);
    const sent = Promise.withResolvers<void>();
    await page.route(/\/uploads\//, async (route) => {
      if (route.request().method() === 'PATCH') await sent.promise;
      await route.continue();
    });
    await page.getByLabel('Video', { exact: true }).setInputFiles(media('three-seconds.mp4'));
    await page.getByLabel('Title').fill('The long firing');
    await expect(page.locator('html[data-uploading]')).toHaveCount(1);
    await missPart(page);
    await expect(page.getByText('This page loads again when your upload is complete.')).toBeVisible();
    const loaded = page.waitForEvent('load');
    sent.resolve();
    await loaded;
    await expect(page.getByLabel('Title')).toHaveValue('The long firing');
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
