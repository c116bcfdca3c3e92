import { readFile } from 'node:fs/promises';
import type { Browser } from '@playwright/test';
import decodeQr from 'qr/decode.js';
import sharp from 'sharp';
import { api } from '#contract/api.ts';
import { dropOn, endOf } from './drop-files.ts';
import { expect, test } from './fixtures.ts';
import { aQuiz } from './quiz-scene.ts';
import { media } from './site.ts';

const FILES = [
  { sample: 'three-seconds.mp4', type: 'video/mp4', ending: 'mp4', kind: 'video' },
  { sample: 'cash-plan.pdf', type: 'application/pdf', ending: 'pdf', kind: 'pdf' },
  { sample: 'tone.mp3', type: 'audio/mpeg', ending: 'mp3', kind: 'audio' },
  { sample: 'tone.m4a', type: 'audio/mp4', ending: 'm4a', kind: 'audio' },
] as const;

test('twenty mixed files that are dropped at once become lectures of their kinds, in the order of their names', async ({
  page,
  site,
  signIn,
}) => {
  const { token } = await site.admin();
  await signIn(await site.admin());
  const params = { courseId: await site.aCourse({ title: 'The shopkeeper’s balance sheet' }) };
  await site.call(api.authoring.setCourseDraft, token, { params, body: { isDraft: true } });
  const outline = { lectureIds: [], sections: [{ title: 'Profit and cash', lectureIds: [] }] };
  await site.call(api.authoring.setOutline, token, { params, body: outline });
  await page.goto(`/course/edit?course=${params.courseId}`);
  const files = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const { sample, type, ending } = FILES[index % FILES.length] ?? FILES[0];
      const name = `${String(index + 1).padStart(2, '0')} Part ${index + 1}.${ending}`;
      return { name, type, base64: (await readFile(media(sample))).toString('base64') };
    }),
  );
  await dropOn(endOf(page, 'Profit and cash'), 'into “Profit and cash”', files);
  await expect(page.getByRole('region', { name: 'Uploads' })).toContainText('20 of 20 files uploaded');
  await page.getByRole('link', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Publish course and 20 lectures' }).click();
  await expect(page.getByRole('heading', { name: 'This course is published' })).toBeVisible();
  const { lectures } = await site.call(api.lectures.listLectures, token, { params });
  expect(lectures.map(({ kind, title }) => `${kind}: ${title}`)).toEqual(
    Array.from({ length: 20 }, (_, index) => `${FILES[index % FILES.length]?.kind}: Part ${index + 1}`),
  );
});

test('200 questions come from GIFT at once, after a check', async ({ page, site, signIn }) => {
  const quiz = await aQuiz(site, {
    settings: {},
    questionsOf: () => [{ type: 'true_false', text: 'Is flour a cost?', isTrue: true }],
  });
  await signIn(await site.admin());
  await page.goto(`/teach/quiz?course=${quiz.courseId}&lecture=${quiz.quizId}`);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const importing = page.getByRole('dialog', { name: 'Import questions' });
  const questions = Array.from(
    { length: 200 },
    (_, index) => `What is ${index} + 1? { =${index + 1} ~${index} ~none }`,
  );
  await importing.getByLabel('Questions').fill(questions.join('\n\n'));
  await importing.getByRole('button', { name: 'Check' }).click();
  await importing.getByRole('button', { name: 'Add 200 questions' }).click();
  const list = page.getByRole('navigation', { name: 'Questions' });
  await expect(list.getByRole('listitem')).toHaveCount(201);
});

/** The address in the QR code of a certificate, as a camera reads it from a computer's screen. */
const addressInQrCode = async (browser: Browser, certificate: string): Promise<string> => {
  const screen = await browser.newContext({ viewport: { width: 1440, height: 900 }, deviceScaleFactor: 4 });
  const page = await screen.newPage();
  await page.goto(certificate);
  const picture = page.locator('main img[src$="/page.webp"]').filter({ visible: true }).first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600);
  const png = await picture.screenshot();
  await screen.close();
  const { width } = await sharp(png).metadata();
  // The lower left corner of the sheet.
  const at = (points: number): number => Math.round((points * width) / 841.89);
  const { data, info } = await sharp(png)
    .extract({ left: at(40), top: at(500), width: at(82), height: at(80) })
    .resize({ width: 600 })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQr({ width: info.width, height: info.height, data: new Uint8Array(data) });
};

