import { readFile } from 'node:fs/promises';
import { DAY_MS } from '#contract/durations.ts';
import { api } from '#contract/api.ts';
import { openArchive } from '#server/archive/open-archive.ts';
import { unzip } from '#test/unzip.ts';
import { expect, storeSessionIn, test } from './fixtures.ts';
import { PASSWORD } from './site.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('a learner takes everything along in two taps, and asks to be forgotten', async ({ page, site, signIn }) => {
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
  await expect(dialog).toContainText(/Your access ends with it: 3\d\d days of All courses\./);
  await dialog.getByRole('button', { name: 'Delete my account' }).tap();
  const planned = page.getByRole('region', { name: 'Your account will be deleted' });
  await planned.getByRole('button', { name: 'Keep my account' }).tap();
  await page.getByRole('button', { name: 'Delete my account' }).tap();
  await dialog.getByRole('button', { name: 'Delete my account' }).tap();
  await expect(planned).toContainText('Renewals of your purchases are off');
  await expect(planned).not.toContainText(/certificates|questions/);
  const events = page.getByRole('region', { name: 'What happened lately' });
  await expect(events).toContainText(/deletion/i);
});

test('an account is gone two weeks after its user asked for it', { tag: '@long' }, async ({ site }) => {
  test.setTimeout(300_000);
  const { user, token } = await site.aVisitorWhoRegisters();
  await site.call(api.personalData.requestDeletion, token, { body: {} });
  await site.advance(14 * DAY_MS);
  // Deletions wait until the clock was right for a day, at which the server looks every half minute.
  await expect
    .poll(
      async () => {
        await site.advance((13 * DAY_MS) / 24);
        return (await site.call(api.personalData.deletions, (await site.admin()).token)).deletions;
      },
      { timeout: 240_000, intervals: [35_000] },
    )
    .toContainEqual(expect.objectContaining({ userId: user._id, person: null, doneAt: expect.any(String) }));
  const body = { email: user.email, password: PASSWORD };
  await expect(site.call(api.accounts.login, undefined, { body })).rejects.toThrow(/401/);
});

test('what a person has from another school comes along, with their name', async ({ browser, page, site, signIn }) => {
  const courseId = await site.aCourse();
  await site.aLecture(courseId);
  const { lectures } = await site.call(api.lectures.listLectures, (await site.admin()).token, { params: { courseId } });
  const lectureId = lectures[0]?._id ?? '';
  const before = await site.aSubscriber({ fullName: 'Wilhelmina Okonkwo' });
  await site.call(api.notes.write, before.token, {
    params: { lectureId, noteId: '0123456789abcdef01234567' },
    body: { positionMs: 1000, text: 'Warm land, cool sea' },
  });
  await signIn(before);
  await page.goto('/user/security');
  const data = page.getByRole('region', { name: 'Your data' });
  await data.getByRole('button', { name: 'Prepare my data' }).tap();
  const downloading = page.waitForEvent('download');
  await data.getByRole('button', { name: 'Download my data' }).tap();
  const file = await (await downloading).path();

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await storeSessionIn(context, site.origin, await site.aSubscriber({ fullName: 'W. Okonkwo' }));
  const there = await context.newPage();
  await there.goto(`${site.origin}/user/security`);
  const bringing = there.getByRole('region', { name: 'Your data from another school' });
  await bringing.getByRole('checkbox', { name: 'Take my name' }).tap();
  const choose = bringing.getByLabel('Choose the ZIP with your data');
  await choose.setInputFiles(file);
  await expect(bringing.getByRole('status')).toHaveText('1 note added. Your name is now Wilhelmina Okonkwo.');
  await choose.setInputFiles({ name: 'notes.zip', mimeType: 'application/zip', buffer: Buffer.from('no ZIP') });
  await expect(bringing.getByRole('alert')).toBeVisible();
  await expect(bringing.getByRole('status')).toHaveCount(0);
  await there.goto(`${site.origin}/user/profile`);
  await expect(there.getByRole('heading', { name: 'Wilhelmina Okonkwo' })).toBeVisible();
  await context.close();
});

test('an owner downloads the whole school', async ({ page, site, signIn }) => {
  await site.theCourse();
  await signIn(await site.admin());
  await page.goto('/admin/settings/export');
  await page.getByRole('button', { name: 'Export the school' }).tap();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).first().tap();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('school.zip');
  const archive = await openArchive(await download.path());
  const names = [...archive.names()];
  archive.close();
  expect(names).toContain('people/accounts.csv');
  expect(names).toContainEqual(expect.stringMatching(/^courses\/[\w-]+\/course\.md$/));
});
