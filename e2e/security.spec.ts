import type { Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import { codeAt, fromBase32, stepAt } from '#server/features/accounts/factors/one-time-codes.ts';
import { expect, refusal, storeSessionIn, test } from './fixtures.ts';
import { PASSWORD } from './site.ts';

test('a person sees where they are logged in, and logs the other device out', async ({ page, site, signIn }) => {
  const person = await site.aVisitorWhoRegisters();
  const { email } = person.user;
  const { token } = await site.call(api.accounts.login, undefined, { body: { email, password: PASSWORD } });
  await signIn(person);
  await page.goto('/user/profile');
  await page.getByRole('link', { name: 'Security' }).click();
  const devices = page.getByRole('region', { name: 'Where you are logged in' }).getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await expect(devices.first()).toContainText('This one');
  await devices.last().getByRole('button').click();
  await expect(page.getByText('Logged out on that device')).toBeVisible();
  await expect(devices).toHaveCount(1);
  await expect(site.call(api.accounts.me, token, {})).rejects.toThrow(/401/);
});

const logIn = async (page: Page, email: string): Promise<void> => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
};

const HOUR_MS = 60 * 60_000;
const STEP_MS = 30_000;

test('a password alone does not log in once the second step is on; the app and a recovery code do', async ({
  browser,
  page,
  site,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.allow(/user\/(?:login|second-step)/);
  const person = await site.aVisitorWhoRegisters();
  const { email } = person.user;
  await signIn(person);
  await page.goto('/user/security');
  await site.advance(HOUR_MS);
  await page.getByRole('button', { name: 'Set up' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  // Without a response nothing is recorded as done, and the answer is not lost.
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Set up' }).click();
  await question.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await question.getByRole('button', { name: 'Confirm' }).click();
  const setUp = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await expect(setUp.locator('svg', { hasText: 'QR code for your authenticator app' })).toBeVisible();
  const key = fromBase32((await setUp.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '');
  const code = (): string => codeAt(key, stepAt(site.now()));
  await setUp.getByRole('textbox', { name: 'Code' }).fill(code());
  await setUp.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recoveryCode = (await codes.getByRole('listitem').first().textContent()) ?? '';
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('10 of 10 left')).toBeVisible();

  // Someone else has the password.
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    baseURL: site.origin,
    serviceWorkers: 'block',
  });
  const other = await phone.newPage();
  await logIn(other, email);
  const field = other.getByLabel('Code of your authenticator app');
  await expect(field).toBeFocused();
  await expect(other.getByText('Wait! Authentication in progress..')).toBeHidden();
  await field.fill('000000');
  await other.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(other.getByRole('alert')).toHaveText('This code is not valid, or was already used');
  await site.advance(STEP_MS);
  await field.fill(code());
  await other.getByRole('button', { name: 'Login', exact: true }).click();
  // On a phone the learner's bar replaces the link of the header.
  const menu = other.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Me', exact: true })).toBeVisible();
  await phone.close();

  const lost = await browser.newContext({ baseURL: site.origin, serviceWorkers: 'block' });
  const third = await lost.newPage();
  await logIn(third, email);
  await third.getByLabel('Code of your authenticator app').fill(recoveryCode);
  await third.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(third.getByRole('link', { name: `Profile of ${person.user.fullName}` })).toBeVisible();
  await lost.close();
  expect(await site.emailTo(email, 'New login')).toContain('/not-me/');
});

test('a passkey is added, logs in without a password, and stays while it is the only way in', async ({
  browser,
  site,
}) => {
  const person = await site.aVisitorWhoRegisters();
  const context = await browser.newContext({ baseURL: site.origin, serviceWorkers: 'block' });
  await storeSessionIn(context, site.origin, person);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto('/user/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await expect(dialog.getByLabel('Name')).toHaveValue(/^\w+ on \w+$/);
  await dialog.getByLabel('Name').fill('My laptop');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Passkey: My laptop' });
  await expect(row).toContainText('Added');
  await expect(page.getByRole('region', { name: 'What happened lately' })).toContainText(/passkey/i);

  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('link', { name: `Profile of ${person.user.fullName}` })).toBeVisible();

  await page.goto('/user/security');
  await expect(row).toContainText('Used');
  await page.getByRole('button', { name: 'Password', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  const password = page.getByRole('listitem').filter({ hasText: 'None. A link in an email sets one.' });
  await password.getByRole('button', { name: 'Email me a link' }).click();
  const reset = await site.emailTo(person.user.email, '/reset-password/');
  expect(reset).toMatch(/\/reset-password\/[\w-]{43}/);
  await row.getByRole('button', { name: 'Actions for My laptop' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('this one is your only way in').first()).toBeVisible();
  await page.reload();
  await expect(row).toHaveCount(1);
  await context.close();
});

test('a person confirms another address, and logs in with a code that is emailed to it', async ({
  page,
  site,
  signIn,
}) => {
  const person = await site.aVisitorWhoRegisters();
  const next = `new-${person.user.email}`;
  await signIn(person);
  await page.goto('/user/security');
  const factors = page.getByRole('region', { name: 'How you log in' });
  await expect(factors.getByText('Not confirmed.')).toBeVisible();
  await factors.getByRole('button', { name: 'Change address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your email address' });
  await dialog.getByLabel('New email address').fill(next);
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await expect(factors.getByText(`Open the link in the email to ${next}`)).toBeVisible();

  const link = /\/confirm-email\/[\w-]{43}/.exec(await site.emailTo(next, '/confirm-email/'))?.[0] ?? '';
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm Address' }).click();
  await expect(page.getByText(`${next} is the address of your account.`)).toBeVisible();
  await page.getByRole('link', { name: 'Security and data' }).click();
  await expect(factors.getByText('Confirmed', { exact: true })).toBeVisible();

  const last = `last-${person.user.email}`;
  await factors.getByRole('button', { name: 'Change address' }).click();
  await dialog.getByLabel('New email address').fill(last);
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await expect(factors.getByText(`Open the links in the emails to ${last} and to this address`)).toBeVisible();
  for (const [address, text, outcome] of [
    [next, 'Confirm the change', `Now open the link in the email to ${last}.`],
    [last, 'Confirm your address', `${last} is the address of your account.`],
  ] as const) {
    await page.goto(/\/confirm-email\/[\w-]{43}/.exec(await site.emailTo(address, text))?.[0] ?? '');
    await page.getByRole('button', { name: 'Confirm Address' }).click();
    await expect(page.getByText(outcome)).toBeVisible();
  }
  await page.getByRole('link', { name: 'Security and data' }).click();
  // The browser has the user with this address, and writes nothing more.
  await expect(page.getByText(`${last}, since`)).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await page.getByLabel('Email').fill(last);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await page.getByRole('button', { name: 'Send code' }).click();
  const field = page.getByLabel('Code from the email');
  await expect(field).toBeFocused();
  const code = /\b\d{3}-\d{3}\b/.exec(await site.emailTo(last, 'login code'))?.[0] ?? '';
  await field.fill(code);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/$|\/courses/);
});

test('a person logs all other devices out at once', async ({ page, site, signIn }) => {
  const person = await site.aVisitorWhoRegisters();
  const body = { email: person.user.email, password: PASSWORD };
  const others = [
    await site.call(api.accounts.login, undefined, { body }),
    await site.call(api.accounts.login, undefined, { body }),
  ];
  await signIn(person);
  await page.goto('/user/security');
  const devices = page.getByRole('region', { name: 'Where you are logged in' });
  await expect(devices.getByRole('listitem')).toHaveCount(3);
  await devices.getByRole('button', { name: 'Log out all others' }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(devices.getByRole('button')).toHaveCount(0);
  for (const { token } of others) await expect(site.call(api.accounts.me, token, {})).rejects.toThrow(/401/);
  await page.reload();
  await expect(devices.getByRole('listitem')).toContainText('This one');
});

const notMeIn = (email: string): string => /\/not-me\/[\w-]{43}/.exec(email)?.[0] ?? '';

/** Opens the link of an email, and presses its button. */
const secure = async (page: Page, link: string): Promise<void> => {
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Was this not you?' })).toBeVisible();
  await page.getByRole('button', { name: 'Secure my account' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is secured' })).toBeVisible();
};

test('“This was not me” throws a thief out, and leads to a new password', async ({
  browser,
  page,
  site,
  consoleErrors,
}) => {
  consoleErrors.allow(refusal(401));
  const { user } = await site.aVisitorWhoRegisters();
  const context = await browser.newContext({ baseURL: site.origin, serviceWorkers: 'block' });
  const thief = await context.newPage();
  await logIn(thief, user.email);
  await expect(thief.getByRole('link', { name: `Profile of ${user.fullName}` })).toBeVisible();

  await secure(page, notMeIn(await site.emailTo(user.email, 'New login')));
  await thief.goto('/user/profile');
  await expect(thief).toHaveURL('/login');
  await context.close();
  await logIn(page, user.email);
  await expect(page.getByText('Email or password is incorrect').first()).toBeVisible();

  const email = await site.emailTo(user.email, '/reset-password/');
  await page.goto(/\/reset-password\/[\w-]+/.exec(email)?.[0] ?? '');
  await page.getByLabel('New Password').fill('an even better password');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill('an even better password');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('link', { name: `Profile of ${user.fullName}` })).toBeVisible();
});

test('the old address stops a change that its person did not ask for', async ({ page, site, consoleErrors }) => {
  consoleErrors.allow(refusal(400, 404));
  const { user, token } = await site.aVisitorWhoRegisters();
  const stranger = `stranger-${user.email}`;
  await site.call(api.addresses.change, token, { body: { email: stranger } });
  const link = /\/confirm-email\/[\w-]{43}/.exec(await site.emailTo(stranger, '/confirm-email/'))?.[0] ?? '';
  const notice = await site.emailTo(user.email, 'Address change');
  expect(notice).toContain(stranger);
  await secure(page, notMeIn(notice));
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm Address' }).click();
  await expect(page.getByRole('heading', { name: 'Address not confirmed' })).toBeVisible();
  await expect(page.getByText('Log in, and request a new link under Security.')).toBeVisible();
  await page.goto(notMeIn(notice));
  await page.getByRole('button', { name: 'Secure my account' }).click();
  await expect(page.getByRole('heading', { name: 'Account not secured' })).toBeVisible();
  await page.getByRole('link', { name: 'Reset password' }).click();
  await expect(page).toHaveURL('/forget-password');
});
