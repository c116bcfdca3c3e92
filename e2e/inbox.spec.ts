import { expect, test } from './fixtures.ts';
import { api } from '#contract/api.ts';

test('an admin replies to a message by email, finishes it and undoes that, and reads it on a phone', async ({
  page,
  site,
  signIn,
}) => {
  const email = `rukmini-${Date.now()}@college.example`;
  const body = { name: 'Rukmini Hegde', email, message: 'Is there a rate for a group of 34?' };
  await site.call(api.contact.send, undefined, { body });
  await signIn(await site.admin());
  await page.goto(`/admin/inbox?search=${email}`);
  const view = page.getByRole('region', { name: 'Message', exact: true });
  await expect(view.getByText(body.message)).toBeVisible();

  await page.getByRole('heading', { level: 1, name: 'Inbox' }).click();
  await page.keyboard.press('r');
  const reply = view.getByLabel(`Reply to ${email}`);
  await expect(reply).toBeFocused();
  await page.keyboard.type('Yes: ₹199 each from thirty people on.');
  await view.getByRole('button', { name: 'Save and mark done' }).click();
  await expect(view.getByRole('list', { name: 'Replies' }).getByText('Yes: ₹199 each')).toBeVisible();
  await expect(view.getByRole('button', { name: 'Reopen' })).toBeVisible();
  expect(await site.emailTo(email, '199 each from thirty')).toContain('Re: Your message to Lectern');

  await view.getByRole('button', { name: 'Reopen' }).click();
  await view.getByRole('button', { name: 'Mark done', exact: true }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(view.getByRole('button', { name: 'Mark done', exact: true })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/admin/inbox?search=${email}`);
  await page.getByRole('list', { name: 'Messages' }).getByRole('link').click();
  await expect(view.getByText(body.message)).toBeVisible();
  await view.getByRole('button', { name: 'Inbox' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
});
