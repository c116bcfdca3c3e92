import type { Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import { expect, refusal, test } from './fixtures.ts';
import type { Site } from './site.ts';

const PHONE = { width: 390, height: 844 };
const SCREEN = { width: 1440, height: 900 };

for (const address of ['/denied', '/no/such/page']) {
  test(`Go Back at ${address} opens the home page in a new tab`, async ({ page, consoleErrors }) => {
    consoleErrors.allow(refusal(403, 404));
    await page.goto(address);
    await page.getByRole('main').getByRole('button', { name: 'Go Back' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Find out best Online Courses' })).toBeVisible();
    await expect(page).toHaveURL('/');
  });
}

test("no course is shown beside forms, and only the school's own beside Buy Now", async ({ page, site, signIn }) => {
  const titles = page.locator('.book > span');
  await site.theCourse();
  for (const address of ['/login', '/signup', '/contact']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(titles).toHaveCount(0);
  }
  const { courses } = await site.call(api.catalog.listCourses, undefined);
  await signIn(await site.aVisitorWhoRegisters());
  await page.goto('/checkout');
  await expect(titles.first()).toBeVisible();
  const shown = await titles.allTextContents();
  expect(courses.map(({ title }) => title)).toEqual(expect.arrayContaining(shown));
});

/** How far what was on the page moved while it loaded, as browsers count it. */
const measureShifts = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry)
          Object.assign(window, { shift: Number(Reflect.get(window, 'shift')) + Number(entry.value) });
    }).observe({ type: 'layout-shift', buffered: true });
  });
};

const aCourseInProgress = async (site: Site, token: string): Promise<void> => {
  const courseId = await site.aCourse({ title: 'Tide tables' });
  await site.aLecture(courseId, { title: 'The moon' });
  await site.aLecture(courseId, { title: 'Spring and neap' });
  const { lectures } = await site.call(api.lectures.listLectures, token, { params: { courseId } });
  const lectureId = lectures[0]?._id ?? '';
  await site.call(api.progress.mark, token, { params: { lectureId }, body: { isDone: true } });
};

test('a subscriber sees what to continue first on the home page, without layout shifts', async ({
  page,
  site,
  signIn,
}) => {
  const account = await site.aSubscriber();
  await aCourseInProgress(site, account.token);
  await signIn(account);
  await measureShifts(page);
  for (const size of [PHONE, SCREEN]) {
    await page.setViewportSize(size);
    await page.goto('/');
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Spring and neap' })).toBeInViewport();
    await expect(main.getByRole('link', { name: 'Explore Courses' })).toBeVisible();
    await expect(main.getByRole('heading', { name: 'New courses' })).toBeVisible();
    expect(await main.getByRole('heading').allTextContents()).toEqual(
      expect.arrayContaining(['Find out best Online Courses']),
    );
    expect((await main.getByRole('heading', { level: 2 }).allTextContents())[0]).not.toBe('New courses');
    expect(await page.evaluate(() => Number(Reflect.get(window, 'shift')))).toBeLessThan(0.01);
  }
});

test('the page of a course without lectures says so to a subscriber', async ({ page, site, signIn }) => {
  const courseId = await site.aCourse();
  await signIn(await site.aSubscriber());
  for (const size of [PHONE, SCREEN]) {
    await page.setViewportSize(size);
    await page.goto(`/courses/description?course=${courseId}`);
    const note = page.getByText('No lectures yet. You can watch them as soon as they are published.');
    await expect(note.filter({ visible: true })).toBeInViewport();
  }
});

test('a page that arrives complete becomes interactive, and theirs for a subscriber, without layout shifts', async ({
  page,
  site,
  signIn,
}) => {
  // With another course of the same teacher, there is something below what only visitors see.
  await site.aLecture(await site.aCourse());
  const address = `/courses/description?course=${await site.theCourse()}`;
  await measureShifts(page);
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      const heading = document.querySelector('h1');
      if (!heading) return;
      Object.assign(window, { served: heading });
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  const open = async (button: string): Promise<void> => {
    for (const size of [PHONE, SCREEN]) {
      await page.setViewportSize(size);
      const response = await page.goto(address);
      expect(await response?.text()).toMatch(/<h1[^>]*>Reading the Monsoon/);
      await expect(page.getByRole('main').getByRole('link', { name: button })).toBeInViewport();
      expect(await page.evaluate(() => Reflect.get(window, 'served') === document.querySelector('h1'))).toBe(true);
      expect(await page.evaluate(() => Number(Reflect.get(window, 'shift')))).toBeLessThan(0.02);
    }
  };
  await open('Subscribe');
  await signIn(await site.aSubscriber());
  await open('Watch lectures');
});

test('nothing moves on a phone when the fonts arrive after the page', async ({ page, site }) => {
  const description = `/courses/description?course=${await site.theCourse()}`;
  await page.setViewportSize(PHONE);
  await measureShifts(page);
  for (const address of ['/', description]) {
    const shown = Promise.withResolvers<void>();
    await page.route('**/*.woff2', async (route) => {
      await shown.promise;
      await route.continue();
    });
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    shown.resolve();
    await page.waitForLoadState('load');
    await page.evaluate(async () => document.fonts.ready);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.evaluate(() => document.fonts.check('600 20px Eczar'))).toBe(true);
    expect(await page.evaluate(() => Number(Reflect.get(window, 'shift')))).toBeLessThan(0.02);
    await page.unrouteAll();
  }
});

