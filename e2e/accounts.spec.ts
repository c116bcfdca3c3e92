import { expect, holdProgram, refusal, test } from './fixtures.ts';
import { media, PASSWORD } from './site.ts';

test(
  'a visitor signs up, stays logged in, logs out and logs in',
  { tag: ['@long', '@PRD-02', '@PRD-13', '@TRN-01', '@TRN-02', '@ENT-10'] },
  async ({ page }) => {
    const email = `sarita-${Date.now()}@school.example`;
    await page.goto('/');
    await page.getByRole('link', { name: 'Signup' }).first().click();
    await page.getByLabel('Avatar').setInputFiles(media('avatar.svg'));
    await page.getByLabel('Full Name').fill('Sarita Devi');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Account created successfully')).toBeVisible();
    await expect(page).toHaveURL('/');
    const avatar = page.getByRole('link', { name: 'Profile of Sarita Devi' }).locator('img');
    await expect(avatar).toHaveJSProperty('complete', true);
    expect(await avatar.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

    await page.reload();
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByText('Logged out successfully')).toBeVisible();
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(() => localStorage.length)).toBe(0);

    await page.getByRole('link', { name: 'Login' }).first().click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('Logged in successfully')).toBeVisible();
    const stored = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
    expect(stored).toMatchObject({ isLoggedIn: 'true', role: 'USER' });
    expect(JSON.parse(stored['data'] ?? '')).toMatchObject({ email, token: expect.any(String) });
  },
);

test('a form that is filled in and sent before the program runs is sent when it does', async ({ page, site }) => {
  const { user } = await site.aVisitorWhoRegisters();
  const runProgram = await holdProgram(page);
  const opened = page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.locator('[data-pressed]')).toHaveText('Login');
  await expect(page.locator('[data-pressed]')).toHaveCSS('opacity', '0.7');
  runProgram();
  await opened;
  await expect(page.getByText('Logged in successfully')).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('an image that is chosen before the program runs is sent with the form', async ({ page }) => {
  const runProgram = await holdProgram(page);
  const opening = page.goto('/signup');
  await page.getByLabel('Avatar').setInputFiles(media('avatar.png'));
  runProgram();
  await opening;
  await expect(page.getByText('avatar.png')).toBeVisible();
  await page.getByLabel('Full Name').fill('Kamala Das');
  await page.getByLabel('Email').fill(`kamala-${Date.now()}@school.example`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Account created successfully')).toBeVisible();
});

test(
  'forms show what is missing, with the specified messages',
  { tag: ['@long', '@VAL-01', '@VAL-02', '@VAL-04'] },
  async ({ page, consoleErrors }) => {
    consoleErrors.allow(refusal(401));
    await page.goto('/signup');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Please fill all the details').first()).toBeVisible();
    await page.getByLabel('Full Name').fill('Ann');
    await page.getByLabel('Email').fill('ann@school.example');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Avatar').setInputFiles(media('avatar.jpg'));
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Name should be atleast of 5 characters').first()).toBeVisible();

    await page.goto('/login');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('Please fill all the details').first()).toBeVisible();
    await page.getByLabel('Email').fill('nobody@school.example');
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('Email or password is incorrect').first()).toBeVisible();
    await expect(page).toHaveURL('/login');
  },
);

test(
  'a forgotten password is replaced through the emailed link',
  { tag: ['@long', '@PRD-02', '@SCR-08', '@SCR-10', '@ADD-13'] },
  async ({ page, site }) => {
    const { user } = await site.aVisitorWhoRegisters();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    // The page before has a field of the same name.
    await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible();
    await page.getByLabel('Email').fill(user.email);
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(
      page.getByRole('main').getByText('This school can’t send emails yet. Please ask the school for help.'),
    ).toBeVisible();

    const email = await site.emailTo(user.email, '/reset-password/');
    const link = /http:\/\/localhost:\d+\/reset-password\/[\w-]+/.exec(email)?.[0] ?? '';
    await page.goto(link);
    await page.getByLabel('New Password').fill('an even better password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(page.getByLabel('New Password')).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Update Password' }).click();
    await expect(page.getByRole('main').getByText(/Password updated/)).toBeVisible();
    await expect(page).toHaveURL('/login');
    await page.getByLabel('Email').fill(user.email);
    await page.getByLabel('Password', { exact: true }).fill('an even better password');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/');
  },
);

test(
  'a user changes the password',
  { tag: ['@PRD-02', '@TRN-13', '@MSG-27'] },
  async ({ page, site, signIn, consoleErrors }) => {
    consoleErrors.allow(refusal(400));
    await signIn(await site.aVisitorWhoRegisters());
    await page.goto('/changepassword');
    await page.getByLabel('Old Password').fill('not the old one');
    await page.getByLabel('New Password').fill('an even better password');
    await page.getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByText('The old password is incorrect').first()).toBeVisible();
    await page.getByLabel('Old Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByText('Password changed successfully!')).toBeVisible();
    await expect(page.getByLabel('Old Password')).toHaveValue('');
    await expect(page.getByLabel('New Password')).toHaveValue('');
  },
);

test(
  'an edited profile shows at once',
  { tag: ['@PRD-02', '@SCR-28', '@VAL-05', '@MSG-05'] },
  async ({ page, site, signIn }) => {
    await signIn(await site.aVisitorWhoRegisters());
    await page.goto('/user/profile');
    await expect(page.getByRole('main').getByText('Inactive')).toBeVisible();
    await page.getByRole('link', { name: 'Edit profile' }).click();
    await page.getByLabel('Full Name').fill('Meera K. Nair');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('All fields are mandatory').first()).toBeVisible();
    await page.getByLabel('Avatar').setInputFiles(media('avatar.jpg'));
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Profile updated successfully')).toBeVisible();
    await expect(page).toHaveURL('/user/profile');
    await expect(page.getByRole('heading', { name: 'Meera K. Nair' })).toBeVisible();
  },
);

test(
  'a message to the school is emailed',
  { tag: ['@VAL-13', '@VAL-14', '@MSG-12', '@ADD-10', '@ADD-13'] },
  async ({ page, site }) => {
    await page.goto('/contact');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('All fields are mandatory').first()).toBeVisible();
    await page.getByLabel('Name').fill('Vikram Seth');
    await page.getByLabel('Email').fill('vikram');
    const message = page.getByLabel('Message');
    await message.fill('When does the course on kilns begin?');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Invalid email address').first()).toBeVisible();
    // What has an @ arrives, also what nobody can reply to.
    for (const [address, words] of [
      ['vikram@reader.example', 'course on kilns'],
      ['vikram@', 'course on glazes'],
    ] as const) {
      await page.getByLabel('Name').fill('Vikram Seth');
      await page.getByLabel('Email').fill(address);
      await message.fill(`When does the ${words} begin?`);
      await page.getByRole('button', { name: 'Send message' }).click();
      await expect(message).toHaveValue('');
      await expect(page.getByText('Form submitted successfully').first()).toBeVisible();
      expect(await site.emailTo('admin@school.example', words)).toContain(address);
    }
  },
);

test('a damaged stored session is ignored', async ({ page }) => {
  await page.goto('/');
  for (const broken of ['not JSON', '{"_id":1}', 'null', '[]']) {
    await page.evaluate((data) => {
      localStorage.setItem('isLoggedIn', 'true');
      localStorage.setItem('role', 'ADMIN');
      localStorage.setItem('data', data);
    }, broken);
    await page.goto('/admin/dashboard');
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('link', { name: 'Signup' }).first()).toBeVisible();
  }
});
