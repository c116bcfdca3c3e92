import { expect, storeSessionIn, test, watchForErrors } from './fixtures.ts';
import { startRealServer } from './real-server.ts';
import { createSite, media } from './site.ts';

test('an owner adds blocks to the home page, and visitors see them without JavaScript', async ({ browser }) => {
  const site = createSite(await startRealServer({ hasAdmin: true }));
  await site.aCourse({ title: 'Glazes From Ash' });
  const owner = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await storeSessionIn(owner, site.origin, await site.admin());
  const page = await owner.newPage();
  await page.goto(`${site.origin}/admin/settings/home`);
  const editor = page.getByRole('form', { name: 'Blocks' });
  const add = editor.getByLabel('Add block');
  await add.selectOption('Quote');
  await editor.getByRole('button', { name: 'Save blocks' }).click();
  await expect(editor.getByText('incomplete')).toBeVisible();
  await editor.getByLabel('Quote', { exact: true }).fill('The first bowl is never round.');
  await editor.getByLabel('Who').fill('Devika Pillai');
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('The first bowl is never round.');

  await add.selectOption('Questions');
  await editor.getByLabel('Question 1', { exact: true }).fill('Do I need a wheel?');
  await editor.getByLabel('Answer 1').fill('No. <b>Your hands</b> are *enough*.');

  await add.selectOption('Picture');
  await editor.getByLabel('Picture', { exact: true }).setInputFiles(media('thumbnail.jpg'));
  await editor.getByLabel('Description').fill('A bowl on a wheel');
  await expect(editor.getByText('incomplete')).toBeHidden();
  await add.selectOption('Plans');

  // The last one goes to the front, with the keyboard.
  const handle = editor.getByRole('button', { name: 'Move Plans' });
  await handle.focus();
  for (const _ of [1, 2, 3]) await handle.press('ArrowUp');
  await expect(editor.getByText('Plans is now 1 of 4')).toBeAttached();
  await expect(handle).toBeFocused();
  await editor.getByRole('button', { name: 'Save blocks' }).click();
  await expect(page.getByText('Blocks saved')).toBeVisible();

  const visitor = await browser.newContext({ javaScriptEnabled: false });
  const reading = await visitor.newPage();
  await reading.goto(site.origin);
  await expect(reading.getByRole('heading', { name: 'Find out best Online Courses' })).toBeVisible();
  await expect(reading.getByRole('link', { name: 'Explore Courses' })).toBeVisible();
  const sections = reading.locator('main section');
  await expect(sections.filter({ has: reading.getByRole('heading', { name: 'Plans' }) })).toContainText(
    'Yearly bundle',
  );
  await expect(reading.getByText('“The first bowl is never round.”')).toBeVisible();
  await expect(reading.getByRole('img', { name: 'A bowl on a wheel' })).toBeVisible();
  await reading.getByText('Do I need a wheel?').click();
  await expect(reading.getByText('No. <b>Your hands</b> are enough.')).toBeVisible();
  await expect(reading.getByRole('heading', { name: 'One bundle, the whole library' })).toHaveCount(0);
  await expect(reading.getByText('Glazes From Ash').last()).toBeVisible();

  // The program takes the page over as it is.
  const hydrated = await browser.newContext();
  const errors = watchForErrors(hydrated);
  const using = await hydrated.newPage();
  await using.goto(site.origin);
  await using.getByText('Do I need a wheel?').click();
  await using.getByRole('link', { name: 'Subscribe to Yearly bundle' }).click();
  await expect(using).toHaveURL(/\/(?:signup|login|checkout)/);
  expect(errors).toEqual([]);
  for (const context of [owner, visitor, hydrated]) await context.close();
  await site.stop();
});
