import { pages } from '#contract/pages.ts';
import { runnerImport } from 'vite';
import { languageMacros } from '../scripts/languages/macros.ts';
import { english } from '#contract/languages/language.ts';
import type * as Groups from '#web/features/school/settings/settings-groups.ts';
import { expect, test } from './fixtures.ts';

/** Its texts are marked for translation, which only the build understands. */
const readEntries = async () => {
  const file = 'web/features/school/settings/settings-groups.ts';
  const { module } = await runnerImport<typeof Groups>(file, {
    configFile: false,
    plugins: [languageMacros],
  });
  return module.settingsGroups.flatMap((group) => group.entries);
};
/** Part of the field beside them. */
const PARTS_OF_FIELDS = ['Hex', 'Test', 'Live'];

test('a setting that the search finds has the focus and a mark, wherever it is', async ({ page, site, signIn }) => {
  await signIn(await site.admin());
  await page.goto('/admin/settings');
  await expect(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox');
  await search.fill('podcast');
  await expect(page.getByRole('option', { name: 'Community › Private podcasts' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await search.press('Enter');
  const podcasts = page.getByLabel('Private podcasts');
  await expect(podcasts).toBeFocused();
  await expect(podcasts).toBeInViewport();
  await expect(page.locator('[data-sought]')).toHaveText(/^Private podcasts/);
  await expect(page.locator('[data-sought]')).toHaveCount(0);
});

test(
  'every field of the settings is found, and its address leads to it',
  { tag: ['@long'] },
  async ({ page, site, signIn }) => {
    test.slow();
    await signIn(await site.admin());
    for (const entry of await readEntries()) {
      const labels = (entry.fields ?? []).map(({ label }) => english._(label));
      if (labels.length === 0) continue;
      const { path } = pages[entry.page];
      for (const label of labels) {
        await page.goto(`${path}#${new URLSearchParams({ field: label }).toString()}`);
        await expect(page.locator('[data-sought]'), label).toContainText(label);
        await expect(page.locator('[data-sought] :focus'), label).toBeInViewport();
      }
      const shown = await page.locator('main form :is(label, legend.field-label)').allTextContents();
      const unknown = shown.filter((label) => !labels.includes(label) && !PARTS_OF_FIELDS.includes(label));
      expect(unknown, path).toEqual([]);
    }
  },
);
