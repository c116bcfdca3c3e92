import { api } from '#contract/api.ts';
import { expect, refusal, storeSessionIn, test } from './fixtures.ts';
import { startRealServer } from './real-server.ts';
import { createSite, type Site } from './site.ts';

/** More than one page of people, and of emails. */
const LEARNERS = 500;
const PASSWORD = 'a password of their own';

const CLASS = [
  'First name,Last name,Email',
  ...Array.from({ length: LEARNERS }, (_, index) => `Learner,Number ${index},learner-${index}@class.example`),
  'Nobody,,nowhere',
].join('\n');

/** The link in an invitation, as an admin sees it. */
const invitationOf = async (site: Site, address: string): Promise<string> => {
  const { token } = await site.admin();
  for (let offset = 0; ; offset += 100) {
    const list = `${site.origin}/api/v1/admin/outbox?limit=100&offset=${offset}`;
    const response = await fetch(list, { headers: { authorization: `Bearer ${token}` } });
    const { mails: emails } = api.outbox.list.response.parse(await response.json());
    const found = emails.find(({ to }) => to === address);
    if (!found && emails.length > 0) continue;
    const { mail: email } = await site.call(api.outbox.showLink, token, { params: { mailId: found?._id ?? '' } });
    return /http\S+\/invitation\/[\w-]{43}/.exec(email.text)?.[0] ?? '';
  }
};

/** Emails to the class: the admin gets some of their own. */
const sentEmails = async (site: Site): Promise<number> => {
  const { token } = await site.admin();
  const list = `${site.origin}/api/v1/admin/outbox?search=${encodeURIComponent('@class.example')}`;
  const response = await fetch(list, { headers: { authorization: `Bearer ${token}` } });
  return api.outbox.list.response.parse(await response.json()).total;
};

test('an owner imports and invites a class, and blocks one', { tag: ['@long'] }, async ({ browser, consoleErrors }) => {
  consoleErrors.allow(refusal(403));
  const site = createSite(await startRealServer({ hasAdmin: true }));
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  try {
    await storeSessionIn(context, site.origin, await site.admin());
    const page = await context.newPage();
    await page.goto(`${site.origin}/admin/people`);
    await page.getByRole('link', { name: 'Import' }).click();
    const file = { name: 'class.csv', mimeType: 'text/csv', buffer: Buffer.from(CLASS) };
    await page.getByLabel('CSV file').setInputFiles(file);
    await expect(page.getByText(`${LEARNERS} new accounts will be invited.`)).toBeVisible();
    await expect(page.getByText('This is not an email address')).toBeVisible();
    await expect(page.getByLabel('Last name (optional)')).toHaveValue('1');
    await page.getByLabel('Give access until (optional)').fill('2099-12-31');
    await page.getByRole('button', { name: `Import ${LEARNERS} people` }).click();
    await page.getByRole('button', { name: 'Start import' }).click();
    await expect(page.getByText(`${LEARNERS} new accounts invited.`)).toBeVisible({ timeout: 60_000 });
    await expect.poll(() => sentEmails(site)).toBe(LEARNERS);

    const learner = await browser.newPage();
    await learner.goto(await invitationOf(site, 'learner-7@class.example'));
    await learner.getByLabel('New Password').fill(PASSWORD);
    await learner.getByRole('button', { name: 'Choose Password' }).click();
    const logIn = async (): Promise<void> => {
      await learner.getByLabel('Email').fill('learner-7@class.example');
      await learner.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await learner.getByRole('button', { name: 'Login' }).click();
    };
    await learner.waitForURL('**/learning');
    await learner.goto(`${site.origin}/user/profile`);
    await expect(learner.getByText('31 December 2099').first()).toBeVisible();

    await page.getByRole('link', { name: 'See everyone' }).click();
    await expect(page.getByRole('button', { name: `Has access ${LEARNERS}` })).toBeVisible();
    await page.getByLabel('Search by name or email').fill('learner-7@');
    await page.getByRole('link', { name: /learner-7@class\.example/ }).click();
    await page.getByRole('button', { name: 'Block', exact: true }).click();
    await page.getByLabel('Reason').fill('Shared the password');
    await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
    await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible();
    await expect(page.getByText('Account blocked: Shared the password')).toBeVisible();

    await learner.goto(`${site.origin}/user/profile`);
    await learner.waitForURL('**/login');
    await logIn();
    await expect(learner.getByText('This account is blocked. Please contact the school.').first()).toBeVisible();
    await learner.close();

    await page.goto(`${site.origin}/admin/people`);
    await page.getByRole('button', { name: 'Add person' }).click();
    const sheet = page.getByRole('dialog', { name: 'Add person' });
    await sheet.getByLabel('Name').fill('Late Learner');
    await sheet.getByLabel('Email').fill('late@class.example');
    await sheet.getByRole('button', { name: 'Add and invite' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Late Learner' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Note' }).fill('Joins in March');
    await page.getByRole('button', { name: 'Save note' }).click();
    await expect(page.getByText(/^Only admins see this\. Saved .* by School admin\.$/)).toBeVisible();
  } finally {
    await context.close();
    await site.stop();
  }
});
