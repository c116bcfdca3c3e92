import { expect, test } from './fixtures.ts';

test('a visitor finds a course by a few letters, with the keyboard, and shares the filtered list', async ({
  page,
  site,
}) => {
  await site.theCourse();
  await page.goto('/courses');
  const search = page.getByRole('combobox', { name: 'Search courses and teachers' });
  await search.fill('read mon');
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  const first = suggestions.first();
  await expect(first).toContainText('Reading the Monsoon');
  await search.press('ArrowDown');
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await search.press('Escape');
  await expect(suggestions).toHaveCount(0);
  await search.press('Enter');
  await expect(page).toHaveURL(/\/courses\?search=read\+mon$/);
  await expect(page.getByRole('article').first()).toContainText('Reading the Monsoon');

  // A page past the end of the list, as an earlier entry of the history may have become.
  await page.evaluate(() => {
    history.pushState(null, '', '/courses?search=read+mon&page=50');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page).toHaveURL(/\/courses\?search=read\+mon$/);
  await expect(page.getByRole('article').first()).toContainText('Reading the Monsoon');

  await page.getByLabel('Sort').selectOption('Title A to Z');
  await expect(page).toHaveURL(/sort=title/);
  await search.fill('monsonn');
  await search.press('Enter');
  await expect(page.getByText('Showing results for “monsoon”. Search instead for “monsonn”.')).toBeVisible();
  await expect(page.getByRole('article').first()).toContainText('Reading the Monsoon');
  await page.getByRole('main').getByRole('link', { name: '“monsonn”' }).click();
  await expect(page.getByText('No results for “monsonn”.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: '“monsoon”' }).click();
  await expect(page.getByRole('article').first()).toContainText('Reading the Monsoon');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Sort and filter (1)' }).click();
  const sheet = page.getByRole('dialog', { name: 'Sort and filter' });
  await sheet.getByLabel('Length').selectOption('Under 1 hour');
  await sheet.getByRole('button', { name: /^Show \d+ course/ }).click();
  await expect(page).toHaveURL(/search=monsoon&length=short&sort=title$/);
  await search.fill('monsoon');
  await suggestions.filter({ hasText: 'Reading the Monsoon' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Reading the Monsoon/);
});