/** Opens the address of a certificate without a login, and a code that was typed wrong. */
const verifyAsStranger = async (browser: Browser, address: string, fullName: string): Promise<void> => {
  const stranger = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const verifying = await stranger.newPage();
  await verifying.goto(address);
  await expect(verifying.getByRole('heading', { level: 1 })).toContainText(fullName);
  await expect(verifying.getByText('1 of 1 passed')).toBeVisible();
  await verifying.goto(address.replace(/.$/, (last) => (last === '2' ? '3' : '2')));
  await expect(verifying.getByRole('heading', { name: 'Certificate not found' })).toBeVisible();
  await stranger.close();
};

test.describe('on a phone', () => {
  test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test(
    'a learner fails without a connection, watches the minute, passes, and a stranger verifies the certificate by its QR code',
    { tag: ['@long'] },
    async ({ page, context, site, signIn, consoleErrors, browser }) => {
      consoleErrors.allow(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
      const { token } = await site.admin();
      const quiz = await aQuiz(site, {
        settings: { passPercent: 100, areOptionsShuffled: false },
        questionsOf: (lectureId) => [
          {
            type: 'single',
            text: 'How much are October’s sales?',
            explanation: 'A sale counts on the day the cakes are handed over.',
            explainedAt: { lectureId, fromMs: 300, toMs: 2500 },
            options: [{ text: '₹3,20,000', isCorrect: true }, { text: '₹2,10,000' }],
          },
        ],
      });
      const params = { courseId: quiz.courseId };
      for (const lecture of [
        { fields: { kind: 'text', title: 'One month of your own bills', text: 'A shoe box and a notebook.' } },
        { fields: { kind: 'pdf', title: 'Cash plan' }, files: { lecture: 'cash-plan.pdf' } },
        { fields: { kind: 'audio', title: 'A call with a caterer' }, files: { lecture: 'tone.mp3' } },
      ] as const)
        await site.call(api.lectures.addLectureOfKind, token, { params, ...lecture });
      const rule = { isOn: true, coveragePercent: 0, needsQuizzes: true, validMonths: null };
      const design = { statement: 'completed', signatory: 'Nandini Kulkarni', signatoryTitle: 'Teacher' };
      await site.call(api.certificates.saveRules, token, { params, body: { rule, design } });
      const learner = await site.aSubscriber();
      await signIn(learner);
      const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).tap();

      await page.goto(quiz.address);
      await press('Start');
      await expect(page.getByText('Question 1 of')).toBeVisible();
      await press('Leave the quiz');
      await press('Download for offline');
      await expect(page.getByRole('button', { name: 'Downloaded to this phone', exact: true })).toBeVisible();
      await expect
        .poll(() => page.evaluate(async () => (await caches.keys()).map((name) => name.split('-')[0])))
        .toContain('classroom');
      await context.setOffline(true);
      await page.goto(quiz.address);
      await page.getByRole('radio', { name: '₹2,10,000' }).locator('..').tap();
      await press('Hand in');
      await expect(page.getByRole('heading', { name: 'Handed in' })).toBeVisible();
      await page.goto('/offline');
      await context.setOffline(false);
      const attempts = async () =>
        (await site.call(api.quizzes.read, learner.token, { params: { ...params, lectureId: quiz.quizId } })).quiz
          .attempts.length;
      await expect.poll(attempts).toBe(1);

      await page.goto(quiz.address);
      await page.getByRole('link', { name: /^Attempt 1/ }).tap();
      await page.getByRole('link', { name: 'Watch the minute first' }).tap();
      await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.ended)).toBe(true);
      await page.getByRole('link', { name: 'Back to the quiz' }).tap();
      await page.getByRole('link', { name: 'Try again' }).tap();
      await press('Start attempt 2');
      await page.getByRole('radio', { name: '₹3,20,000' }).locator('..').tap();
      await press('Check');
      await press('See your result');
      await expect(page.getByRole('heading', { name: 'You passed' })).toBeVisible();

      const { lectures } = await site.call(api.lectures.listLectures, learner.token, { params });
      for (const { _id: lectureId, progress } of lectures.filter((lecture) => lecture.progress?.isDone !== true))
        await site.call(api.progress.mark, learner.token, {
          params: { lectureId },
          body: { isDone: !progress?.isDone },
        });
      await page.goto('/learning');
      const downloading = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download PDF: The Shopkeeper’s Balance Sheet' }).tap();
      expect((await (await downloading).path()).length).toBeGreaterThan(0);
      await page
        .getByRole('region', { name: 'Certificates' })
        .getByRole('link', { name: 'The Shopkeeper’s Balance Sheet', exact: true })
        .tap();
      await expect(page.getByRole('heading', { name: `${learner.user.fullName} completed` })).toBeVisible();
      const address = await addressInQrCode(browser, page.url());

      await verifyAsStranger(browser, address, learner.user.fullName);
    },
  );
});
