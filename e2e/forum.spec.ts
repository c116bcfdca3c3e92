import { createHmac } from 'node:crypto';
import { api } from '#contract/api.ts';
import { expect, test } from './fixtures.ts';
import { PASSWORD } from './site.ts';

const FORUM = 'https://forum.example';
const SECRET = 'd836444a9e4084d5b224a60c208dce14';

test('the forum sends a visitor here, who logs in and is sent back with the account', async ({ page, site }) => {
  const { token } = await site.admin();
  await site.call(api.settings.saveForum, token, { body: { address: FORUM, secret: SECRET } });
  const { user } = await site.aVisitorWhoRegisters();
  await page.route(`${FORUM}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Newest topics</h1>' }),
  );
  // As Ruby encodes it: in lines.
  const sso = `${Buffer.from(`nonce=abc&return_sso_url=${encodeURIComponent(`${FORUM}/session/sso_login`)}`).toString('base64')}\n`;
  const sig = createHmac('sha256', SECRET).update(sso).digest('hex');
  await page.goto(`/discourse/sso?sso=${encodeURIComponent(sso)}&sig=${sig}`);
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Newest topics' })).toBeVisible();
  const { searchParams } = new URL(page.url());
  const answer = searchParams.get('sso') ?? '';
  expect(searchParams.get('sig')).toBe(createHmac('sha256', SECRET).update(answer).digest('hex'));
  const account = new URLSearchParams(Buffer.from(answer, 'base64').toString('utf8'));
  expect(Object.fromEntries(account)).toMatchObject({ nonce: 'abc', external_id: user._id, email: user.email });
});

test('a link that the forum did not sign goes nowhere', async ({ page, site, signIn, consoleErrors }) => {
  consoleErrors.allow(/discourse-sign-in/);
  const { token } = await site.admin();
  await site.call(api.settings.saveForum, token, { body: { address: FORUM, secret: SECRET } });
  await signIn(await site.aVisitorWhoRegisters());
  await page.goto('/discourse/sso?sso=bm9uY2U9YQ%3D%3D&sig=00');
  await expect(page.getByRole('heading', { name: 'The forum could not be opened' })).toBeVisible();
  await expect(page.getByText('This login was not asked for by the forum of this school.')).toBeVisible();
});
