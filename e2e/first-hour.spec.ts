import type { Locator, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expect, test as base } from './fixtures.ts';
import { startRealServer } from './real-server.ts';
import { createSite, media, PASSWORD, type Site } from './site.ts';

const test = base.extend<{ newSite: Site }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the names that a fixture takes out of its first argument
  newSite: async ({}, provide) => {
    const server = await startRealServer({ hasAdmin: false });
    await provide(createSite(server));
    await server.stop();
  },
});

/** How long a person takes, in seconds: to find and press something, to type a letter, to look at a page, to read a draft. */
const PRESS_S = 3;
const LETTER_S = 0.3;
const PAGE_S = 15;
const DRAFT_S = 75;

/** What one person does: every press, letter and page counts. The machine's own time is small beside it. */
const createPerson = () => {
  const done = { presses: 0, fields: 0, letters: 0, readingS: 0 };
  const press = async (target: Locator): Promise<void> => {
    done.presses += 1;
    await target.click();
  };
  return {
    done,
    press,
    type: async (field: Locator, text: string): Promise<void> => {
      await press(field);
      done.fields += 1;
      done.letters += text.length;
      await field.fill(text);
    },
    choose: async (target: Locator, files: Parameters<Locator['setInputFiles']>[0]): Promise<void> => {
      const chosen = target.page().waitForEvent('filechooser');
      await press(target);
      // In the window of the system: the file, and its button.
      done.presses += 2;
      await (await chosen).setFiles(files);
    },
    read: async (page: Page, heading: string, seconds = PAGE_S): Promise<void> => {
      done.readingS += seconds;
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    },
    minutes: (): number => (done.presses * PRESS_S + done.letters * LETTER_S + done.readingS) / 60,
  };
};

type Person = ReturnType<typeof createPerson>;

const setUp = async (owner: Person, page: Page, link: string): Promise<void> => {
  await page.goto(link);
  await owner.read(page, 'Set up your school');
  await owner.type(page.getByLabel('School name'), 'Mitti Pottery School');
  await owner.type(page.getByLabel('Full Name'), 'Asha Raman');
  await owner.type(page.getByLabel('Email'), 'asha@mittipottery.example');
  await owner.type(page.getByLabel('Password', { exact: true }), PASSWORD);
  await owner.type(page.getByLabel('What should all your courses cost for a year, in ₹?'), '799');
  await owner.press(page.getByLabel('Add sample courses'));
  await owner.press(page.getByRole('button', { name: 'Create school' }));
  await owner.read(page, 'Admin Dashboard');
};

const makeCourse = async (owner: Person, page: Page): Promise<void> => {
  const guide = page.getByRole('region', { name: 'Be open for business' });
  await owner.press(guide.getByRole('link', { name: 'Create a course' }));
  await owner.read(page, 'Create New Course');
  await owner.choose(page.getByLabel('Thumbnail'), media('thumbnail.jpg'));
  await owner.type(page.getByLabel('Title'), 'Pottery From the First Bowl');
  await expect(page.getByLabel('Instructor')).toHaveValue('Asha Raman');
  await owner.type(page.getByLabel('Category'), 'Crafts');
  await owner.type(page.getByLabel('Description'), 'From a bag of clay to a bowl that holds water.');
  await owner.press(page.getByRole('button', { name: 'Create course' }));
  await owner.press(page.getByRole('link', { name: 'Build the curriculum' }));
  await owner.read(page, 'Pottery From the First Bowl');
  const buffer = await readFile(media('three-seconds.mp4'));
  const files = ['1 Wedging the clay.mp4', '2 Centring.mp4', '3 The first bowl.mp4'];
  await owner.choose(
    page.getByText('Choose files', { exact: true }),
    files.map((name) => ({ name, mimeType: 'video/mp4', buffer })),
  );
  await expect(page.getByText('3 lectures', { exact: false }).first()).toBeVisible();
  await owner.press(page.getByRole('link', { name: 'Publish' }));
  await owner.press(page.getByRole('button', { name: 'Publish course and 3 lectures' }));
  await expect(page.getByRole('heading', { name: 'This course is published' })).toBeVisible();
};

const publishPages = async (owner: Person, page: Page): Promise<void> => {
  await owner.press(page.getByRole('link', { name: 'Overview' }));
  const guide = page.getByRole('region', { name: 'Be open for business' });
  await owner.press(guide.getByRole('button', { name: 'Price' }));
  await owner.press(guide.getByRole('button', { name: 'Keep this price' }));
  await owner.press(guide.getByRole('link', { name: 'Legal pages' }));
  const pages = page.getByRole('navigation', { name: 'Pages' });
  for (const title of ['Terms', 'Privacy', 'Refunds']) {
    await owner.press(pages.getByRole('link', { name: title }));
    await owner.read(page, 'Pages', DRAFT_S);
    await owner.press(page.getByRole('button', { name: 'Publish version 1' }));
    await expect(pages.getByRole('link', { name: title })).toContainText('Version 1');
  }
};

