import { readFile } from 'node:fs/promises';
import { api } from '#contract/api.ts';
import { unzip } from '#test/unzip.ts';
import { expect, test } from './fixtures.ts';
import { PASSWORD } from './site.ts';

const DAY_MS = 24 * 60 * 60_000;

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('a learner takes everything along in two taps, and is gone two weeks later', async ({ page, site, signIn }) => {
  const learner = await site.aSubscriber({ fullName: 'Wilhelmina Okonkwo' });
  const { email } = learner.user;
  await signIn(learner);
  await page.goto('/user/security');
  const data = page.getByRole('region', { name: 'Your data' });
  await data.getByRole('button', { name: 'Prepare my data' }).tap();
  const downloading = page.waitForEvent('download');
  await data.getByRole('button', { name: 'Download my data' }).tap();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('my-data.zip');
  const files = unzip(await readFile(await download.path()));
  expect(JSON.parse(files.get('data/account.json')?.toString() ?? '[]')).toMatchObject([
    { full_name: 'Wilhelmina Okonkwo', email },
  ]);
  expect([...files.keys()].filter((name) => name.startsWith('receipts/'))).toHaveLength(1);

  await page.getByRole('button', { name: 'Delete my account' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByRole('button', { name: 'Delete my account' }).tap();
  const planned = page.getByRole('region', { name: 'Your account will be deleted' });
  await planned.getByRole('button', { name: 'Keep my account' }).tap();
  await page.getByRole('button', { name: 'Delete my account' }).tap();
  await dialog.getByRole('button', { name: 'Delete my account' }).tap();
  await expect(planned).toContainText('Renewals of your purchases are off');

  await site.advance(14 * DAY_MS + 60 * 60_000);
  await expect
    .poll(async () => (await site.call(api.personalData.deletions, (await site.admin()).token)).deletions, {
      timeout: 60_000,
    })
    .toMatchObject([{ userId: learner.user._id, person: null, doneAt: expect.any(String) }]);
  await expect(site.call(api.accounts.login, undefined, { body: { email, password: PASSWORD } })).rejects.toThrow(
    /401/,
  );
});
