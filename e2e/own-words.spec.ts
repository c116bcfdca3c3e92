import { api } from '#contract/api.ts';
import { expect, test } from './fixtures.ts';

// A server of its own: languages and words are of the whole school.
test.use({ viewport: { width: 390, height: 844 }, settings: { BRAND_NAME: 'The school of words' } });

test('an owner says a sentence in other words, and visitors read it in that language', async ({
  page,
  site,
  signIn,
  browser,
  consoleErrors,
}) => {
  // The sentence with an unknown value.
  consoleErrors.allow(/status of 400/);
  const admin = await site.admin();
  await site.call(api.settings.saveLanguages, admin.token, { body: { language: 'en', others: ['hi'] } });
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const visitor = await context.newPage();
  const errors: string[] = [];
  visitor.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  visitor.on('pageerror', (error) => errors.push(error.message));
  /** As the server sends it, and after hydration. */
  const heading = async (path: string): Promise<(string | null)[]> => {
    const words: string[] = [];
    const note = (url: string): unknown => url.includes('/own-words/') && words.push(url);
    visitor.on('request', (request) => note(request.url()));
    await visitor.goto(site.origin + path);
    const sent = await visitor.locator('h1').textContent();
    await visitor.waitForFunction(() => !('loading' in document.documentElement.dataset));
    return [sent, await visitor.locator('h1').textContent(), String(new Set(words).size)];
  };
  expect(await heading('/hi/courses')).toEqual(['सभी कोर्स', 'सभी कोर्स', '0']);

  await signIn(admin);
  await page.goto('/admin/settings/languages');
  await page.getByRole('link', { name: 'Your own words' }).click();
  const words = page.getByRole('region', { name: 'Sentences' });
  await words.getByLabel('Language').selectOption('hi');
  await words.getByRole('searchbox', { name: 'Search sentences' }).fill('all courses');
  const sentence = words.getByRole('listitem').filter({ has: page.getByText('All courses', { exact: true }) });
  await sentence.getByRole('button', { name: 'Change: सभी कोर्स' }).click();
  const field = words.getByLabel('Your sentence').and(words.getByRole('textbox'));
  await field.fill('सारी {x} कक्षाएँ');
  await words.getByRole('button', { name: 'Save' }).click();
  await expect(words.getByText('The original has no {x}.')).toBeVisible();
  await field.fill('सारी कक्षाएँ');
  await words.getByRole('button', { name: 'Save' }).click();
  await expect(words.getByRole('button', { name: 'Reset: सारी कक्षाएँ' })).toBeVisible();

  expect(await heading('/hi/courses')).toEqual(['सारी कक्षाएँ', 'सारी कक्षाएँ', '1']);
  expect(await heading('/courses')).toEqual(['All courses', 'All courses', '0']);

  await words.getByRole('button', { name: 'Changed 1' }).click();
  // The rows before it go, and it moves up.
  await expect(words.getByRole('list', { name: 'Sentences' }).getByRole('listitem')).toHaveCount(1);
  await words.getByRole('button', { name: 'Reset: सारी कक्षाएँ' }).click();
  await expect(words.getByRole('button', { name: 'Reset: सारी कक्षाएँ' })).toBeHidden();
  expect(await heading('/hi/courses')).toEqual(['सभी कोर्स', 'सभी कोर्स', '0']);
  expect(errors).toEqual([]);
  await context.close();
});
