import { api } from '#contract/api.ts';
import { aLectureWithTeacher, questionsAt } from './asked-question.ts';
import { expect, storeSessionIn, test } from './fixtures.ts';

const ASKED_AT_SECONDS = 220;
const QUESTION = 'Is a cake a sale if the hotel has not paid yet?';
const ANSWER = 'Your book is right: the sale is made when the cakes leave.';

const sized = (width: number, height: number) => ({ viewport: { width, height }, serviceWorkers: 'block' as const });

test('a learner asks on a phone, the teacher answers by keyboard, one notice leads to the second, and one click mutes the rest', async ({
  browser,
  site,
}) => {
  const lecture = await aLectureWithTeacher(site);
  const learner = await site.aSubscriber();
  const opened = { baseURL: site.origin };

  const phone = await browser.newContext({ ...sized(390, 844), ...opened, hasTouch: true, isMobile: true });
  await storeSessionIn(phone, site.origin, learner);
  const page = await phone.newPage();
  await page.goto(questionsAt(lecture));
  const video = page.locator('video');
  await expect(video).toHaveJSProperty('readyState', 4);
  await video.evaluate((element: HTMLVideoElement, to) => (element.currentTime = to), ASKED_AT_SECONDS);
  await page.getByRole('button', { name: 'Ask a question' }).tap();
  const box = page.getByRole('form', { name: 'Ask about 3:40' });
  await box.getByRole('textbox').fill(QUESTION);
  await box.getByRole('button', { name: 'Ask', exact: true }).tap();
  await expect(page.getByText('Your question at 3:40 waits for an answer.')).toBeVisible();

  const computer = await browser.newContext({ ...sized(1440, 900), ...opened });
  await storeSessionIn(computer, site.origin, lecture.teacher);
  const queue = await computer.newPage();
  await queue.goto('/teach/questions');
  await expect(queue.getByRole('region', { name: 'Question', exact: true }).getByText(QUESTION)).toBeVisible();
  await queue.keyboard.press('r');
  await queue.keyboard.type(ANSWER);
  await queue.keyboard.press('Control+Enter');
  await expect(queue.getByText('Answer sent')).toBeVisible();
  await computer.close();

  const unread = async (): Promise<string[]> => {
    const { notices } = await site.call(api.notices.list, learner.token);
    return notices.filter(({ isRead }) => !isRead).map(({ kind }) => kind);
  };
  await expect.poll(async () => (await unread()).filter((kind) => kind === 'answer')).toEqual(['answer']);
  await page.goto('/notices');
  await expect(page.getByRole('link', { name: /Nandini Kulkarni answered your question/ })).toHaveCount(1);
  await page.getByRole('link', { name: /Nandini Kulkarni answered your question/ }).tap();
  const card = page.getByRole('article', { name: 'Question of Meera Nair' });
  await expect(card.getByText(ANSWER)).toBeInViewport();
  await expect(page.locator('video')).toHaveJSProperty('readyState', 4);
  await card.getByRole('button', { name: 'Go to 3:40' }).tap();
  await expect(page.locator('video')).toHaveJSProperty('currentTime', ASKED_AT_SECONDS);
  await expect.poll(async () => (await unread()).includes('answer')).toBe(false);

  const email = await site.emailTo(learner.user.email, 'answered your question');
  const [, optOut = ''] = /List-Unsubscribe:\s+<([^>]+)>/.exec(email) ?? [];
  expect(email).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(optOut).toMatch(/\/opt-out\/[\w.-]+$/);
  // A program that checks links opens it, and changes nothing.
  await page.goto(new URL(optOut).pathname);
  await expect(page.getByRole('heading', { name: 'Stop these emails?' })).toBeVisible();
  const emailOfAnswers = async (): Promise<string | undefined> => {
    const { settings } = await site.call(api.notices.settings, learner.token);
    const { channels } = settings.kinds.find(({ kind }) => kind === 'answer') ?? { channels: [] };
    return channels.find(({ channel }) => channel === 'email')?.cadence;
  };
  expect(await emailOfAnswers()).toBe('at_once');
  // The button of a mail program sends this (RFC 8058).
  const clicked = await page.request.post(optOut, { form: { 'List-Unsubscribe': 'One-Click' } });
  expect(clicked.ok()).toBe(true);
  expect(await emailOfAnswers()).toBe('off');
  await phone.close();
});
