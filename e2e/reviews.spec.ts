import { api } from '#contract/api.ts';
import { expect, storeSessionIn, test } from './fixtures.ts';
import type { Account, Site } from './site.ts';

const HOSTILE = '</script><img src=x onerror="document.title=1"><b>bold</b>';

interface Scene {
  courseId: string;
  lectureId: string;
}

const aShortCourse = async (site: Site): Promise<Scene> => {
  const { token } = await site.admin();
  const courseId = await site.aCourse({ title: 'The Shopkeeper’s Balance Sheet' });
  await site.aLecture(courseId);
  const { lectures } = await site.call(api.lectures.listLectures, token, { params: { courseId } });
  return { courseId, lectureId: lectures[0]?._id ?? '' };
};

/** Reports two of three seconds, as a player does. */
const watch = (site: Site, { token }: Account, { lectureId }: Scene) =>
  site.call(api.progress.heartbeat, token, {
    params: { lectureId },
    body: { positionMs: 2000, ranges: [[0, 2000]], rate: 1, seq: 1, sessionId: 'a-player' },
  });

test('a learner on a phone reviews a course after watching, changes the review, and an average stands from three on', async ({
  browser,
  site,
}) => {
  const scene = await aShortCourse(site);
  const { courseId } = scene;
  const [learner, second, third] = [
    await site.aSubscriber(),
    await site.aSubscriber({ fullName: HOSTILE }),
    await site.aSubscriber({ fullName: 'Kabir Singh' }),
  ];
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    baseURL: site.origin,
    serviceWorkers: 'block',
  });
  await storeSessionIn(phone, site.origin, learner);
  const page = await phone.newPage();
  const address = `/courses/description?course=${courseId}`;
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'The Shopkeeper’s Balance Sheet' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Review this course' })).toBeHidden();

  await watch(site, learner, scene);
  await page.reload();
  await page.getByRole('button', { name: 'Review this course' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Review this course' });
  await sheet.getByLabel('What was it like?').fill(`Clear, and short. ${HOSTILE}`);
  await sheet.getByRole('button', { name: 'Publish review' }).tap();
  await expect(sheet.locator('#stars-error')).toHaveText('Choose how many stars');
  await sheet.getByRole('radio', { name: /Good$/ }).check();
  await expect(sheet.getByText(/“watched \d+%”/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Publish review' }).tap();
  const own = page.getByRole('region', { name: 'Your review' });
  await expect(own.getByText(`Clear, and short. ${HOSTILE}`)).toBeVisible();
  await expect(own.getByText(/^watched \d+%$/)).toBeVisible();

  await own.getByRole('button', { name: 'Edit' }).tap();
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /Very good$/ })
    .check();
  await page.getByRole('dialog').getByRole('button', { name: 'Save review' }).tap();
  await expect(own.getByText(/The earlier text is kept/)).toBeVisible();

  const reviews = page.getByRole('region', { name: 'Reviews' });
  const write = async (account: Account, stars: number) => {
    await watch(site, account, scene);
    await site.call(api.reviews.write, account.token, { params: { courseId }, body: { stars, text: HOSTILE } });
  };
  await write(second, 5);
  await page.reload();
  await expect(reviews.getByText('2 reviews', { exact: true })).toBeVisible();
  await expect(reviews.getByText('each after measured watching')).toBeHidden();
  await write(third, 3);
  await page.reload();
  await expect(reviews.getByText('3 reviews, each after measured watching')).toBeVisible();
  await expect(reviews.getByText('4.0', { exact: true })).toBeVisible();

  await test.step('texts stay texts, also in what search engines read', async () => {
    await expect(reviews.getByText(HOSTILE, { exact: true }).first()).toBeVisible();
    await expect(reviews.locator('b, img[src="x"]')).toHaveCount(0);
    expect(await page.title()).not.toBe('1');
    const facts = await page.locator('script[type="application/ld+json"]').allTextContents();
    const ratings = facts.map((fact): unknown => JSON.parse(fact));
    expect(JSON.stringify(ratings)).toContain(
      '"aggregateRating":{"@type":"AggregateRating","ratingValue":4,"reviewCount":3',
    );
  });

  await test.step('an admin hides one with a reason, which everyone can read', async () => {
    const admin = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      baseURL: site.origin,
      serviceWorkers: 'block',
    });
    await storeSessionIn(admin, site.origin, await site.admin());
    const staffPage = await admin.newPage();
    await staffPage.goto(address);
    const actions = staffPage.getByRole('button', { name: 'Actions for the review of Kabir Singh' });
    // A menu closes when the page scrolls, which browsers report with the next frame.
    await actions.scrollIntoViewIfNeeded();
    await staffPage.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    await actions.press('Enter');
    await staffPage.getByRole('menuitem', { name: 'Hide' }).click();
    const dialog = staffPage.getByRole('dialog', { name: 'Hide this review?' });
    await dialog.getByRole('radio', { name: 'advertised something' }).check();
    await dialog.getByRole('button', { name: 'Hide review' }).click();
    await expect(staffPage.getByText('1 review is hidden: it advertised something.')).toBeVisible();
    await admin.close();
    await page.reload();
    await expect(reviews.getByText('1 review is hidden: it advertised something.')).toBeVisible();
    await expect(reviews.getByText('2 reviews', { exact: true })).toBeVisible();
    await expect(reviews.getByText('each after measured watching')).toBeHidden();
  });

  await own.getByRole('button', { name: 'Withdraw' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).tap();
  await expect(own).toBeHidden();
  await expect(page.getByRole('button', { name: 'Review this course' })).toBeVisible();
  await phone.close();
});
