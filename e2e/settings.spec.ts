import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { openFakeSmtp } from '#test/fake-smtp.ts';
import { expect, storeSessionIn, test } from './fixtures.ts';
import { startRealServer } from './real-server.ts';
import { createSite, media } from './site.ts';

/** Enters the password of the mail server and replaces it, key by key: a field that is replaced meanwhile would lose the rest. */
const replacePassword = async (page: Page): Promise<void> => {
  const save = page.getByRole('button', { name: 'Save changes' });
  const password = page.getByLabel('Password', { exact: true });
  await page.getByLabel('User').fill('mailer');
  await password.pressSequentially('correct horse battery');
  await save.click();
  await expect(password).toHaveValue('••••••••tery');
  await page.getByRole('button', { name: 'Replace: Password' }).click();
  await password.pressSequentially('another password');
  await save.click();
  await expect(password).toHaveValue('••••••••word');
};

const findWhatFails = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('link', { name: 'System 1 failing' }).click();
  const problem = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem').first();
  await expect(problem).toContainText('Video processing does not work');
  await expect(problem).toContainText('Failing');
  await expect(problem.getByRole('button', { name: 'Copy FFMPEG_PATH' })).toBeVisible();
  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect(page.getByText(/^Last verified backup/)).toBeVisible({ timeout: 30_000 });
};

test(
  'an owner gives the school its look, its limits and its mail server without a shell, and sees what fails',
  { tag: ['@long'] },
  async ({ browser }) => {
    const backups = await mkdtemp(path.join(tmpdir(), 'lectern-e2e-backups-'));
    const settings = { BACKUP_TO: `${backups}/`, FFMPEG_PATH: 'missing' };
    const site = createSite(await startRealServer({ hasAdmin: true, settings }));
    await using smtp = await openFakeSmtp();
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
    try {
      await storeSessionIn(context, site.origin, await site.admin());
      const page = await context.newPage();
      await page.goto(`${site.origin}/admin/settings/school`);
      const save = page.getByRole('button', { name: 'Save changes' });
      await expect(page.getByText('All changes saved')).toBeVisible();
      await expect(save).toBeDisabled();
      await page.getByLabel('School name').fill('Aravalli Evening School');
      await page.getByLabel('Tagline').fill('Learn after work');
      await page.getByRole('textbox', { name: 'Instagram' }).fill('https://instagram.com/aravalli');
      await page.getByRole('button', { name: 'Turmeric' }).click();
      await expect(page.getByText('Edge added')).toBeVisible();
      await expect(page.getByText('4 unsaved changes')).toBeVisible();
      // Saved at once, and what is typed stays.
      await page.getByLabel('Logo', { exact: true }).setInputFiles(media('avatar.svg'));
      await expect(page.getByRole('button', { name: 'Remove logo' })).toBeVisible();
      await expect(page.getByText('4 unsaved changes')).toBeVisible();

      const main = page.getByRole('main');
      const back = main.getByRole('link', { name: 'Settings', exact: true });
      await back.click();
      await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
      await save.click();
      await expect(page.getByText('All changes saved')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Aravalli Evening School, home page' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Instagram' })).toHaveAttribute(
        'href',
        'https://instagram.com/aravalli',
      );

      await expect(page.locator('header img[src^="/files/branding/"]')).toBeVisible();
      await expect(page.locator('link[href="/accent/e9b949.css"]')).toHaveCount(1);

      await back.click();
      await main.getByText('More', { exact: true }).click();
      await main.getByRole('link', { name: /^Limits/ }).click();
      await page.getByLabel('Devices at once').fill('2');
      await page.getByLabel('Largest video, in GB').fill('1.5');
      await page.getByLabel('New lectures are free previews').check();
      await save.click();
      await expect(page.getByText('All changes saved')).toBeVisible();

      await back.click();
      await main.getByRole('link', { name: /^Email/ }).click();
      const sendTest = page.getByRole('button', { name: 'Send me a test email' });
      await expect(sendTest).toBeDisabled();
      const { hostname, port } = new URL(smtp.url);
      await page.getByLabel('Mail server').fill(hostname);
      await page.getByLabel('Port').fill(port);
      await page.getByLabel('Encryption').selectOption('automatic');
      await page.getByLabel('Sender').fill('Aravalli <hello@aravalli.example>');
      await save.click();
      await expect(page.getByText('All changes saved')).toBeVisible();
      await sendTest.click();
      await expect(page.getByText('Check your inbox.')).toBeVisible();
      expect(smtp.emails[0]?.data).toContain('From: Aravalli <hello@aravalli.example>');

      await replacePassword(page);
      await findWhatFails(page);

      await page.goto(site.origin);
      await expect(page.getByRole('heading', { level: 1, name: 'Learn after work' })).toBeVisible();
      await expect(page).toHaveTitle('Learn after work · Aravalli Evening School');
      await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /^\/files\/branding\//);
    } finally {
      await context.close();
      await site.stop();
      await rm(backups, { recursive: true, force: true });
    }
  },
);

test('an owner sets backups up without a shell, and the first one is verified', async ({ page, site, signIn }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-e2e-backups-'));
  await signIn(await site.admin());
  await page.goto('/admin/backups');
  await page.getByLabel('Where').selectOption('A folder on the server');
  await page.getByLabel('Daily, after').selectOption('04:00');
  await page.getByLabel('Folder').fill(folder);
  await page.getByLabel('Passphrase', { exact: true }).fill('for the backups alone');
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(page.getByText(/^A file was written there, read back and removed/)).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('region', { name: 'History' }).getByText('Verified')).toBeVisible();
  const schedule = page.getByRole('region', { name: 'Schedule' });
  await expect(schedule).toContainText(`${folder}/`);
  await expect(schedule).toContainText('04:00');
  await page.goto('/admin/selling');
  await expect(page.getByRole('region', { name: 'Go live' })).toContainText('First verified backup: done');
  await rm(folder, { recursive: true });
});
