import type { Locator } from '@playwright/test';
import { api } from '#contract/api.ts';
import { expect, refusal, test } from './fixtures.ts';

// A school of its own: the totals are those of one sale.
test.use({ settings: {} });

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Red, green and blue of what a shape is filled with. */
const fillOf = (shape: Locator): Promise<number[]> =>
  shape.evaluate((element) => {
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) return [];
    canvas.fillStyle = getComputedStyle(element).fill;
    canvas.fillRect(0, 0, 1, 1);
    return Array.from(canvas.getImageData(0, 0, 1, 1).data);
  });

test(
  'the dashboard shows the figures of the ledger in cards, pie and bars',
  { tag: ['@long', '@DSH-01', '@DSH-02', '@DSH-03', '@DSH-04', '@DSH-09', '@NUM-02', '@NUM-03', '@NUM-04', '@ADD-05'] },
  async ({ page, site, signIn }) => {
    const buyer = await site.aSubscriber();
    const admin = await site.admin();
    const { purchases } = await site.call(api.payments.purchases, buyer.token);
    await site.call(api.sales.refund, admin.token, {
      params: { paymentId: purchases[0]?.paymentId ?? '' },
      body: { amountInPaise: 10_000, reason: 'A part goes back', idempotencyKey: 'a-part-of-the-dashboard' },
    });
    const stats = await site.call(api.stats.users, admin.token);
    const sold = await site.call(api.payments.list, admin.token);
    await signIn(admin);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search));
    await page.goto('/admin/dashboard');
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();

    const card = (label: string) => main.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
    await expect(card('Registered Users').locator('dd')).toContainText(stats.allUsersCount.toLocaleString('en-IN'));
    await expect(card('Subscribed Users').locator('dd')).toContainText(
      stats.subscribedUsersCount.toLocaleString('en-IN'),
    );
    await expect(card('Subscription Count').locator('dd > span').first()).toHaveText('1');
    // Below it the note has the price, which would be found too.
    await expect(card('Total Revenue').locator('dd > span').first()).toHaveText('₹499');
    await expect(card('Total Revenue').locator('dd')).toContainText('1 × ₹499');
    await expect(card('Revenue this month').locator('dd')).toContainText('₹399');
    await expect(card('Revenue this month').locator('dd')).toContainText('After ₹100 of refunds');
    await expect(card('Sales').locator('dd')).toContainText('1 of them refunded');
    await expect(card('Learners with access').locator('dd > span').first()).toHaveText('1');
    const together = main.getByRole('table').getByRole('row', { name: /^Total/ });
    await expect(together).toContainText('₹399');
    expect(asked).toEqual(expect.arrayContaining(['/api/v1/admin/stats/users', '/api/v1/payments?count=100']));
    expect(asked.some((address) => address.startsWith('/api/v1/courses?'))).toBe(true);

    const sectors = main.locator('.recharts-pie-sector path');
    await expect(sectors).toHaveCount(2);
    const enrolled = await fillOf(sectors.nth(0));
    const registered = await fillOf(sectors.nth(1));
    expect(enrolled[1], 'green').toBeGreaterThan(Math.max(enrolled[0] ?? 0, enrolled[2] ?? 0));
    expect(Math.min(registered[0] ?? 0, registered[1] ?? 0), 'yellow').toBeGreaterThan((registered[2] ?? 0) + 60);

    const sales = main.getByRole('table', { name: /Sales \/ Month/ });
    await expect(main.getByRole('heading', { name: 'Sales / Month' })).toBeVisible();
    await expect(sales.locator('tbody th')).toHaveText(MONTHS);
    await expect(sales.locator('tbody td')).toHaveText(sold.monthlySalesRecord.map(String));
    const labels = main.getByRole('region', { name: 'Sales / Month' }).locator('svg text');
    await expect(labels.filter({ hasText: /^[A-Z][a-z]{2}$/ })).toHaveText(MONTHS);
    await expect(main.getByRole('link', { name: 'Create new course' })).toHaveAttribute('href', '/course/create');
  },
);

