import type { Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import { expect, storeSessionIn, test as base, watchForErrors } from './fixtures.ts';
import { startRealServer } from './real-server.ts';
import { createSite, media, PASSWORD, type Site } from './site.ts';

/** A school that nobody has set up yet. */
const test = base.extend<{ newSite: Site }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the names that a fixture takes out of its first argument
  newSite: async ({}, provide) => {
    const server = await startRealServer({ hasAdmin: false });
    await provide(createSite(server));
    await server.stop();
  },
});

const TITLE = 'Kilns: Fire, Clay and Patience';

const setUpSchool = async (page: Page, link: string): Promise<void> => {
  await page.goto(link);
  await page.getByLabel('School name').fill('Kiln School');
  await page.getByLabel('Full Name').fill('Asha Kulkarni');
  await page.getByLabel('Email').fill('asha@school.example');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await expect(page.getByLabel('Add sample courses')).toBeChecked();
  await page.getByRole('button', { name: 'Create school' }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'Be open for business' })).toBeVisible();
  await expect(page).toHaveTitle(/Kiln School/);
  await page.getByRole('link', { name: 'View site' }).click();
  await page.getByRole('link', { name: 'All Course', exact: true }).click();
  await expect(page).toHaveURL(/\/courses$/);
};

const createCourse = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Create new course' }).click();
  await page.getByLabel('Thumbnail').setInputFiles(media('thumbnail.jpg'));
  await page.getByLabel('Title').fill(TITLE);
  await page.getByLabel('Instructor').fill('Asha Kulkarni');
  await page.getByLabel('Category').fill('Crafts');
  await page.getByLabel('Description').fill('From a bag of clay to a bowl that holds water.');
  await page.getByRole('button', { name: 'Create course' }).click();
  await expect(page.getByText('Course created Succesfully')).toBeVisible();
  await expect(page).toHaveURL(/\/courses$/);
  // The server does not know what was created: the page is the same after a reload, with the way to the curriculum.
  await page.reload();
  await expect(page.getByRole('link', { name: 'Build the curriculum' })).toBeVisible();
};

const addLecture = async (page: Page, title: string): Promise<void> => {
  await page.getByRole('link', { name: 'Add new Lecture' }).first().click();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Description').fill('What the fire does.');
  await page.getByLabel('Video', { exact: true }).setInputFiles(media('three-seconds.mp4'));
  await page.getByRole('button', { name: 'Add lecture' }).click();
  await expect(page.getByText('Lectures added successfully').first()).toBeVisible();
  // The sentence may still be of the lecture before, and this one's video still uploading.
  await expect(page).toHaveURL(/\/course\/displaylectures/);
  await expect(
    page
      .getByRole('list')
      .getByRole('button', { name: new RegExp(title) })
      .first(),
  ).toBeVisible();
};

const register = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Signup' }).first().click();
  await page.getByLabel('Avatar').setInputFiles(media('avatar.png'));
  await page.getByLabel('Full Name').fill('Meera Nair');
  await page.getByLabel('Email').fill('meera@reader.example');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('link', { name: 'Profile of Meera Nair' })).toBeVisible();
};

const currentTime = (page: Page): Promise<number> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);

