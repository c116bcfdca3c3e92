import { expect, test } from './fixtures.ts';

test('a receipt is a notice: the bell counts it, opening reads it, and each kind of email has its switch', async ({
  page,
  site,
  signIn,
}) => {
  await signIn(await site.aSubscriber());
  await page.goto('/learning');
  await page.getByRole('button', { name: 'Notices, 1 unread' }).click();
  const newest = page.getByRole('region', { name: 'Newest notices' });
  await newest.getByRole('link', { name: /Your receipt for ₹499/ }).click();
  await expect(page).toHaveURL('/user/profile');
  await expect(page.getByRole('button', { name: 'Notices', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Notices', exact: true }).click();
  await newest.getByRole('link', { name: 'Notice settings' }).click();
  await expect(page.getByRole('radio', { name: /^What matters at once/ })).toBeChecked();
  await page.getByText('Choose for each kind').click();
  await page.getByText('Digests, quiet hours and time zone').click();
  // The second change is made while the first is being saved.
  const isChosen = Promise.withResolvers<void>();
  await page.route('**/user/notice-settings', async (route) => {
    if (route.request().method() === 'PUT') await isChosen.promise;
    await route.continue();
  });
  await page.getByLabel('Answers to questions: Email').selectOption('Off');
  await page.getByRole('combobox', { name: 'Quiet hours' }).selectOption('Every night');
  isChosen.resolve();
  await page.getByLabel('Quiet from').selectOption('21:00');
  await expect(page.getByText('In quiet hours phones and browsers show nothing.')).toBeVisible();
  // A field shows what is saved.
  await expect(page.getByLabel('Quiet from')).toHaveValue('21');
  await expect(page.getByText('You chose for each kind.')).toBeVisible();
  await page.reload();
  await page.getByText('Choose for each kind').click();
  await page.getByText('Digests, quiet hours and time zone').click();
  await expect(page.getByLabel('Answers to questions: Email')).toHaveValue('off');
  await expect(page.getByLabel('Quiet from')).toHaveValue('21');
  await expect(page.getByLabel('Receipts and refunds: Email')).toBeHidden();
});

test('a notice arrives while the page is open', async ({ page, site, signIn }) => {
  const buyer = await site.aVisitorWhoRegisters();
  await signIn(buyer);
  await page.goto('/courses');
  await expect(page.getByRole('button', { name: 'Notices', exact: true })).toBeVisible();
  await site.buy(buyer);
  await expect(page.getByRole('button', { name: 'Notices, 1 unread' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the bell opens the page of all notices', async ({ page, site, signIn }) => {
    await signIn(await site.aSubscriber());
    await page.goto('/courses');
    await page
      .getByRole('link', { name: /^Notices ?, 1 unread/ })
      .first()
      .tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Notices' })).toBeVisible();
    await page.getByRole('button', { name: 'Mark all as read' }).tap();
    await expect(page.getByRole('main').getByRole('listitem').getByText('Unread', { exact: true })).toBeHidden();
    await page.getByRole('link', { name: 'Unread', exact: true }).tap();
    await expect(page.getByText('You have read all notices.')).toBeVisible();
  });
});
