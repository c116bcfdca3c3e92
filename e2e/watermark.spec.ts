import type { Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import { expect, test } from './fixtures.ts';
import type { Site } from './site.ts';

/** A course with a video with captions and a PDF, whose lectures have a watermark. */
const aMarkedCourse = async (site: Site): Promise<string> => {
  const { token } = await site.admin();
  const courseId = await site.aCourse({ title: 'Soil and Compost' });
  const params = { courseId };
  const { course } = await site.call(api.lectures.addLecture, token, {
    params,
    fields: { title: 'Mulch, and what it costs', description: 'Forty bales for an acre.' },
    files: { lecture: 'two-minutes.mp4' },
  });
  await site.call(api.authoring.putCaptions, token, {
    params: { courseId, lectureId: course.lectures[0]?._id ?? '', language: 'en' },
    fields: { label: 'English' },
    files: { captions: 'captions.vtt' },
  });
  const pdf = { kind: 'pdf', title: 'Cash plan' } as const;
  await site.call(api.lectures.addLectureOfKind, token, { params, fields: pdf, files: { lecture: 'cash-plan.pdf' } });
  await site.call(api.watermarks.set, token, { params, body: { watermark: 'code' } });
  return courseId;
};

const codeOf = async (site: Site, token: string, courseId: string): Promise<string> =>
  (await site.call(api.lectures.listLectures, token, { params: { courseId } })).watermark?.text ?? '';

const addressOf = (courseId: string): string => `/course/displaylectures?course=${courseId}`;
const markIn = (page: Page) => page.locator('.lecture-player [data-watermark]');

/** What the mark stands over, and whether it is in the picture, large enough and faint enough. */
const placeOf = (page: Page) =>
  markIn(page).evaluate((mark) => {
    const box = mark.getBoundingClientRect();
    const frame = mark.parentElement?.getBoundingClientRect();
    const style = getComputedStyle(mark);
    const others = document.querySelectorAll(
      '.lecture-player :is(button, input, select), .player-top, .player-bottom, .player-controls:not(.player-touch), .player-captions span',
    );
    const covered = [...others].filter((other) => {
      const { left, right, top, bottom, width, height } = other.getBoundingClientRect();
      return width * height > 0 && left < box.right && right > box.left && top < box.bottom && bottom > box.top;
    });
    return {
      at: `${Math.round(box.left)} ${Math.round(box.top)}`,
      covers: covered.map((element) => `${element.className} ${element.textContent}`),
      isInside:
        frame !== undefined &&
        box.left >= frame.left &&
        box.right <= frame.right &&
        box.top >= frame.top &&
        box.bottom <= frame.bottom,
      fontSize: Number.parseFloat(style.fontSize),
      opacity: Number(style.opacity),
    };
  });

/** Follows it over some minutes; returns at how many places it was. */
const follow = async (page: Page): Promise<number> => {
  const places = new Set<string>();
  for (let moves = 0; moves < 12; moves += 1) {
    await page.clock.fastForward(45_000);
    // A glide is over.
    await expect.poll(async () => (await placeOf(page)).covers).toEqual([]);
    const { at, ...place } = await placeOf(page);
    expect(place).toMatchObject({ covers: [], isInside: true, opacity: 0.16 });
    expect(place.fontSize).toBeGreaterThanOrEqual(12);
    places.add(at);
  }
  return places.size;
};

const play = async (page: Page): Promise<void> => {
  await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    video.muted = true;
    video.loop = true;
    await video.play();
  });
};

for (const [width, height, isMobile] of [
  [1440, 900, false],
  [390, 844, true],
] as const)
  test.describe(`at ${width}`, () => {
    test.use({ viewport: { width, height }, isMobile, hasTouch: isMobile, reducedMotion: 'reduce' });

    test('a code moves over a video, in full screen too, and stays clear of controls and captions', async ({
      page,
      site,
      signIn,
    }) => {
      const courseId = await aMarkedCourse(site);
      const learner = await site.aSubscriber({ fullName: 'Sunita Kumari' });
      await signIn(learner);
      await page.clock.install();
      await page.goto(addressOf(courseId));
      await expect(markIn(page)).toHaveText(await codeOf(site, learner.token, courseId));
      await play(page);
      await page.keyboard.press('c');
      expect(await follow(page)).toBeGreaterThan(5);
      await expect(page.getByRole('button', { name: 'Picture-in-picture' })).toHaveCount(0);
      await page.keyboard.press('f');
      await expect.poll(() => page.evaluate(() => document.fullscreenElement?.className)).toBe('player-stage');
      await expect(markIn(page)).toBeVisible();
      expect(await follow(page)).toBeGreaterThan(5);
    });
  });