test(
  'an admin publishes a course, and only a visitor who buys the bundle watches it',
  {
    tag: [
      '@PRD-02',
      '@PRD-05',
      '@PRD-06',
      '@SCR-12',
      '@SCR-14',
      '@SCR-15',
      '@SCR-20',
      '@SCR-23',
      '@SCR-30',
      '@SCR-33',
      '@ROL-04',
      '@ROL-05',
      '@TRN-10',
      '@MSG-11',
      '@MSG-21',
    ],
  },
  async ({ newSite, browser }) => {
    const adminContext = await browser.newContext({ baseURL: newSite.origin });
    const adminErrors = watchForErrors(adminContext);
    const admin = await adminContext.newPage();
    await setUpSchool(admin, newSite.setupLink ?? '');
    await createCourse(admin);
    await admin.getByRole('link', { name: 'Build the curriculum' }).click();
    await admin.getByRole('link', { name: 'View as learner' }).click();
    await addLecture(admin, 'The first firing');
    await addLecture(admin, 'The second firing');
    const courseId = new URL(admin.url()).searchParams.get('course') ?? '';
    await admin.goto(`/course/edit?course=${courseId}&tab=publish`);
    await admin.getByRole('button', { name: 'Publish course', exact: true }).click();
    await expect(admin.getByRole('heading', { name: 'This course is published' })).toBeVisible();

    const context = await browser.newContext({ baseURL: newSite.origin });
    const errors = watchForErrors(context);
    const page = await context.newPage();
    let address = '';
    page.on('request', (request) => {
      if (request.url().includes('/media/') && request.url().endsWith('.mp4')) address = request.url();
    });
    await page.goto('/');
    await register(page);
    await page.getByRole('link', { name: 'Explore Courses' }).click();
    await page.getByRole('link', { name: TITLE }).click();
    await page.getByRole('link', { name: 'Subscribe' }).first().click();
    await expect(page).toHaveURL('/checkout');
    await page.getByRole('button', { name: 'Buy Now' }).click();
    const paymentWindow = page.frameLocator('iframe[title="Test payment"]');
    await expect(paymentWindow.getByText('499')).toBeVisible();
    await paymentWindow.getByRole('button', { name: 'Success' }).click();
    await expect(page).toHaveURL('/checkout/success');
    await expect(page.getByRole('heading', { name: 'Payment Successfull' })).toBeVisible();
    await expect(page.getByText('Welcome to the pro bundle')).toBeVisible();
    await page.getByRole('link', { name: 'Go to home' }).click();

    await page.getByRole('link', { name: 'Explore Courses' }).click();
    await page.getByRole('link', { name: TITLE }).click();
    await page.getByRole('link', { name: 'Watch lectures' }).first().click();
    await expect(page.getByRole('heading', { name: 'The first firing' })).toBeVisible();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(() => currentTime(page)).toBeGreaterThan(0.5);
    const facts = await page.locator('video').evaluate((video: HTMLVideoElement) => ({
      width: video.videoWidth,
      durationSeconds: video.duration,
    }));
    expect(facts.width).toBe(320);
    expect(facts.durationSeconds).toBeCloseTo(3, 0);
    await page
      .getByRole('button', { name: /The second firing/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: 'The second firing' })).toBeVisible();
    await expect.poll(() => currentTime(page)).toBeGreaterThan(0.2);

    const courseAddress = `${newSite.origin}/api/v1/courses/${courseId}`;
    expect((await fetch(courseAddress)).status).toBe(401);
    const unsubscribed = await newSite.aVisitorWhoRegisters();
    const refused = await fetch(courseAddress, { headers: { authorization: `Bearer ${unsubscribed.token}` } });
    expect(refused.status).toBe(403);
    expect(await refused.text()).not.toContain('secure_url');
    expect((await fetch(address.replace(/\/media\/[^/]+/, '/media/made-up'))).status).toBe(403);
    expect((await fetch(address, { headers: { range: 'bytes=0-99' } })).status).toBe(206);
    expect([...adminErrors, ...errors]).toEqual([]);

    const stranger = await browser.newContext({ baseURL: newSite.origin });
    await storeSessionIn(stranger, newSite.origin, unsubscribed);
    const strangerPage = await stranger.newPage();
    await strangerPage.goto(`/courses/description?course=${courseId}`);
    await expect(strangerPage.getByRole('link', { name: 'Subscribe' }).first()).toBeVisible();
    await strangerPage.goto(`/course/displaylectures?course=${courseId}`);
    await expect(strangerPage.getByRole('main').getByRole('link', { name: 'Subscribe' })).toBeVisible();
    expect(await strangerPage.locator('video').count()).toBe(0);
  },
);

test('the sample courses of a new school are drafts that play, and its setup link is closed', async ({
  newSite,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: newSite.origin });
  const errors = watchForErrors(context);
  const page = await context.newPage();

  await setUpSchool(page, newSite.setupLink ?? '');
  expect((await newSite.call(api.catalog.listCourses, undefined)).total).toBe(0);
  await page.goto('/admin/courses');
  await expect(page.getByText('Sample', { exact: true })).toHaveCount(4);
  await page.getByRole('link', { name: 'View A Short Science of the Monsoon' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => currentTime(page)).toBeGreaterThan(0.5);
  expect(errors).toEqual([]);
  await page.goto(newSite.setupLink ?? '');
  await expect(page.getByText('This setup link is invalid or was already used')).toBeVisible();
});
