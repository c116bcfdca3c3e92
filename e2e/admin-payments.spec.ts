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

test('an admin finds a payment, saves its receipt, refunds it and grants access', async ({ page, site, signIn }) => {
  const { user } = await site.aSubscriber({ fullName: 'Kavya Subramaniam' });
  await signIn(await site.admin());

  await test.step('finds it', async () => {
    await page.goto('/admin/dashboard');
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Sales' }).click();
    await page.getByLabel('Name, email, pay_ or sub_ ID').fill(user.email);
    await expect(page).toHaveURL(/search=learner/);
    const row = page.getByRole('row', { name: /Kavya Subramaniam/ });
    await expect(row.getByText('Paid', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: /^Refunded \d/ }).click();
    await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
    await page.goBack();
    await expect(row).toBeVisible();
  });

  await test.step('exports what is shown', async () => {
    const file = await savedBy(page, () => page.getByRole('button', { name: 'Export results as CSV' }).click());
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

  await test.step('refunds it, with a reason', async () => {
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Refund ₹499 to Kavya Subramaniam?' });
    await question.getByRole('button', { name: 'Refund ₹499' }).click();
    await expect(question.getByText('Enter a reason', { exact: true })).toBeVisible();
    await question.getByLabel('Reason').fill('Bought for the wrong account');
    await question.getByRole('button', { name: 'Refund ₹499' }).click();
    await expect(page.getByText('Refund initiated', { exact: true })).toBeVisible();
    await expect(question).toHaveCount(0);
    await expect(page.getByText('“Bought for the wrong account”')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0);
  });

  await test.step('sees why this user has no access, grants it and revokes it', async () => {
    await page.getByRole('link', { name: 'View access' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Kavya Subramaniam' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible();
    await page.getByRole('button', { name: 'Grant access' }).click();
    const grant = page.getByRole('dialog', { name: 'Grant access to Kavya Subramaniam?' });
    await grant.getByLabel('Last day').fill(nextYear());
    await grant.getByLabel('Reason').fill('Won the essay prize');
    await grant.getByRole('button', { name: 'Grant access' }).click();
    await expect(page.getByRole('heading', { name: 'Has access' })).toBeVisible();
    await expect(page.getByText('Won the essay prize').first()).toBeVisible();

    await page.getByRole('button', { name: 'Revoke access' }).click();
    const revoke = page.getByRole('dialog', { name: 'Revoke access for Kavya Subramaniam?' });
    await revoke.getByLabel('Reason').fill('The prize went to another');
    await revoke.getByRole('button', { name: 'Revoke access' }).click();
    await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible();
  });
});

test(
  'an admin sees whether the bundle is on sale, and finds users by name',
  { tag: ['@long'] },
  async ({ page, site, signIn }) => {
    await site.aVisitorWhoRegisters({ fullName: 'Zubin Mistry' });
    await signIn(await site.admin());
    await page.goto('/admin/selling');
    await expect(page.getByRole('heading', { name: 'The bundle is on sale' })).toBeVisible();
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByText(/^Last checked/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open test console' })).toHaveAttribute('href', '/sandbox/console');
    await page.getByRole('link', { name: 'People', exact: true }).click();
    await page.getByLabel('Search by name or email').fill('zubin');
    await page.getByRole('link', { name: /Zubin Mistry/ }).click();
    await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Revoke access' })).toHaveCount(0);
  },
);

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