test(
  'on a phone choosing a lecture scrolls the player into view',
  { tag: ['@long'] },
  async ({ page, site, signIn }) => {
    const courseId = await site.aCourse({ title: 'A long course' });
    for (let number = 1; number <= 8; number += 1) await site.aLecture(courseId, { title: `Part ${number}` });
    await signIn(await site.aSubscriber());
    await page.setViewportSize({ width: 390, height: 480 });
    for (const reducedMotion of ['reduce', 'no-preference'] as const) {
      await page.emulateMedia({ reducedMotion });
      await page.goto(`/course/displaylectures?course=${courseId}`);
      await page.getByRole('button', { name: /Part 8/ }).click();
      await expect(page.getByRole('region', { name: 'Video: Part 8' })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('heading', { level: 2, name: 'Part 8' })).toBeFocused();
    }
  },
);

/** The cards of toasts that lie on a heading, a main button, a bar or the footer. */
const coveredBy = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const edges = (selector: string) =>
      [...document.querySelectorAll(selector)].map((element) => ({
        text: element.textContent,
        box: element.getBoundingClientRect(),
      }));
    const cards = edges('.toast-slot:not([data-leaving]):not([data-behind]) > .toast-card, .toast-pile > button');
    return edges('h1, h2, .btn-primary, .btn-accent, .bottom-bar, footer')
      .filter(({ box }) => box.width > 0)
      .filter((thing) =>
        cards.some(
          ({ box }) =>
            box.left < thing.box.right &&
            box.right > thing.box.left &&
            box.top < thing.box.bottom &&
            box.bottom > thing.box.top,
        ),
      )
      .map(({ text }) => text);
  });

for (const [size, viewport] of [
  ['a phone', PHONE],
  ['a screen', SCREEN],
] as const) {
  test(
    `on ${size} toasts cover no heading and no main button`,
    { tag: ['@long'] },
    async ({ page, site, signIn, consoleErrors }) => {
      consoleErrors.allow(refusal(401));
      const courseId = await site.theCourse();
      await page.setViewportSize(viewport);
      const cards = page.locator('.toast-slot:not([data-leaving]) > .toast-card');
      for (const [address, button] of [
        ['/login', 'Login'],
        ['/contact', 'Send message'],
      ] as const) {
        await page.goto(address);
        for (let press = 1; press <= 3; press += 1)
          await page.getByRole('main').getByRole('button', { name: button }).click();
        await expect(page.getByRole('button', { name: '2 more' })).toBeVisible();
        await expect.poll(() => coveredBy(page), address).toEqual([]);
      }
      await signIn(await site.admin());
      for (const address of [
        '/admin/dashboard',
        `/course/displaylectures?course=${courseId}`,
        '/courses',
        `/courses/description?course=${courseId}`,
      ]) {
        // A toast lasts two seconds; a cover may take longer to be drawn for the first time.
        await page.goto(address, { waitUntil: 'commit' });
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        if (!address.includes('description')) await expect(cards.first()).toBeVisible();
        await expect.poll(() => coveredBy(page), address).toEqual([]);
        await expect(page.locator('.skeleton-block')).toHaveCount(0);
        await expect.poll(() => coveredBy(page), address).toEqual([]);
      }
    },
  );
}

test('Devanagari uses the title font, which is loaded only if needed', async ({ page, site }) => {
  const courseId = await site.theCourse();
  const hindi = await site.aCourse({ title: 'मानसून को पढ़ना सीखें' });
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (/devanagari/.test(request.url())) fonts.push(request.url());
  });
  await page.goto(`/courses/description?course=${courseId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Reading the Monsoon' })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(fonts).toEqual([]);
  await page.goto(`/courses/description?course=${hindi}`);
  await expect(page.getByRole('heading', { level: 1, name: 'मानसून को पढ़ना सीखें' })).toBeVisible();
  await expect.poll(() => fonts).toEqual([expect.stringMatching(/eczar-devanagari.*\.woff2$/)]);
});

test('right-to-left text starts at the right, on pages and in fields', async ({ page, site, signIn }) => {
  const title = 'מבוא לאסטרונומיה!';
  const courseId = await site.aCourse({ title });
  await signIn(await site.admin());
  await page.goto(`/courses/description?course=${courseId}`);
  const heading = page.getByRole('heading', { level: 1, name: title });
  await expect(heading).toBeVisible();
  /** Where the exclamation mark, the last character, is: how far from the left edge of the heading's words. */
  const fromLeft = await heading.evaluate((element) => {
    const words = element.firstChild;
    const all = document.createRange();
    const mark = document.createRange();
    if (!(words instanceof Text)) return undefined;
    all.selectNodeContents(words);
    mark.setStart(words, words.length - 1);
    mark.setEnd(words, words.length);
    return mark.getBoundingClientRect().left - all.getBoundingClientRect().left;
  });
  expect(fromLeft).toBe(0);
  // Without a lecture it is the last of a list that others fill.
  await page.goto(`/courses?search=${encodeURIComponent(title)}`);
  const card = page.getByRole('heading', { level: 3, name: title });
  const toRight = await card.evaluate(
    (element) =>
      element.getBoundingClientRect().right - (element.firstElementChild?.getBoundingClientRect().right ?? 0),
  );
  expect(toRight).toBe(0);
  // A value stays below its name all the same.
  const values = page.getByRole('definition');
  expect(await values.first().evaluate((element) => getComputedStyle(element).textAlign)).toBe('left');
  await page.goto('/course/create');
  for (const name of ['Title', 'Instructor', 'Category', 'Description']) {
    await page.getByLabel(name, { exact: true }).fill(title);
    const isRightToLeft = await page.getByLabel(name, { exact: true }).evaluate((field) => field.matches(':dir(rtl)'));
    expect(isRightToLeft, name).toBe(true);
  }
});
