import type { Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import { expect, storeSessionIn, test } from './fixtures.ts';
import type { Site } from './site.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A course with a text and a quiz, in a school with English and Hindi. */
const aCourse = async (site: Site) => {
  const { token } = await site.admin();
  await site.call(api.settings.saveLanguages, token, { body: { language: 'en', others: ['hi'] } });
  const fields = { title: 'Reading the monsoon', category: 'Science', createdBy: 'Ila Rao', description: 'Clouds.' };
  const { course } = await site.call(api.catalog.createCourse, token, {
    fields,
    files: { thumbnail: 'thumbnail.jpg' },
  });
  const params = { courseId: course._id };
  const text = { kind: 'text', title: 'The trough', description: 'A line.', text: 'It moves **north** in July.' };
  await site.call(api.lectures.addLectureOfKind, token, { params, fields: text });
  const quiz = { kind: 'quiz', title: 'What do you know?', description: 'One question.' };
  const { lecture } = await site.call(api.lectures.addLectureOfKind, token, { params, fields: quiz });
  const options = [{ text: 'June', isCorrect: true }, { text: 'December' }];
  const question = { type: 'single', text: 'When does it begin?', explanation: 'Early in June.', options } as const;
  const ofQuiz = { ...params, lectureId: lecture._id };
  await site.call(api.quizzes.saveSettings, token, { params: ofQuiz, body: { areOptionsShuffled: false } });
  await site.call(api.quizzes.add, token, { params: ofQuiz, body: { question } });
  return course._id;
};

const translate = async (teacher: Page, courseId: string): Promise<void> => {
  await teacher.goto(`/course/edit?course=${courseId}`);
  await teacher.getByRole('link', { name: 'Translations', exact: true }).tap();
  const fill = async (name: string, text: string, number = 0): Promise<void> =>
    teacher.getByLabel(name, { exact: true }).nth(number).fill(text);
  await fill('Title of the course', 'मानसून को समझना');
  await fill('Description of the course', 'बादल।');
  await fill('Title of a lecture', 'द्रोणी');
  await fill('Text of a lecture', 'यह जुलाई में **उत्तर** की ओर जाती है।');
  await fill('Title of a lecture', 'आप क्या जानते हैं?', 1);
  await fill('Question', 'यह कब शुरू होता है?');
  await fill('Explanation', 'जून की शुरुआत में।');
  await fill('Option', 'जून');
  await fill('Option', 'दिसंबर', 1);
  await teacher.getByRole('button', { name: 'Save translations' }).tap();
  await expect(teacher.getByRole('button', { name: 'Save translations' })).toBeDisabled();
};

/** In Hindi, then the same attempt in English, and back. */
const answer = async (learner: Page, courseId: string): Promise<void> => {
  await learner.goto(`/hi/course/displaylectures?course=${courseId}`);
  await expect(learner.getByText('उत्तर', { exact: true })).toBeVisible();
  await learner.getByRole('button', { name: 'आप क्या जानते हैं?' }).first().tap();
  await learner.getByRole('button', { name: 'शुरू करें' }).tap();
  await expect(learner.getByText('यह कब शुरू होता है?')).toBeVisible();
  await learner.getByRole('radio', { name: 'जून' }).locator('..').tap();
  const address = new URL(learner.url());
  await learner.goto(`${address.pathname.replace('/hi/', '/')}${address.search}`);
  await expect(learner.getByText('When does it begin?')).toBeVisible();
  await expect(learner.getByRole('radio', { name: 'June' })).toBeChecked();
  await learner.goBack();
  await learner.getByRole('button', { name: 'जाँचें' }).tap();
  await expect(learner.getByText('जून की शुरुआत में।')).toBeVisible();
};

test('a teacher translates a course, and a learner takes its quiz in two languages', async ({ site, browser }) => {
  const courseId = await aCourse(site);
  const open = async (account: Parameters<typeof storeSessionIn>[2]): Promise<Page> => {
    const context = await browser.newContext({ ...phone, baseURL: site.origin });
    await storeSessionIn(context, site.origin, account);
    return context.newPage();
  };
  const teacher = await open(await site.admin());
  await translate(teacher, courseId);
  const learner = await open(await site.aSubscriber());
  await learner.goto(`/hi/courses/description?course=${courseId}`);
  await expect(learner.getByRole('heading', { level: 1 })).toHaveText('मानसून को समझना');
  await answer(learner, courseId);
  await teacher.context().close();
  await learner.context().close();
});
