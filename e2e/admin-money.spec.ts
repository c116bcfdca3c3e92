import type { Download, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures.ts';

const savedBy = async (page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> => {
  const saving: Promise<Download> = page.waitForEvent('download');
  await press();
  const download = await saving;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'latin1') };
};

const nextYear = (): string => `${new Date().getFullYear() + 1}-06-30`;

test('an ADMIN finds a payment, keeps its papers, gives the money back and then the access by hand', async ({
  page,
  site,
  signIn,
}) => {
  const { user } = await site.aSubscriber({ fullName: 'Kavya Subramaniam' });
  await signIn(await site.admin());

  await test.step('finds it', async () => {
    await page.goto('/admin/dashboard');
    await page.getByRole('main').getByRole('link', { name: 'Payments' }).click();
    await page.getByLabel('Name, email, pay_ or sub_ id').fill(user.email);
    await expect(page).toHaveURL(/search=learner/);
    const row = page.getByRole('row', { name: /Kavya Subramaniam/ });
    await expect(row.getByText('Paid', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Refunded', exact: true }).click();
    await expect(page.getByText('No payment is like that.')).toBeVisible();
    await page.goBack();
    await expect(row).toBeVisible();
  });

  await test.step('exports what is shown', async () => {
    const file = await savedBy(page, () => page.getByRole('button', { name: 'Export these as CSV' }).click());
    expect(file.name).toMatch(/\.csv$/);
    expect(file.text).toContain(user.email);
  });

  await test.step('reads what happened, and saves the receipt', async () => {
    await page.getByRole('link', { name: 'Kavya Subramaniam' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '₹499' })).toBeVisible();
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: /Paid ₹499/ })
        .first(),
    ).toBeVisible();
    const file = await savedBy(page, () => page.getByRole('button', { name: /^Download receipt/ }).click());
    expect(file.name).toMatch(/\.pdf$/);
    expect(file.text.startsWith('%PDF')).toBe(true);
  });

  await test.step('gives the money back, with a reason', async () => {
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Refund ₹499 to Kavya Subramaniam?' });
    await question.getByRole('button', { name: 'Initiate refund' }).click();
    await expect(question.getByText('Write the reason')).toBeVisible();
    await question.getByLabel('Reason').fill('Bought for the wrong account');
    await question.getByRole('button', { name: 'Initiate refund' }).click();
    await expect(page.getByText('Refund initiated', { exact: true })).toBeVisible();
    await expect(question).toHaveCount(0);
    await expect(page.getByText('“Bought for the wrong account”')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0);
  });

  await test.step('sees why this person may not watch, gives access and takes it', async () => {
    await page.getByRole('link', { name: 'May this person watch?' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Kavya Subramaniam' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'May not watch' })).toBeVisible();
    await page.getByRole('button', { name: 'Give access' }).click();
    const grant = page.getByRole('dialog', { name: 'Give Kavya Subramaniam access?' });
    await grant.getByLabel('Last day').fill(nextYear());
    await grant.getByLabel('Reason').fill('Won the essay prize');
    await grant.getByRole('button', { name: 'Give access' }).click();
    await expect(page.getByRole('heading', { name: 'May watch' })).toBeVisible();
    await expect(page.getByText('“Won the essay prize”')).toBeVisible();

    await page.getByRole('button', { name: 'Take access' }).click();
    const revoke = page.getByRole('dialog', { name: 'Take the access of Kavya Subramaniam?' });
    await revoke.getByLabel('Reason').fill('The prize went to another');
    await revoke.getByRole('button', { name: 'Take the access' }).click();
    await expect(page.getByRole('heading', { name: 'May not watch' })).toBeVisible();
  });
});

test('an ADMIN sees whether the bundle is on sale, and finds people by name', async ({ page, site, signIn }) => {
  await site.aVisitorWhoRegisters({ fullName: 'Zubin Mistry' });
  await signIn(await site.admin());
  await page.goto('/admin/selling');
  await expect(page.getByRole('heading', { name: 'The bundle is on sale' })).toBeVisible();
  await page.getByRole('button', { name: 'Ask the provider now' }).click();
  await expect(page.getByText(/^Last asked/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the switches' })).toHaveAttribute('href', '/sandbox/desk');
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByLabel('Beginning of a name or email').fill('zubin');
  await page.getByRole('link', { name: /Zubin Mistry/ }).click();
  await expect(page.getByRole('heading', { name: 'May not watch' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take access' })).toHaveCount(0);
});

test('a buyer saves the receipt, cancels, and sees that the refund is initiated', async ({ page, site, signIn }) => {
  await signIn(await site.aSubscriber());
  await page.goto('/user/profile');
  await expect(page.getByText('days left')).toBeVisible();
  const file = await savedBy(page, () => page.getByRole('button', { name: /^Download receipt/ }).click());
  expect(file.text.startsWith('%PDF')).toBe(true);
  await page.getByRole('button', { name: 'Cancel and refund' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel and refund' }).click();
  await expect(page.getByText(/^Refund of ₹499 (?:requested|initiated|processed)\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel and refund' })).toHaveCount(0);
});
