import type { Page, Route } from '@playwright/test';
import { expect, refusal, test, stepFor } from './fixtures.ts';
import { media, PASSWORD } from './site.ts';
import { emptyCourse, nothingChanged, nothingSold } from './stub-responses.ts';

/** One row of the catalogue of sentences: what starts the call, and what is shown while and after it runs. */
interface Row {
  title: string;
  requirements?: string[];
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  call: RegExp;
  address: string;
  /** Makes the page ready, once. Without `start` the call comes with the page. */
  prepare?: (page: Page) => Promise<void>;
  start?: (page: Page) => Promise<void>;
  loading?: string;
  /** What the button says while it cannot be pressed, where it has other words. */
  busyButton?: string;
  failure: string;
  /** What stands in the page beside the toast, where it has other words. */
  failureInPage?: string;
  /** A response that says nothing, and what is shown for it. */
  success?: { response: object; shown: string };
}

interface Reply {
  status: number;
  json: object;
}

const SAID = 'The server has words of its own';
const refused = (json: object): Reply => ({ status: 500, json });

const toasts = (page: Page) => page.locator('.toast-card');

/** All timers of the toasts run out, so that the next sentence is seen for itself. */
const forgetToasts = async (page: Page): Promise<void> => {
  const left = async (): Promise<number> => {
    await page.clock.fastForward(5000);
    return toasts(page).count();
  };
  await expect.poll(left, { intervals: [20] }).toBe(0);
};

/** Responds to the row's request in place of the server; `undefined` is a network that is down. */
const respond = async (
  page: Page,
  { method, call }: Row,
  reply: Reply | undefined,
  held?: Promise<void>,
): Promise<void> => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route(call, async (route: Route) => {
    if (route.request().method() !== method) return route.fallback();
    await held;
    return reply ? route.fulfill(reply) : route.abort();
  });
};

const begin = async (page: Page, row: Row): Promise<void> => {
  if (row.start) await row.start(page);
  else await page.goto(row.address);
};

const isSaid = async (page: Page, words: string): Promise<void> => {
  await expect(toasts(page).getByText(words, { exact: true }).first()).toBeVisible();
};

const failsWith = async (page: Page, row: Row, words: string, inPage: string): Promise<void> => {
  await isSaid(page, words);
  if (row.failureInPage !== undefined) await expect(page.getByRole('main').getByText(inPage).first()).toBeVisible();
  await forgetToasts(page);
};

/** Loading, then the server's words; then no words; then no network; then a success without words. */
const goThrough = async (page: Page, row: Row): Promise<void> => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await respond(page, row, refused({ success: false, message: SAID, code: 'internal' }), held);
  if (row.start) await page.goto(row.address);
  await row.prepare?.(page);
  await begin(page, row);
  if (row.loading !== undefined) await isSaid(page, row.loading);
  if (row.busyButton !== undefined) await expect(page.getByRole('button', { name: row.busyButton })).toBeDisabled();
  release();
  await failsWith(page, row, SAID, SAID);
  for (const reply of [refused({}), undefined]) {
    await respond(page, row, reply);
    await begin(page, row);
    await failsWith(page, row, row.failure, row.failureInPage ?? row.failure);
  }
  if (row.success) {
    await respond(page, row, { status: 200, json: { success: true, ...row.success.response } });
    await begin(page, row);
    await isSaid(page, row.success.shown);
    await forgetToasts(page);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
};

const press =
  (name: string) =>
  async (page: Page): Promise<void> =>
    page.getByRole('main').getByRole('button', { name, exact: true }).click();

const fill =
  (fields: Record<string, string>, files: Record<string, string> = {}) =>
  async (page: Page): Promise<void> => {
    const main = page.getByRole('main');
    for (const [label, value] of Object.entries(fields)) await main.getByLabel(label, { exact: true }).fill(value);
    for (const [label, file] of Object.entries(files))
      await main.getByLabel(label, { exact: true }).setInputFiles(media(file));
  };

/** A page that is opened by its address comes with its data. */
const exploreCourses = async (page: Page): Promise<void> => {
  await page.goto('/about');
  await page.getByRole('main').getByRole('link', { name: 'Explore Courses' }).click();
};

