import { expect, test } from './fixtures.ts';

test(
  'admins reach every page of theirs from the side bar, and on a phone from the bar at the bottom',
  { tag: ['@long'] },
  async ({ page, site, signIn }) => {
    await signIn(await site.admin());
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/admin/dashboard');
    const bar = page.getByRole('navigation', { name: 'Admin' });
    await expect(bar.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
    await bar.getByRole('link', { name: 'Sales' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeFocused();
    await page
      .getByRole('navigation', { name: 'Sales, pages' })
      .getByRole('link', { name: 'Plans and coupons' })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Plans' })).toBeFocused();
    await expect(bar.getByRole('link', { name: 'Sales' })).toHaveAttribute('aria-current', 'page');

    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: 'Search pages, people, courses and payments' });
    await search.fill('school ad');
    await expect(page.getByRole('option', { name: 'School admin' })).toHaveAttribute('aria-selected', 'true');
    await search.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'School admin' })).toBeFocused();
    await expect(search).toHaveCount(0);

    await page.keyboard.press('Control+k');
    await search.fill('gst');
    await expect(page.getByRole('option', { name: 'Receipts and tax › GSTIN' })).toBeVisible();
    await search.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Receipts and tax' })).toBeFocused();

    await page.setViewportSize({ width: 1000, height: 900 });
    await page.getByRole('button', { name: 'Expand navigation' }).click();
    await bar.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Search settings' })).toBeFocused();
    await page.keyboard.type('smtp');
    await expect(page.getByRole('main').getByRole('listitem')).toHaveText([/^Email › Mail server/]);
    await page.getByRole('main').getByRole('link', { name: /Email/ }).click();
    await page
      .getByRole('navigation', { name: 'Settings, pages' })
      .getByRole('link', { name: 'Emails', exact: true })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Emails' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Expand navigation' })).toBeVisible();

    await page.setViewportSize({ width: 390, height: 844 });
    await bar.getByRole('button', { name: 'More' }).click();
    await page.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'System' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'More' })).toBeHidden();

    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await expect(drawer.getByRole('link', { name: 'Admin Dashboard' })).toBeVisible();
    await drawer.getByRole('link', { name: 'Home' }).click();
    await expect(bar).toHaveCount(0);
  },
);

test('on a phone the actions of a page are one row, the main one first', async ({ page, site, signIn }) => {
  await signIn(await site.admin());
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/people');
  const main = page.getByRole('main');
  const add = main.getByRole('button', { name: 'Add person' });
  const more = main.getByRole('button', { name: 'More actions' });
  await expect(main.getByRole('link', { name: 'Import' })).toBeHidden();
  const [left, right] = [await add.boundingBox(), await more.boundingBox()];
  expect(left?.y).toBe(right?.y);
  expect(left?.x).toBeLessThan(right?.x ?? 0);

  await more.press('Enter');
  const menu = page.getByRole('menu', { name: 'More actions' });
  await expect(menu.getByRole('menuitem')).toHaveText(['Import', 'Found a copy?', 'Export as CSV']);
  await expect(menu.getByRole('menuitem', { name: 'Import' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await more.press('Enter');
  await menu.getByRole('menuitem', { name: 'Import' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Import people' })).toBeFocused();
});

test('on a phone a press on Save under a field that has the focus saves', async ({ page, site, signIn }) => {
  await signIn(await site.admin());
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto('/admin/settings/limits');
  const save = page.getByRole('button', { name: 'Save changes' });
  const devices = page.getByLabel('Devices at once');
  await devices.fill(String(Number(await devices.inputValue()) + 1));
  await expect(save).toBeEnabled();
  // Into the strip of the window that the bar covers as soon as no field has the focus.
  await save.evaluate((button) => window.scrollBy(0, button.getBoundingClientRect().bottom - window.innerHeight + 8));
  const { x, y, width, height } = (await save.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  expect(y + height).toBeGreaterThan(700 - 68);
  await page.mouse.click(x + width / 2, y + height / 2);
  await expect(page.getByText('All changes saved')).toBeVisible();
});
