import type { Page } from '@playwright/test';
import { expect, test, stepFor } from './fixtures.ts';
import { media, PASSWORD } from './site.ts';

/** What is typed into a form, and what the form says to it before anything is sent. */
interface Rule {
  title: string;
  requirements?: string[];
  address: string;
  typed?: Record<string, string>;
  picked?: Record<string, string>;
  button: string;
  says: string;
}

const signUp = { 'Full Name': 'Meera Nair', Email: 'meera@reader.example', Password: PASSWORD };
const letter = { Name: 'Vikram Seth', Email: 'vikram@reader.example', Message: 'When?' };
const course = { Title: 'Kilns', Instructor: 'Asha', Category: 'Crafts', Description: 'Fire' };

const without = (fields: Record<string, string>, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([label]) => label !== name));

const ofVisitors: Rule[] = [
  ...Object.keys(signUp).map((name) => ({
    title: `signup without ${name}`,
    requirements: ['VAL-01'],
    address: '/signup',
    typed: without(signUp, name),
    picked: { Avatar: 'avatar.png' },
    button: 'Create Account',
    says: 'Please fill all the details',
  })),
  {
    title: 'signup with four letters',
    requirements: ['VAL-02'],
    address: '/signup',
    typed: { ...signUp, 'Full Name': 'Mira' },
    picked: { Avatar: 'avatar.svg' },
    button: 'Create Account',
    says: 'Name should be atleast of 5 characters',
  },
  {
    title: 'signup with a video as avatar',
    requirements: ['VAL-03'],
    address: '/signup',
    typed: signUp,
    picked: { Avatar: 'three-seconds.mp4' },
    button: 'Create Account',
    says: 'This file is not a supported image',
  },
  {
    title: 'login without an email',
    requirements: ['VAL-04'],
    address: '/login',
    typed: { Password: PASSWORD },
    button: 'Login',
    says: 'Please fill all the details',
  },
  {
    title: 'login without a password',
    requirements: ['VAL-04'],
    address: '/login',
    typed: { Email: 'meera@reader.example' },
    button: 'Login',
    says: 'Please fill all the details',
  },
  {
    title: 'a forgotten password without an email',
    requirements: ['VAL-16'],
    address: '/forget-password',
    button: 'Send Reset Link',
    says: 'Please enter your email',
  },
  {
    title: 'a reset without a password',
    requirements: ['VAL-17'],
    address: '/reset-password/some-token',
    button: 'Update Password',
    says: 'Please enter a new password',
  },
  ...Object.keys(letter).map((name) => ({
    title: `a message without ${name}`,
    requirements: ['VAL-13'],
    address: '/contact',
    typed: without(letter, name),
    button: 'Send message',
    says: 'All fields are mandatory',
  })),
  {
    title: 'a message from nowhere',
    requirements: ['VAL-14'],
    address: '/contact',
    typed: { ...letter, Email: 'vikram' },
    button: 'Send message',
    says: 'Invalid email address',
  },
];

const ofAdmins: Rule[] = [
  {
    title: 'a profile without an avatar',
    requirements: ['VAL-05'],
    address: '/user/editprofile',
    typed: { 'Full Name': 'Asha Kulkarni' },
    button: 'Save changes',
    says: 'All fields are mandatory',
  },
  {
    title: 'a profile without a name',
    requirements: ['VAL-05'],
    address: '/user/editprofile',
    typed: { 'Full Name': '' },
    picked: { Avatar: 'avatar.jpg' },
    button: 'Save changes',
    says: 'All fields are mandatory',
  },
  {
    title: 'a profile with four letters',
    requirements: ['VAL-06'],
    address: '/user/editprofile',
    typed: { 'Full Name': 'Asha' },
    picked: { Avatar: 'avatar.svg' },
    button: 'Save changes',
    says: 'Name cannot be less than 5 characters',
  },
  {
    title: 'a password without the old one',
    requirements: ['VAL-15'],
    address: '/changepassword',
    typed: { 'New Password': PASSWORD },
    button: 'Change Password',
    says: 'All fields are mandatory',
  },
  {
    title: 'a password without the new one',
    requirements: ['VAL-15'],
    address: '/changepassword',
    typed: { 'Old Password': PASSWORD },
    button: 'Change Password',
    says: 'All fields are mandatory',
  },
  ...Object.keys(course).map((name) => ({
    title: `a course without ${name}`,
    requirements: ['VAL-08'],
    address: '/course/create',
    // The instructor is filled in.
    typed: { ...course, [name]: '' },
    picked: { Thumbnail: 'thumbnail.jpg' },
    button: 'Create course',
    says: 'Please fill all the fields',
  })),
  {
    title: 'a course without a thumbnail',
    requirements: ['VAL-08'],
    address: '/course/create',
    typed: course,
    button: 'Create course',
    says: 'Please fill all the fields',
  },
  {
    title: 'a course with a drawing as thumbnail',
    requirements: ['VAL-10'],
    address: '/course/create',
    typed: course,
    picked: { Thumbnail: 'avatar.svg' },
    button: 'Create course',
    says: 'Choose a jpg, jpeg or png image',
  },
  {
    title: 'a lecture without a video',
    requirements: ['VAL-11'],
    address: '/course/addlecture?course=ID',
    typed: { Title: 'Fire', Description: 'What it does' },
    button: 'Add lecture',
    says: 'All fields are mandatory',
  },
  {
    title: 'a lecture without a title',
    requirements: ['VAL-11'],
    address: '/course/addlecture?course=ID',
    typed: { Title: '', Description: 'What it does' },
    picked: { Video: 'three-seconds.mp4' },
    button: 'Add lecture',
    says: 'All fields are mandatory',
  },
];

const obey = async (page: Page, { address, typed = {}, picked = {}, button, says }: Rule): Promise<void> => {
  const main = page.getByRole('main');
  await page.goto(address);
  for (const [label, value] of Object.entries(typed)) await main.getByLabel(label, { exact: true }).fill(value);
  for (const [label, file] of Object.entries(picked))
    await main.getByLabel(label, { exact: true }).setInputFiles(media(file));
  await main.getByRole('button', { name: button, exact: true }).click();
  await expect(page.locator('.toast-card').getByText(says, { exact: true }).first()).toBeVisible();
  await expect(main.getByText(says, { exact: true }).first()).toBeVisible();
  for (const [label, value] of Object.entries(typed)) {
    await expect(main.getByLabel(label, { exact: true }), 'what was typed stays').toHaveValue(value);
  }
};

const obeyAll = async (page: Page, rules: readonly Rule[], courseId: string): Promise<void> => {
  const sent: string[] = [];
  page.on('request', (request) => {
    // A video is uploaded as soon as it is chosen, and becomes a lecture with the form. The time zone is stored without one.
    const isForm = ['POST', 'PUT'].includes(request.method()) && !/\/(?:uploads|notice-settings)$/.test(request.url());
    if (isForm) sent.push(request.url());
  });
  for (const rule of rules) {
    await stepFor(rule, () => obey(page, { ...rule, address: rule.address.replace('ID', courseId) }));
  }
  expect(sent, 'nothing that breaks a rule is sent').toEqual([]);
};

/** One test breaks many rules. */
test.describe.configure({ timeout: 480_000 });

test('forms for visitors show what is missing', { tag: ['@ADD-20', '@long'] }, async ({ page, site }) => {
  await obeyAll(page, ofVisitors, await site.theCourse());
});

test('forms for admins show what is missing', { tag: ['@ADD-20', '@long'] }, async ({ page, site, signIn }) => {
  await signIn(await site.admin());
  await obeyAll(page, ofAdmins, await site.theCourse());
});