const ofVisitors: Row[] = [
  {
    title: 'registration',
    requirements: ['MSG-01', 'MSG-02', 'ADD-20'],
    method: 'POST',
    call: /user\/register$/,
    address: '/signup',
    prepare: fill(
      { 'Full Name': 'Meera Nair', Email: 'meera@reader.example', Password: PASSWORD },
      { Avatar: 'avatar.png' },
    ),
    start: press('Create Account'),
    loading: 'Wait! creating your account',
    failure: 'Failed to create account',
    failureInPage: 'Failed to create account',
  },
  {
    title: 'login',
    requirements: ['MSG-01', 'MSG-03', 'ADD-20'],
    method: 'POST',
    call: /user\/login$/,
    address: '/login',
    prepare: fill({ Email: 'meera@reader.example', Password: PASSWORD }),
    start: press('Login'),
    loading: 'Wait! Authentication in progress..',
    failure: 'Failed to login',
    failureInPage: 'Failed to login',
  },
  {
    title: 'contact',
    requirements: ['MSG-01', 'MSG-12', 'MSG-13', 'ADD-20'],
    method: 'POST',
    call: /\/contact$/,
    address: '/contact',
    prepare: fill({ Name: 'Vikram Seth', Email: 'vikram@reader.example', Message: 'When?' }),
    start: press('Send message'),
    loading: 'Submitting your message...',
    failure: 'Failed to submit the form',
    failureInPage: 'operation failed....',
    success: { response: {}, shown: 'Form submitted successfully' },
  },
  {
    title: 'forgotten password',
    requirements: ['MSG-01', 'MSG-28'],
    method: 'POST',
    call: /user\/reset$/,
    address: '/forget-password',
    prepare: fill({ Email: 'meera@reader.example' }),
    start: press('Send Reset Link'),
    failure: 'Something went wrong.',
    failureInPage: 'Something went wrong.',
  },
  {
    title: 'reset password',
    requirements: ['MSG-01', 'MSG-29'],
    method: 'POST',
    call: /user\/reset-password\/some-token$/,
    address: '/reset-password/some-token',
    prepare: fill({ 'New Password': PASSWORD }),
    start: press('Update Password'),
    failure: 'Something went wrong.',
    failureInPage: 'Something went wrong.',
  },
  {
    title: 'courses',
    requirements: ['MSG-01', 'MSG-08', 'MSG-09'],
    method: 'GET',
    call: /\/api\/v1\/courses\?/,
    address: '/about',
    start: exploreCourses,
    loading: 'Loading courses...',
    failure: 'Error while fetching courses',
    failureInPage: 'Something went wrong while fetching courses',
    success: {
      response: { courses: [], total: 0, totalLectures: 0, categories: [], teachers: [], didYouMean: null },
      shown: 'Courses fetched successfully',
    },
  },
];

const ofSubscribers: Row[] = [
  {
    title: 'user details',
    requirements: ['MSG-01', 'MSG-07'],
    method: 'GET',
    call: /user\/me$/,
    address: '/user/profile',
    failure: 'Something went wrong',
    failureInPage: 'Something went wrong',
  },
  {
    title: 'profile update',
    requirements: ['MSG-01', 'MSG-05', 'MSG-06', 'ADD-20'],
    method: 'PUT',
    call: /user\/update$/,
    address: '/user/editprofile',
    prepare: fill({ 'Full Name': 'Meera K. Nair' }, { Avatar: 'avatar.jpg' }),
    start: press('Save changes'),
    loading: 'Updating profile...',
    failure: 'Failed to update profile',
    failureInPage: 'Something went wrong',
    success: { response: {}, shown: 'Profile updated successfully' },
  },
  {
    title: 'change password, a request that fails',
    requirements: ['MSG-01', 'MSG-26', 'MSG-27', 'SCR-37'],
    method: 'POST',
    call: /user\/change-password$/,
    address: '/changepassword',
    prepare: fill({ 'Old Password': PASSWORD, 'New Password': 'an even better password' }),
    start: press('Change Password'),
    busyButton: 'Updating...',
    failure: 'Server error',
    failureInPage: 'Server error',
    success: { response: { succes: true }, shown: 'Password changed successfully!' },
  },
  {
    title: 'cancelling',
    requirements: ['MSG-01', 'MSG-19'],
    method: 'POST',
    call: /payments\/unsubscribe$/,
    address: '/user/profile',
    start: async (page) => {
      await press('Cancel and refund')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel and refund' }).click();
    },
    loading: 'Cancelling course bundle...',
    failure: 'Something went wrong while cancelling course bundle',
    success: { response: nothingChanged, shown: 'Course bundle cancelled successfully' },
  },
  {
    title: 'lectures',
    requirements: ['MSG-01', 'MSG-20', 'MSG-23'],
    method: 'GET',
    call: /\/api\/v1\/courses\/[\w-]+$/,
    address: '/course/displaylectures?course=ID',
    loading: 'Fetching course lectures...',
    failure: 'Failed to fetch course lectures',
    failureInPage: 'Something went wrong',
    success: { response: emptyCourse, shown: 'Course lectures fetched successfully' },
  },
  {
    title: 'logout',
    requirements: ['MSG-01', 'MSG-04'],
    method: 'GET',
    call: /user\/logout$/,
    address: '/about',
    start: async (page) => {
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Logout' }).click();
    },
    loading: 'Wait! Logging out..',
    failure: 'Failed to logout',
  },
];