test('a watermark that is removed is restored, and playback pauses when it happens again', async ({
  page,
  site,
  signIn,
}) => {
  const courseId = await aMarkedCourse(site);
  const learner = await site.aSubscriber({ fullName: 'Sunita Kumari' });
  await signIn(learner);
  const ways: readonly ((mark: HTMLElement) => void)[] = [
    (mark) => mark.remove(),
    (mark) => mark.style.setProperty('display', 'none', 'important'),
    (mark) => mark.style.setProperty('left', '-900px', 'important'),
    (mark) => mark.replaceChildren('HELLO!'),
    (mark) => {
      const { left, top, width, height } = mark.getBoundingClientRect();
      const cover = document.createElement('div');
      cover.style.cssText = `position:fixed;left:${left}px;top:${top}px;width:${width}px;height:${height}px;background:#000;z-index:999`;
      document.body.append(cover);
    },
  ];
  const code = await codeOf(site, learner.token, courseId);
  const reports: string[] = [];
  page.on('request', (request) => request.url().endsWith('/watermark/tampering') && reports.push(request.method()));
  const isPaused = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused);
  for (const tamper of ways) {
    await page.goto(addressOf(courseId));
    await expect(markIn(page)).toHaveText(code);
    await play(page);
    const known = reports.length;
    await markIn(page).evaluate(tamper);
    await expect.poll(() => reports.length).toBeGreaterThan(known);
    await expect(markIn(page)).toHaveText(code);
    await expect(markIn(page)).toBeVisible();
  }
  await markIn(page).evaluate((mark) => mark.remove());
  const notice = page.getByRole('alert').filter({ hasText: 'Paused: something changed the watermark' });
  await expect(notice).toBeVisible();
  await expect.poll(isPaused).toBe(true);
  await notice.getByRole('button', { name: 'Play' }).click();
  await expect(markIn(page)).toHaveText(code);

  const { token } = await site.admin();
  const { detail } = await site.call(api.people.detail, token, { params: { userId: learner.user._id } });
  const lines = detail.timeline?.filter(({ text }) => text.includes('watermark')).map(({ text }) => text);
  expect(lines).toEqual(['The watermark of Soil and Compost was removed, hidden or moved on a device']);
});

test('the pages of a PDF are drawn with the code in them', async ({ page, site, signIn }) => {
  const courseId = await aMarkedCourse(site);
  await signIn(await site.aSubscriber());
  const { token } = await site.admin();
  const drawn = async (watermark: 'code' | null): Promise<string> => {
    await site.call(api.watermarks.set, token, { params: { courseId }, body: { watermark } });
    await page.goto(addressOf(courseId));
    await page.getByRole('button', { name: /Cash plan/ }).click();
    const pdf = page.getByRole('region', { name: 'PDF: Cash plan' });
    await expect(pdf.getByText('Annapurna Bakery')).toBeAttached();
    return pdf.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  };
  const [plain, marked, again] = [await drawn(null), await drawn('code'), await drawn('code')];
  expect(marked === plain).toBe(false);
  expect(again === marked).toBe(true);
});

test('a PDF stays through the changes of its width while a page is drawn', async ({ page, site, signIn }) => {
  const courseId = await aMarkedCourse(site);
  await signIn(await site.aSubscriber());
  await page.goto(addressOf(courseId));
  await page.getByRole('button', { name: /Cash plan/ }).click();
  const pdf = page.getByRole('region', { name: 'PDF: Cash plan' });
  await expect(pdf.getByText('Annapurna Bakery')).toBeAttached();
  await pdf.evaluate((stage) => {
    for (const width of ['500px', '400px', '300px']) {
      stage.style.width = width;
      window.dispatchEvent(new Event('resize'));
    }
  });
  await expect(pdf.locator('canvas')).toHaveJSProperty('width', 266);
  await expect(pdf.getByText('Annapurna Bakery')).toHaveCount(1);
  await expect(pdf.getByText('This PDF cannot be shown here.')).toHaveCount(0);
});

test.describe('on a phone without a connection', () => {
  test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a download has the code of its learner', async ({ page, context, site, signIn, consoleErrors }) => {
    consoleErrors.allow(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
    const courseId = await aMarkedCourse(site);
    const learner = await site.aSubscriber();
    await signIn(learner);
    await page.goto(addressOf(courseId));
    await page.getByRole('button', { name: 'Download for offline' }).tap();
    const dialog = page.getByRole('dialog');
    await expect(dialog.or(page.getByRole('button', { name: 'Downloaded to this phone', exact: true }))).toBeVisible();
    if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'Download' }).tap();
    await expect(page.getByRole('button', { name: 'Downloaded to this phone', exact: true })).toBeVisible();
    const cached = () =>
      page.evaluate(async () => {
        const name = (await caches.keys()).find((one) => one.startsWith('classroom'));
        return name === undefined ? 0 : (await (await caches.open(name)).keys()).length;
      });
    await expect.poll(cached).toBeGreaterThan(0);
    const code = await codeOf(site, learner.token, courseId);
    await context.setOffline(true);
    await page.goto(addressOf(courseId));
    await expect(markIn(page)).toHaveText(code);
    await expect(page.getByText(`The moving code ${code} is yours.`)).toBeVisible();
  });
});

test('an owner turns the watermark on, and finds from the code in a copy to the person and the end of their access', async ({
  page,
  site,
  signIn,
}) => {
  const courseId = await aMarkedCourse(site);
  const learner = await site.aSubscriber({ fullName: 'Sunita Kumari' });
  const code = await codeOf(site, learner.token, courseId);
  await signIn(await site.admin());
  await page.goto(`/course/edit?course=${courseId}&tab=protection`);
  await page.getByRole('radio', { name: 'Name' }).click();
  await expect(page.getByText('Protection saved')).toBeVisible();
  await page.getByRole('link', { name: 'Find the person' }).click();
  await page.getByLabel('Code in the copy').fill(`${code.slice(0, 3)} ${code.slice(3).toLowerCase()}`);
  await page.getByRole('button', { name: 'Find the person' }).click();
  const person = page.getByRole('region', { name: 'Whose code it was' });
  await expect(person.getByText('Sunita Kumari')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Letter' })).toHaveValue(
    new RegExp(`^Dear Sunita Kumari,[^]*the code ${code}`),
  );
  await person.getByRole('button', { name: 'End access' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Their code was in a copy on Telegram');
  await dialog.getByRole('button', { name: 'Revoke access' }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto(`/admin/people?search=${code}`);
  await expect(page.getByRole('link', { name: /Sunita Kumari/ })).toBeVisible();
  await page.goto('/admin/people/found-copy?code=ZZZ');
  await expect(page.getByText('Nobody has the code ZZZ.')).toBeVisible();
});