test(
  'the courses of the dashboard have seven columns, can be viewed, and are deleted after confirmation',
  { tag: ['@long', '@DSH-05', '@DSH-06', '@DSH-07', '@DSH-08', '@ADD-21'] },
  async ({ page, site, signIn }) => {
    const title = `Kilns ${Date.now()}`;
    const courseId = await site.aCourse({ title });
    await signIn(await site.admin());
    await page.goto('/admin/dashboard');
    const table = page.getByRole('table', { name: 'Courses overview' });
    await expect(table.getByRole('columnheader')).toHaveText([
      'S No',
      'Course Title',
      'Course Category',
      'Instructor',
      'Total Lectures',
      'Description',
      'Actions',
    ]);
    const row = table.getByRole('row').filter({ hasText: title });
    await expect(row.getByRole('link', { name: `View ${title}` })).toHaveAttribute(
      'href',
      `/course/displaylectures?course=${courseId}`,
    );

    await page.setViewportSize({ width: 390, height: 844 });
    const item = page.getByRole('list', { name: 'Courses overview' }).getByRole('listitem').filter({ hasText: title });
    await expect(item.getByRole('term')).toHaveText([
      'S No',
      'Course Category',
      'Instructor',
      'Total Lectures',
      'Description',
    ]);
    await expect(item.getByRole('definition').nth(3)).toHaveText('0');
    await page.setViewportSize({ width: 1280, height: 800 });

    const ask = row.getByRole('button', { name: `Delete ${title}` });
    await ask.click();
    const question = page.getByRole('dialog');
    await expect(question.getByRole('heading')).toHaveText('Are you sure you want to delete the course ? ');
    await expect(question.getByRole('button', { name: 'Keep course' })).toBeFocused();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Tab');
    expect(await question.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await expect(ask).toBeFocused();
    await expect(row).toBeVisible();

    await ask.click();
    const reloaded = page.waitForRequest((request) => /\/api\/v1\/courses\?/.test(request.url()));
    await question.getByRole('button', { name: 'Delete course' }).click();
    await reloaded;
    await expect(page.getByText('Courses deleted successfully')).toBeVisible();
    await expect(row).toHaveCount(0);
  },
);

test(
  'the page of a course disappears as soon as the course is deleted',
  { tag: ['@long'] },
  async ({ page, site, signIn, consoleErrors }) => {
    consoleErrors.allow(refusal(404));
    const title = `Looms ${Date.now()}`;
    const courseId = await site.aCourse({ title });
    await signIn(await site.admin());
    await page.goto(`/courses/description?course=${courseId}`);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(title);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('link', { name: 'Admin Dashboard' }).click();
    await page.getByRole('button', { name: `Delete ${title}` }).click();
    await page.getByRole('button', { name: 'Delete course' }).click();
    await expect(page.getByText('Courses deleted successfully')).toBeVisible();
    await page.goBack();
    await expect(heading).toHaveText('Course');
    await expect(page.getByRole('link', { name: 'See all courses' })).toBeVisible();
  },
);

test(
  'unsent emails can be read under Emails',
  { tag: ['@long', '@ADD-15'] },
  async ({ page, site, signIn, consoleErrors }) => {
    consoleErrors.allow(refusal(404));
    const { user } = await site.aVisitorWhoRegisters();
    await site.emailTo(user.email, 'Explore Courses');
    await signIn(await site.admin());
    await page.goto('/admin/dashboard');
    await page.goto('/admin/outbox');
    const row = page.getByRole('main').getByRole('row').filter({ hasText: user.email });
    await row.getByRole('link', { name: 'Welcome to Lectern' }).click();
    const email = page.getByRole('main');
    await expect(email.getByRole('heading', { level: 1, name: 'Welcome to Lectern' })).toBeVisible();
    const preview = page.frameLocator('iframe');
    await expect(preview.getByText('Your account is ready')).toBeVisible();
    const button = preview.getByRole('link', { name: 'Explore Courses' });
    await expect(button).toHaveCSS('background-color', 'rgb(11, 74, 85)');
    const opened = page.waitForEvent('popup');
    await button.click();
    await expect((await opened).getByRole('heading', { level: 1 })).toHaveText('All courses');
    await email.getByRole('button', { name: 'Plain text' }).click();
    await expect(email.getByText('Your account is ready')).toBeVisible();
    await expect(email.getByRole('link', { name: /\/courses$/ }).first()).toHaveAttribute('href', /^http.*\/courses$/);

    await site.call(api.accounts.forgotPassword, undefined, { body: { email: user.email } });
    await site.emailTo(user.email, 'Reset Password');
    await page.goto('/admin/outbox');
    await row.getByRole('link', { name: 'Reset your Lectern password' }).click();
    await expect(preview.getByText('(private link, hidden)')).toBeVisible();
    await email.getByRole('button', { name: 'Show link' }).click();
    await expect(preview.getByText(/\/reset-password\/[\w-]{43}$/)).toBeVisible();
    await email.getByRole('button', { name: 'Plain text' }).click();
    await expect(email.getByRole('link', { name: /\/reset-password\/[\w-]{43}$/ })).toBeVisible();
    await expect(email.getByRole('button', { name: 'Show link' })).toHaveCount(0);

    await page.goto('/admin/outbox/unknown');
    await expect(email.getByText('This email does not exist')).toBeVisible();
  },
);

test(
  'reports follow the choices in the address, and arrow keys move between their points',
  { tag: ['@long'] },
  async ({ page, site, signIn }) => {
    await site.aSubscriber();
    await signIn(await site.admin());
    const year = new Date().getFullYear();
    await page.goto('/admin/dashboard');
    const revenue = page.getByRole('region', { name: 'Revenue after fees', exact: true });
    await expect(revenue).toContainText('after refunds, disputes and provider fees');
    await revenue.getByRole('button', { name: `Compare with ${year - 1}` }).click();
    await expect(page).toHaveURL(new RegExp(`compare=${year - 1}`));
    const table = revenue.getByRole('table', { name: `Revenue of ${year} by month` });
    await expect(table.getByRole('columnheader')).toHaveText(['Month', String(year), String(year - 1)]);
    await expect(table.getByRole('rowheader')).toHaveCount(12);

    await revenue.getByRole('application').focus();
    await page.keyboard.press('ArrowRight');
    await expect(revenue.getByRole('status')).toContainText('February');

    await expect(page.getByRole('region', { name: 'Checkout' }).getByRole('row', { name: /^Paid/ })).toBeVisible();

    await revenue.getByRole('button', { name: 'Day' }).click();
    await expect(page).toHaveURL(/per=day/);
    await page.reload();
    await expect(revenue.getByRole('button', { name: 'Day' })).toHaveAttribute('aria-pressed', 'true');
  },
);