const ofAdmins: Row[] = [
  {
    title: 'payment records',
    requirements: ['MSG-01', 'MSG-18'],
    method: 'GET',
    call: /\/api\/v1\/payments\?count=100/,
    address: '/admin/dashboard',
    loading: 'Fetching payment records...',
    failure: 'Something went wrong while fetching payment records',
    failureInPage: 'Something went wrong while fetching payment records',
    success: { response: nothingSold, shown: 'Payment records fetched successfully' },
  },
  {
    title: 'stats',
    requirements: ['MSG-01', 'MSG-24'],
    method: 'GET',
    call: /admin\/stats\/users$/,
    address: '/admin/dashboard',
    loading: 'Getting the stats...',
    failure: 'Failed to load data stats',
    failureInPage: 'Failed to load data stats',
  },
  {
    title: 'course delete',
    requirements: ['MSG-01', 'MSG-10'],
    method: 'DELETE',
    call: /\/api\/v1\/courses\/[\w-]+$/,
    address: '/admin/dashboard',
    start: async (page) => {
      await page
        .getByRole('button', { name: /^Delete / })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete course' }).click();
    },
    loading: 'deleting course ...',
    failure: 'Failed to delete the courses',
    success: { response: {}, shown: 'Courses deleted successfully' },
  },
  {
    title: 'course create, also a short one',
    requirements: ['MSG-01', 'MSG-11', 'VAL-09', 'ADD-20'],
    method: 'POST',
    call: /\/api\/v1\/courses$/,
    address: '/course/create',
    prepare: fill(
      { Title: 'Kilns', Instructor: 'Asha Kulkarni', Category: 'Crafts', Description: 'Fire and clay' },
      { Thumbnail: 'thumbnail.jpg' },
    ),
    start: press('Create course'),
    loading: 'Creating new courses',
    failure: 'Failed to create course',
    failureInPage: 'Failed to create course',
    success: { response: { course: { _id: 'kilns', title: 'Kilns' } }, shown: 'Course created Succesfully' },
  },
  {
    title: 'lecture add',
    requirements: ['MSG-01', 'MSG-21'],
    method: 'POST',
    call: /\/api\/v1\/(?:courses\/[\w-]+|uploads\/[\w-]+\/lecture)$/,
    address: '/course/addlecture?course=ID',
    prepare: fill({ Title: 'Fire', Description: 'What it does' }, { Video: 'three-seconds.mp4' }),
    start: press('Add lecture'),
    loading: 'Adding course lectures...',
    failure: 'Failed to addd course lectures',
    success: { response: { lectureId: null, course: null }, shown: 'Lectures added successfully' },
  },
  {
    title: 'lecture delete',
    requirements: ['MSG-01', 'MSG-22'],
    method: 'DELETE',
    call: /\/lecture\/[\w-]+$/,
    address: '/course/displaylectures?course=ID',
    start: async (page) => {
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Delete Lecture/ })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete lecture' }).click();
    },
    loading: 'Deleting course lecture...',
    failure: 'Failed to delete course lecture',
    success: { response: {}, shown: 'Course lecture delete successfully' },
  },
];

const goThroughAll = async (page: Page, rows: readonly Row[], courseId: string): Promise<void> => {
  await page.clock.install();
  for (const row of rows) {
    await stepFor(row, () => goThrough(page, { ...row, address: row.address.replace('ID', courseId) }));
  }
};

/** One test goes through many sentences. */
test.describe.configure({ timeout: 480_000 });

test.beforeEach(({ consoleErrors }) => {
  consoleErrors.allow(refusal(500));
  consoleErrors.allow(/ERR_FAILED/);
});

test('a visitor reads the specified sentences', { tag: ['@long'] }, async ({ page, site }) => {
  await goThroughAll(page, ofVisitors, await site.theCourse());
});

test('a subscriber reads the specified sentences', { tag: ['@long'] }, async ({ page, site, signIn }) => {
  await signIn(await site.aSubscriber());
  await goThroughAll(page, ofSubscribers, await site.theCourse());
});

test('an admin reads the specified sentences', { tag: ['@long'] }, async ({ page, site, signIn }) => {
  await signIn(await site.admin());
  await goThroughAll(page, ofAdmins, await site.theCourse());
});
