import type { Locator, Page } from '@playwright/test';
import { expect, refusal, test, stepFor } from './fixtures.ts';
import { media } from './site.ts';

/** What one screen shows: opened at its address, then looked at. A person looks at all of theirs in one visit. */
interface Screen {
  title: string;
  requirements?: string[];
  address: string;
  look: (page: Page, main: Locator) => Promise<void>;
}

const leadsTo = async (place: Locator, links: Record<string, string>): Promise<void> => {
  for (const [name, href] of Object.entries(links)) {
    await expect(place.getByRole('link', { name, exact: true }).first(), name).toHaveAttribute('href', href);
  }
};

const heading = (main: Locator, name: string | RegExp): Promise<void> =>
  expect(main.getByRole('heading', { level: 1, name })).toBeVisible();

const goesBack = async (page: Page, main: Locator, words: string): Promise<void> => {
  await heading(main, words);
  await main.getByRole('button', { name: 'Go Back' }).click();
  await expect(page).toHaveURL('/contact');
};

const ofVisitors: Screen[] = [
  {
    title: 'home: headline and two ways on',
    requirements: ['SCR-01', 'SCR-02', 'ADD-01'],
    address: '/',
    look: async (_page, main) => {
      await heading(main, 'Find out best Online Courses');
      await leadsTo(main, { 'Explore Courses': '/courses', 'Contact Us': '/contact' });
    },
  },
  {
    title: 'footer: year, icons without a destination, contact, a tenth of the screen',
    requirements: ['PRD-07', 'PRD-08', 'ADD-01', 'NUM-12'],
    address: '/',
    look: async (page) => {
      const footer = page.getByRole('contentinfo');
      await expect(footer.getByText(`Copyright ${new Date().getFullYear()} | All rights reserved`)).toBeVisible();
      const icons = footer.getByRole('list').getByRole('link');
      await expect(icons).toHaveCount(4);
      expect(await icons.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
        Array(4).fill(null),
      );
      await leadsTo(footer, { 'Contact Us': '/contact', Terms: '/terms' });
      const height = await footer.evaluate((element) => element.getBoundingClientRect().height / window.innerHeight);
      expect(height).toBeGreaterThanOrEqual(0.1);
    },
  },
  {
    title: 'about: the mission, and four quotes that a keyboard turns and nothing else moves',
    requirements: ['SCR-03', 'SCR-04', 'ADD-02'],
    address: '/about',
    look: async (page, main) => {
      await heading(main, 'About Us');
      await expect(main.getByText('Affordable and quality online courses for everyone')).toBeVisible();
      const slides = main.getByRole('region', { name: 'Famous quotes' }).locator('article');
      await expect(slides).toHaveCount(4);
      const authors = await slides.locator('figcaption').allTextContents();
      expect(authors).toEqual([
        'Rabindranath TagorePersonality, 1917',
        'Nelson MandelaSpeech in Johannesburg, 16 July 2003',
        'John DeweyMy Pedagogic Creed, 1897',
        'Francis BaconOf Studies, 1625',
      ]);
      await main.getByRole('button', { name: 'Next quote' }).focus();
      await page.keyboard.press('ArrowRight');
      await expect(slides.nth(1)).toBeVisible();
      await expect(slides.nth(0)).toBeHidden();
      await page.keyboard.press('ArrowLeft');
      await expect(slides.nth(0)).toBeVisible();
      const glideSeconds = await slides.nth(0).evaluate((slide) => getComputedStyle(slide).transitionDuration);
      expect(Number.parseFloat(glideSeconds)).toBeLessThan(0.01);
      // What the key moved ends within a frame.
      await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
    },
  },
  {
    title: 'signup: its fields, its button, and the way to the login',
    requirements: ['SCR-05'],
    address: '/signup',
    look: async (_page, main) => {
      await expect(main.getByLabel('Avatar')).toHaveAttribute('accept', '.jpg,.jpeg,.png,.svg');
      for (const label of ['Full Name', 'Email']) await expect(main.getByLabel(label)).toBeVisible();
      await expect(main.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password');
      await expect(main.getByRole('button', { name: 'Create Account' })).toBeVisible();
      await leadsTo(main, { Login: '/login' });
    },
  },
  {
    title: 'login: its fields, and the ways to a forgotten password and the signup',
    requirements: ['SCR-06'],
    address: '/login',
    look: async (_page, main) => {
      await expect(main.getByLabel('Email')).toBeVisible();
      await expect(main.getByLabel('Password', { exact: true })).toBeVisible();
      await leadsTo(main, { 'Forgot password?': '/forget-password', 'Create an account': '/signup' });
    },
  },
  {
    title: 'forgotten password: a required email and its button',
    requirements: ['SCR-07', 'VAL-16'],
    address: '/forget-password',
    look: async (_page, main) => {
      await heading(main, 'Forgot Password');
      await expect(main.getByLabel('Email')).toHaveAttribute('type', 'email');
      await expect(main.getByLabel('Email')).toHaveAttribute('required');
      await expect(main.getByRole('button', { name: 'Send Reset Link' })).toBeVisible();
    },
  },
  {
    title: 'reset: the new password, shown and hidden, and its button',
    requirements: ['SCR-09'],
    address: '/reset-password/some-token',
    look: async (_page, main) => {
      await heading(main, 'Reset Password');
      const field = main.getByLabel('New Password');
      await expect(field).toHaveAttribute('type', 'password');
      await main.getByRole('button', { name: 'Show password' }).click();
      await expect(field).toHaveAttribute('type', 'text');
      await main.getByRole('button', { name: 'Hide password' }).click();
      await expect(field).toHaveAttribute('type', 'password');
      await expect(main.getByRole('button', { name: 'Update Password' })).toBeVisible();
    },
  },
  {
    title: 'courses: a card says what its course is, and opens it',
    requirements: ['SCR-11', 'SCR-12', 'PRD-01'],
    address: '/courses?search=Reading',
    look: async (page, main) => {
      const card = main.getByRole('article').filter({ hasText: 'Reading the Monsoon' }).first();
      await expect(card.locator('img')).toHaveAttribute('src', /\/files\/thumbnails\//);
      await expect(card).toContainText('How clouds, wind and warm land bring the rain');
      await expect(card.locator('dt')).toHaveText(['Category', 'Instructor', 'Total lectures']);
      await expect(card.locator('dd')).toHaveText(['Science', 'Ila Rao', '1']);
      await card.click({ position: { x: 20, y: 20 } });
      await expect(page).toHaveURL(/\/courses\/description\?course=.+/);
      await heading(main, 'Reading the Monsoon');
    },
  },
  {
    title: 'one course: image, details, and the button to subscribe',
    requirements: ['SCR-13', 'SCR-15', 'PRD-03'],
    address: '/courses/description?course=ID',
    look: async (_page, main) => {
      await heading(main, 'Reading the Monsoon');
      await expect(main.locator('img').first()).toHaveAttribute('src', /\/files\/thumbnails\//);
      await expect(main.getByText('How clouds, wind and warm land bring the rain').first()).toBeVisible();
      for (const words of ['Instructor', 'Ila Rao', 'Total lectures', '₹']) {
        await expect(main.getByText(words).first()).toBeVisible();
      }
      await leadsTo(main, { Subscribe: '/checkout', 'Terms applied.': '/terms' });
      await expect(main.getByRole('link', { name: 'Watch lectures' })).toHaveCount(0);
    },
  },
  {
    title: 'contact: three fields, for visitors too',
    requirements: ['SCR-18', 'ADD-01'],
    address: '/contact',
    look: async (_page, main) => {
      for (const label of ['Name', 'Email', 'Message']) await expect(main.getByLabel(label)).toBeVisible();
    },
  },
  {
    title: '403 says so and leads back',
    requirements: ['SCR-16'],
    address: '/denied',
    look: (page, main) => goesBack(page, main, 'Access Denied'),
  },
  {
    title: '404 says so and leads back',
    requirements: ['SCR-17'],
    address: '/no/such/page',
    look: (page, main) => goesBack(page, main, 'Page Not Found'),
  },
];

const ofUsers: Screen[] = [
  {
    title: 'profile: the person, Inactive, and the two ways on',
    requirements: ['SCR-25', 'SCR-26'],
    address: '/user/profile',
    look: async (_page, main) => {
      await heading(main, 'Meera Nair');
      await expect(main.locator('img').first()).toHaveAttribute('src', /\/files\/avatars\//);
      for (const words of [/learner-.*@school\.example/, 'Role: USER', 'Inactive']) {
        await expect(main.getByText(words)).toBeVisible();
      }
      await leadsTo(main, { 'Edit profile': '/user/editprofile', 'Change password': '/changepassword' });
    },
  },
  {
    title: 'edit profile: avatar and full name',
    requirements: ['SCR-27', 'VAL-07'],
    address: '/user/editprofile',
    look: async (_page, main) => {
      await heading(main, 'Edit Profile');
      await expect(main.getByLabel('Avatar')).toHaveAttribute('accept', '.jpg,.jpeg,.png,.svg');
      await expect(main.getByLabel('Full Name')).toHaveValue('Meera Nair');
    },
  },
  {
    title: 'change password: two masked and required fields',
    requirements: ['SCR-36'],
    address: '/changepassword',
    look: async (_page, main) => {
      for (const label of ['Old Password', 'New Password']) {
        await expect(main.getByLabel(label)).toHaveAttribute('type', 'password');
        await expect(main.getByLabel(label)).toHaveAttribute('required');
      }
      await expect(main.getByRole('button', { name: 'Change Password' })).toBeEnabled();
    },
  },
  {
    title: 'checkout: the bundle, its price, year and refund, and Buy Now',
    requirements: ['SCR-29', 'PRD-03', 'PRD-04', 'NUM-01'],
    address: '/checkout',
    look: async (_page, main) => {
      await heading(main, 'Subscription Bundle');
      await expect(main.getByRole('paragraph').filter({ hasText: /^₹499$/ })).toBeVisible();
      await expect(main.getByText('All courses, valid for 1 year')).toBeVisible();
      await expect(
        main.getByText('100% refund on cancellation within 7 days of purchase', { exact: true }),
      ).toBeVisible();
      await main.getByText('Terms applied').click();
      await expect(main.getByText('Access lasts for 1 year from the payment.')).toBeVisible();
      await expect(main.getByRole('button', { name: 'Buy Now' })).toBeEnabled();
    },
  },
  {
    title: 'success: two sentences and the way home',
    requirements: ['SCR-30'],
    address: '/checkout/success',
    look: async (_page, main) => {
      await heading(main, 'Payment Successfull');
      await expect(main.getByText('Welcome to the pro bundle')).toBeVisible();
      await leadsTo(main, { 'Go to home': '/' });
    },
  },
  {
    title: 'failure: two sentences and the way to try again',
    requirements: ['SCR-31'],
    address: '/checkout/fail',
    look: async (_page, main) => {
      await heading(main, 'Payment Failed');
      await expect(main.getByText('Oops! Your payment failed')).toBeVisible();
      await leadsTo(main, { 'Try again': '/checkout' });
    },
  },
  {
    title: 'a course asks who has not bought to subscribe',
    requirements: ['SCR-15', 'ROL-05'],
    address: '/courses/description?course=ID',
    look: async (_page, main) => {
      await leadsTo(main, { Subscribe: '/checkout' });
      await expect(main.getByRole('link', { name: 'Watch lectures' })).toHaveCount(0);
    },
  },
  {
    title: 'lectures stay closed to who has not bought',
    requirements: ['ROL-05', 'PRD-05'],
    address: '/course/displaylectures?course=ID',
    look: async (_page, main) => {
      await leadsTo(main, { Subscribe: '/checkout' });
      await expect(main.locator('video')).toHaveCount(0);
    },
  },
];

const ofSubscribers: Screen[] = [
  {
    title: 'a course leads a subscriber to its lectures',
    requirements: ['SCR-14', 'TRN-04'],
    address: '/courses/description?course=ID',
    look: async (_page, main) => {
      await expect(main.getByRole('link', { name: 'Watch lectures' }).first()).toHaveAttribute(
        'href',
        /^\/course\/displaylectures\?course=.+/,
      );
      await expect(main.getByRole('link', { name: 'Subscribe' })).toHaveCount(0);
    },
  },
  {
    title: 'lectures: course, player, the first one selected',
    requirements: ['SCR-32', 'SCR-33', 'ROL-04', 'PRD-05'],
    address: '/course/displaylectures?course=ID',
    look: async (_page, main) => {
      await heading(main, 'Reading the Monsoon');
      await expect(main.locator('video')).toHaveCount(1);
      await expect(main.getByRole('heading', { level: 2, name: 'What a cloud says' })).toBeVisible();
      await expect(main.getByText('Shapes, heights and what comes after them.').first()).toBeVisible();
      await expect(main.getByRole('button', { name: 'Delete Lecture' })).toHaveCount(0);
    },
  },
  {
    title: 'profile: Active',
    requirements: ['SCR-25', 'TRN-05'],
    address: '/user/profile',
    look: async (_page, main) => {
      await expect(main.getByText('Active', { exact: true })).toBeVisible();
    },
  },
];

const ofAdmins: Screen[] = [
  {
    title: 'create course: its fields, and hints of 8 and 20 characters',
    requirements: ['SCR-19', 'VAL-09', 'VAL-10'],
    address: '/course/create',
    look: async (_page, main) => {
      await heading(main, 'Create New Course');
      await expect(main.getByLabel('Thumbnail')).toHaveAttribute('accept', '.jpg,.jpeg,.png');
      await expect(main.getByLabel('Title')).toHaveAttribute('placeholder', /8/);
      await expect(main.getByLabel('Description')).toHaveAttribute('placeholder', /20/);
      for (const label of ['Instructor', 'Category']) await expect(main.getByLabel(label)).toBeVisible();
    },
  },
  {
    title: 'add lecture: its fields, any video, and its preview',
    requirements: ['SCR-21', 'VAL-12'],
    address: '/course/addlecture?course=ID',
    look: async (_page, main) => {
      for (const label of ['Title', 'Description']) await expect(main.getByLabel(label)).toBeVisible();
      const video = main.getByLabel('Video', { exact: true });
      await expect(video).toHaveAttribute('accept', 'video/*');
      await video.setInputFiles(media('three-seconds.mp4'));
      const preview = main.getByLabel('Video preview');
      await expect.poll(() => preview.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(0);
    },
  },
  {
    title: 'add lecture to a course that is gone says so',
    requirements: ['ADD-22'],
    address: '/course/addlecture?course=gone',
    look: async (_page, main) => {
      await expect(main.getByText('This course does not exist or was removed')).toBeVisible();
      await leadsTo(main, { 'See all courses': '/courses' });
    },
  },
  {
    title: 'lectures: an ADMIN watches, adds and deletes',
    requirements: ['SCR-14', 'SCR-34', 'ROL-02', 'PRD-05'],
    address: '/courses/description?course=ID',
    look: async (_page, main) => {
      await main.getByRole('link', { name: 'Watch lectures' }).first().click();
      await expect(main.locator('video')).toHaveCount(1);
      await expect(main.getByRole('link', { name: 'Add new Lecture' }).first()).toHaveAttribute(
        'href',
        /^\/course\/addlecture\?course=/,
      );
      await expect(main.getByRole('button', { name: /^Delete Lecture.*What a cloud says/ })).toBeVisible();
    },
  },
];

const lookAtAll = async (page: Page, screens: readonly Screen[], courseId: string): Promise<void> => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/about');
  for (const screen of screens) {
    await stepFor(screen, async () => {
      await page.goto(screen.address.replace('ID', courseId));
      await screen.look(page, page.getByRole('main'));
    });
  }
};

/** One test looks at many screens. */
test.describe.configure({ timeout: 480_000 });

test('a visitor sees the specified pages', { tag: ['@long'] }, async ({ page, site, consoleErrors }) => {
  consoleErrors.allow(refusal(403, 404));
  await lookAtAll(page, ofVisitors, await site.theCourse());
});

test(
  'a learner without a bundle sees the specified pages',
  { tag: ['@long'] },
  async ({ page, site, signIn, consoleErrors }) => {
    consoleErrors.allow(refusal(403));
    await signIn(await site.aVisitorWhoRegisters());
    await lookAtAll(page, ofUsers, await site.theCourse());
  },
);

test('a subscriber sees the specified pages', { tag: ['@long'] }, async ({ page, site, signIn }) => {
  await signIn(await site.aSubscriber());
  await lookAtAll(page, ofSubscribers, await site.theCourse());
});

test('an admin sees the specified pages', { tag: ['@long'] }, async ({ page, site, signIn, consoleErrors }) => {
  consoleErrors.allow(refusal(404));
  await signIn(await site.admin());
  await lookAtAll(page, ofAdmins, await site.theCourse());
});
