import { expect, storeSessionIn, test } from './fixtures.ts';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

test('an owner lets lectures open later, and a learner reads on a phone what opens when', async ({
  site,
  signIn,
  page: owner,
  browser,
}) => {
  const course = await site.aCourse({ title: 'Soil and Compost' });
  for (const title of ['What soil is', 'The recipe', 'The season']) await site.aLecture(course, { title });
  await signIn(await site.admin());
  await owner.goto(`/course/edit?course=${course}`);
  const edit = async (title: string): Promise<void> => {
    await owner.getByRole('button', { name: `Actions for ${title}` }).click();
    await owner.getByRole('menuitem', { name: 'When it opens' }).click();
  };
  const save = async (): Promise<void> => {
    await owner.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(owner.getByRole('dialog')).toHaveCount(0);
  };
  await edit('The recipe');
  await owner.getByLabel('After the lecture before is done').check();
  await save();
  await expect(owner.getByRole('button', { name: 'Opens After the lecture before' })).toBeVisible();
  await edit('The season');
  await owner.getByLabel('On a date').check();
  await owner.getByLabel('Date', { exact: true }).fill('2099-01-01');
  await expect(owner.getByText(/^(Opens later for|Changes nothing for)/)).toBeVisible();
  await save();
  await expect(owner.getByRole('button', { name: 'Opens On 1 January 2099' })).toBeVisible();

  const context = await browser.newContext({ baseURL: site.origin, ...PHONE });
  await storeSessionIn(context, site.origin, await site.aSubscriber());
  const page = await context.newPage();
  await page.goto(`/courses/description?course=${course}`);
  await expect(page.getByText('Opens on Thu, 1 Jan 2099')).toBeVisible();
  await expect(page.getByText('Opens once “What soil is” is done')).toBeVisible();
  await page.goto(`/course/displaylectures?course=${course}`);
  await page.getByRole('button', { name: /The season/ }).tap();
  const stage = page.locator('.classroom-player').getByRole('status');
  await expect(stage).toContainText('Opens on Thu, 1 Jan 2099');
  await expect(page.getByRole('button', { name: 'Mark as watched' })).toHaveCount(0);
  await page.getByRole('button', { name: /The recipe/ }).tap();
  await expect(stage).toContainText('Opens once “What soil is” is done');
  await page.getByRole('link', { name: 'Open that lecture' }).tap();
  await page.getByRole('button', { name: 'Mark as watched' }).tap();
  await page.getByRole('button', { name: 'Next lecture' }).tap();
  await expect(page.getByRole('heading', { level: 2, name: 'The recipe' })).toBeVisible();
  await expect(page.locator('video')).toBeVisible();
  await context.close();
});