test(
  'a newcomer opens a school with a course, a price, legal pages and a test purchase in 15 minutes',
  { tag: '@long' },
  async ({ newSite, browser }) => {
    const owner = createPerson();
    const context = await browser.newContext({ baseURL: newSite.origin });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    await setUp(owner, page, newSite.setupLink ?? '');
    await makeCourse(owner, page);
    await publishPages(owner, page);

    await owner.press(page.getByRole('link', { name: 'Overview' }));
    const guide = page.getByRole('region', { name: 'Be open for business' });
    await owner.press(guide.getByRole('button', { name: 'Payments' }));
    await owner.press(guide.getByRole('button', { name: 'Copy sign-up link' }));
    const link = await page.evaluate(() => navigator.clipboard.readText());

    const privateWindow = await browser.newContext({ baseURL: newSite.origin });
    const shop = await privateWindow.newPage();
    await shop.goto(link);
    await owner.read(shop, 'Signup');
    await owner.choose(shop.getByLabel('Avatar'), media('avatar.png'));
    await owner.type(shop.getByLabel('Full Name'), 'Asha Test');
    await owner.type(shop.getByLabel('Email'), 'asha+test@mittipottery.example');
    await owner.type(shop.getByLabel('Password', { exact: true }), PASSWORD);
    await owner.press(shop.getByRole('button', { name: 'Create Account' }));

    await owner.read(shop, 'Find out best Online Courses');
    await owner.press(shop.getByRole('link', { name: 'Subscribe' }).first());
    await owner.read(shop, 'Subscription Bundle');
    await owner.press(shop.getByRole('button', { name: 'Buy Now' }));
    await owner.press(shop.frameLocator('iframe[title="Test payment"]').getByRole('button', { name: 'Success' }));
    await owner.read(shop, 'Payment Successfull');

    await page.reload();
    await expect(page.getByRole('link', { name: 'First steps 4 of 9 done' })).toBeVisible();
    // The figures of docs/owners.md.
    expect(owner.done).toEqual({ presses: 44, fields: 11, letters: 220, readingS: 345 });
    expect(owner.minutes()).toBeLessThan(15);
    await context.close();
    await privateWindow.close();
  },
);

test('from the link to a course to the first second of its video a stranger on a phone presses 11 times', async ({
  site,
  browser,
}) => {
  const title = 'Seen on WhatsApp';
  const courseId = await site.aCourse({ title });
  await site.aLecture(courseId);
  const learner = createPerson();
  const context = await browser.newContext({
    baseURL: site.origin,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  // A person reads before the first press: by then the program of the page runs.
  await page.goto(`/courses/description?course=${courseId}`, { waitUntil: 'networkidle' });
  await learner.read(page, title);
  await learner.press(page.getByRole('link', { name: 'Subscribe' }).locator('visible=true').first());
  await learner.read(page, 'Signup');
  await learner.choose(page.getByLabel('Avatar'), media('avatar.png'));
  await learner.type(page.getByLabel('Full Name'), 'Meera Nair');
  await learner.type(page.getByLabel('Email'), 'meera@reader.example');
  await learner.type(page.getByLabel('Password', { exact: true }), PASSWORD);
  await learner.press(page.getByRole('button', { name: 'Create Account' }));
  await learner.read(page, 'Subscription Bundle');
  await learner.press(page.getByRole('button', { name: 'Buy Now' }));
  await learner.press(page.frameLocator('iframe[title="Test payment"]').getByRole('button', { name: 'Success' }));
  await learner.read(page, 'Payment Successfull', 5);
  await learner.press(page.getByRole('link', { name: 'Start watching' }));
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(1);
  expect(learner.done).toEqual({ presses: 11, fields: 3, letters: 52, readingS: 50 });
  await context.close();
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test(
  'on its first day, without an account of a payment provider, a school sells by UPI',
  { tag: '@long' },
  async ({ newSite: { origin: baseURL, setupLink = '' }, browser }) => {
    const owner = createPerson();
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    await setUp(owner, page, setupLink);
    await makeCourse(owner, page);
    await page.goto('/admin/settings/ways');
    await page.getByLabel('UPI to the school').check();
    await page.getByLabel('UPI ID').fill('mitti@okbank');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('All changes saved')).toBeVisible();

    const phone = await browser.newContext({ baseURL, ...PHONE });
    const shop = await phone.newPage();
    await shop.goto('/courses');
    await shop
      .getByRole('link', { name: /Pottery From the First Bowl/ })
      .first()
      .click();
    await shop.getByRole('link', { name: 'Subscribe' }).locator('visible=true').first().click();
    await shop.getByLabel('Full Name').fill('सुनीता कुजूर');
    await shop.getByLabel('Email').fill('sunita@reader.example');
    await shop.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await shop.getByRole('button', { name: 'Create Account' }).click();
    await shop.getByRole('radio', { name: /^UPI to the school/ }).check();
    await shop.getByLabel('UPI reference').fill('432611870955');
    await shop.getByRole('button', { name: 'I have paid ₹799' }).click();
    await expect(shop.getByRole('heading', { name: 'Mitti Pottery School is checking your payment' })).toBeVisible();

    await page.goto('/teach/payments');
    await page.getByRole('link', { name: /सुनीता कुजूर/ }).click();
    await page.getByRole('button', { name: 'Confirm ₹799' }).click();
    // The page of the buyer waits for it.
    await expect(shop.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible();
    await shop.getByRole('link', { name: 'Start watching' }).click();
    await expect
      .poll(() => shop.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(0.2);
    await page.goto('/admin/dashboard');
    await expect(page.getByRole('region', { name: 'What sold' })).toContainText('₹799');
    await context.close();
    await phone.close();
  },
);
