import type { Browser, BrowserContext, Page } from '@playwright/test';
import { DAY_MS } from '#contract/durations.ts';
import { codeAt, fromBase32, stepAt } from '#server/features/accounts/factors/one-time-codes.ts';
import { expect, storeSessionIn, test } from './fixtures.ts';
import { ADMIN, startRealServer } from './real-server.ts';
import { type Account, createSite, PASSWORD, type Site } from './site.ts';

const openFor = async (browser: Browser, site: Site, account: Account): Promise<[BrowserContext, Page]> => {
  const context = await browser.newContext({ baseURL: site.origin, serviceWorkers: 'block', reducedMotion: 'reduce' });
  await storeSessionIn(context, site.origin, account);
  const page = await context.newPage();
  return [context, page];
};

/** The clock of the server, and of the browsers. */
const advance = async (site: Site, days: number, pages: readonly Page[]): Promise<void> => {
  await site.advance(days * DAY_MS);
  for (const page of pages) await page.clock.install({ time: site.now() });
};

/** Where the grace is over, the way to the pages of the staff leads here. */
const setUpCode = async (page: Page, site: Site, password: string): Promise<void> => {
  await expect(page).toHaveURL('/user/security');
  await expect(page.getByRole('complementary', { name: 'Security' })).toContainText('Set one up to continue.');
  await page.getByRole('button', { name: 'Set up' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await question.getByLabel('Password', { exact: true }).fill(password);
  await question.getByRole('button', { name: 'Confirm' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  const key = fromBase32((await dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '');
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeAt(key, stepAt(site.now())));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByRole('complementary', { name: 'Security' })).toBeHidden();
};

test(
  'the owner asks the staff for a factor: days of grace, then the way to set one up, also for the last admin',
  { tag: ['@long'] },
  async ({ browser }) => {
    const site = createSite(await startRealServer({ hasAdmin: true }));
    const admin = await site.admin();
    const teacher = await site.aVisitorWhoRegisters({ fullName: 'Ila Rao' });
    const courseId = await site.theCourse();
    await site.joinCourse(courseId, teacher);
    const [ownerContext, owner] = await openFor(browser, site, admin);
    const [teacherContext, page] = await openFor(browser, site, teacher);
    try {
      await owner.goto('/admin/settings/login');
      await owner
        .getByLabel('Who needs a passkey or an authenticator app')
        .selectOption('Admins, teachers and assistants');
      await owner.getByLabel('Days to set one up').fill('7');
      await owner.getByRole('button', { name: 'Save changes' }).click();
      await expect(owner.getByText('All changes saved')).toBeVisible();

      await advance(site, 5, [owner, page]);
      await page.goto('/teach');
      await expect(page.getByRole('heading', { name: 'Your courses' })).toBeVisible();
      await expect(page.getByRole('complementary', { name: 'Security' })).toContainText('within 2 days');
      await owner.goto('/admin/people');
      await expect(owner.getByRole('complementary', { name: 'Security' })).toContainText('within 2 days');

      await advance(site, 2, [owner, page]);
      await page.goto('/teach');
      await setUpCode(page, site, PASSWORD);
      await page.goto('/teach');
      await expect(page.getByRole('heading', { name: 'Your courses' })).toBeVisible();

      // Nobody else could let the last admin in.
      await owner.goto('/admin/people');
      await setUpCode(owner, site, ADMIN.password);
      await owner.goto('/admin/people');
      await expect(owner.getByRole('row', { name: /Ila Rao/ })).toBeVisible();
    } finally {
      await Promise.all([ownerContext.close(), teacherContext.close()]);
      await site.stop();
    }
  },
);
