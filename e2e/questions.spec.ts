import type { Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import { expect, storeSessionIn, test } from './fixtures.ts';
import type { Account, Site } from './site.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const ASKED_AT_SECONDS = 220;

interface Scene {
  courseId: string;
  lectureId: string;
  learner: Account;
  teacher: Account;
  earlierId: string;
}

/** A course with a lecture of four minutes and its captions, its teacher, a learner, and a question that was answered before. */
const createScene = async (site: Site): Promise<Scene> => {
  const { token } = await site.admin();
  const courseId = await site.aCourse({ title: 'The Shopkeeper’s Balance Sheet' });
  const { course } = await site.call(api.lectures.addLecture, token, {
    params: { courseId },
    fields: { title: 'Profit is not cash', description: 'Follow one sweet shop.' },
    files: { lecture: 'four-minutes.mp4' },
  });
  const lectureId = course.lectures[0]?._id ?? '';
  await site.call(api.authoring.putCaptions, token, {
    params: { courseId, lectureId, language: 'en' },
    fields: { label: 'English' },
    files: { captions: 'captions.vtt' },
  });
  const teacher = await site.aVisitorWhoRegisters({ fullName: 'Nandini Kulkarni' });
  await site.joinCourse(courseId, teacher);
  const other = await site.aSubscriber({ fullName: 'Sana Shaikh' });
  const params = { courseId, lectureId };
  const { question } = await site.call(api.questions.ask, other.token, {
    params,
    body: { text: 'When does a sale count: when the hotel gets the cakes?', atMs: 60_000 },
  });
  await site.call(api.questions.answer, teacher.token, {
    params: { questionId: question._id },
    body: { text: 'When they leave the shop.' },
  });
  return { courseId, lectureId, learner: await site.aSubscriber(), teacher, earlierId: question._id };
};

const seekTo = (page: Page, seconds: number) =>
  page.locator('video').evaluate((video: HTMLVideoElement, to) => {
    video.currentTime = to;
  }, seconds);

test('a learner asks on a phone, the teacher answers from the queue by keyboard, and the learner opens it at the second', async ({
  browser,
  site,
}) => {
  const { courseId, lectureId, learner, teacher } = await createScene(site);
  const text = 'Is a cake a sale if the hotel has not paid yet?';

  const phone = await browser.newContext({ ...PHONE, baseURL: site.origin, serviceWorkers: 'block' });
  await storeSessionIn(phone, site.origin, learner);
  const page = await phone.newPage();
  await page.goto(`/course/displaylectures?course=${courseId}&lecture=${lectureId}`);
  await expect(page.locator('video')).toHaveJSProperty('readyState', 4);
  await seekTo(page, ASKED_AT_SECONDS);
  await page.getByRole('tab', { name: /^Questions\s*1$/ }).tap();
  await page.getByRole('button', { name: 'Ask a question' }).tap();
  const box = page.getByRole('form', { name: 'Ask about 3:40' });
  await box.getByRole('textbox').fill(text);
  await expect(box.getByRole('button', { name: /When does a sale count/ })).toBeVisible();
  // The draft stays on the device.
  await page.reload();
  await page.getByRole('tab', { name: /^Questions\s*1$/ }).waitFor();
  await expect(box.getByRole('textbox')).toHaveValue(text);
  await box.getByRole('button', { name: 'Ask anyway' }).tap();
  await expect(page.getByText('Your question at 3:40 waits for an answer.')).toBeVisible();
  await expect(page.getByRole('tab', { name: /^Questions\s*2$/ })).toBeVisible();

  const computer = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    baseURL: site.origin,
    serviceWorkers: 'block',
  });
  await storeSessionIn(computer, site.origin, teacher);
  const teaching = await computer.newPage();
  await teaching.goto('/teach/questions');
  const view = teaching.getByRole('region', { name: 'Question', exact: true });
  await expect(view.getByText(text)).toBeVisible();
  await expect(view.getByText('You have answered this before')).toBeVisible();
  await teaching.getByRole('heading', { level: 1 }).click();
  await teaching.keyboard.press('r');
  await teaching.keyboard.type('Your book is right: the sale is made when the cakes leave.');
  await teaching.keyboard.press('Control+Enter');
  await expect(teaching.getByText('Answer sent')).toBeVisible();
  await expect(teaching.getByText(/^All answered\. You usually answer within/)).toBeVisible();
  await computer.close();

  const { questions } = await site.call(api.questions.mine, learner.token, { params: { courseId } });
  const address = `/course/displaylectures?course=${courseId}&lecture=${lectureId}&tab=questions&question=${questions[0]?._id}`;
  await page.goto(address);
  const card = page.getByRole('article', { name: 'Question of Meera Nair' });
  await expect(card).toHaveAttribute('aria-current', 'true');
  await expect(card.getByText('Your book is right')).toBeInViewport();
  await expect(page.locator('video')).toHaveJSProperty('readyState', 4);
  await card.getByRole('button', { name: 'Go to 3:40' }).tap();
  await expect(page.locator('video')).toHaveJSProperty('currentTime', ASKED_AT_SECONDS);
  await phone.close();
});

test('Q asks at the present moment, beside the transcript; what waits for review is hidden with a reason', async ({
  page,
  site,
  signIn,
}) => {
  const { courseId, lectureId, learner, teacher } = await createScene(site);
  await signIn(learner);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/course/displaylectures?course=${courseId}&lecture=${lectureId}&tab=transcript`);
  await expect(page.locator('video')).toHaveJSProperty('readyState', 4);
  await page.keyboard.press('q');
  const box = page.getByRole('form', { name: 'Ask about 0:00' });
  await expect(box.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('<img src=x onerror=alert(1)> https://spam.example');
  await box.getByRole('checkbox').check();
  await box.getByRole('textbox').press('Control+Enter');
  const panel = page.getByRole('region', { name: 'Questions' });
  await expect(panel.getByText('Waits until the school has looked at it')).toBeVisible();
  await expect(panel.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Transcript' })).toBeVisible();

  const { entries } = await site.call(api.questionQueue.list, teacher.token);
  expect(entries).toMatchObject([{ standing: 'held', isPrivate: true }]);
});

test('the owner switches questions off, and they leave the navigation and the classroom', async ({
  page,
  site,
  signIn,
}) => {
  const { courseId, lectureId } = await createScene(site);
  await signIn(await site.admin());
  await page.setViewportSize({ width: 1440, height: 900 });
  const entry = page.getByRole('navigation', { name: 'Inbox, pages' }).getByRole('link', { name: /^Questions/ });
  await page.goto('/admin/inbox');
  await expect(entry).toBeVisible();
  await page.goto('/admin/settings/community');
  const form = page.getByRole('form', { name: 'Community' });
  const save = form.getByRole('button', { name: 'Save changes' });
  await page.getByRole('checkbox', { name: 'Questions under lectures' }).uncheck();
  await save.click();
  await expect(form.getByText('All changes saved')).toBeVisible();
  await page.goto('/admin/inbox');
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  await expect(entry).toBeHidden();
  await page.goto(`/course/displaylectures?course=${courseId}&lecture=${lectureId}`);
  await expect(page.getByRole('tab', { name: 'Transcript' })).toBeVisible();
  await expect(page.getByRole('tab', { name: /^Questions/ })).toBeHidden();
  await page.goto('/admin/settings/community');
  await page.getByRole('checkbox', { name: 'Questions under lectures' }).check();
  await save.click();
  await expect(form.getByText('All changes saved')).toBeVisible();
  await page.goto('/admin/inbox');
  await expect(entry).toBeVisible();
});
