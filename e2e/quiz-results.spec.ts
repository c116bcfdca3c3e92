import { api } from '#contract/api.ts';
import { expect, test } from './fixtures.ts';
import { aQuiz, type QuizScene } from './quiz-scene.ts';
import type { Account, Site } from './site.ts';

const settings = { mode: 'test', maxAttempts: 1, passPercent: 100 } as const;
const questionsOf = () => [
  {
    type: 'single' as const,
    text: 'Is profit cash?',
    options: [{ text: 'No', isCorrect: true }, { text: 'Yes' }],
  },
];

/** A learner who has begun the course and submitted an attempt. */
const aLearner = async (site: Site, { courseId, quizId, videoId }: QuizScene, answer: string): Promise<Account> => {
  const params = { courseId, lectureId: quizId };
  const learner = await site.aSubscriber({ fullName: answer === 'No' ? 'Meera Nair' : 'Arjun Rao' });
  const { attempt } = await site.call(api.quizzes.start, learner.token, { params });
  const choices = attempt.questions[0]?.options.filter(({ text }) => text === answer).map(({ id }) => id) ?? [];
  await site.call(api.quizzes.submit, learner.token, {
    params: { ...params, attemptId: attempt._id },
    body: { answers: [{ position: 0, seq: 1, answer: { choices } }] },
  });
  await site.call(api.progress.mark, learner.token, {
    params: { lectureId: videoId },
    body: { isDone: true },
  });
  return learner;
};

test('a teacher gives one learner another attempt, resets another, and lets everyone take it again', async ({
  page,
  site,
  signIn,
}) => {
  const quiz = await aQuiz(site, { settings, questionsOf });
  const params = { courseId: quiz.courseId, lectureId: quiz.quizId };
  const [passed, failed] = [await aLearner(site, quiz, 'No'), await aLearner(site, quiz, 'Yes')];
  await signIn(await site.admin());
  await page.goto(`/course/quiz?course=${quiz.courseId}&lecture=${quiz.quizId}&tab=results`);
  await page.getByRole('combobox', { name: 'Extra attempts for Arjun Rao' }).selectOption('2 more');
  await page.getByRole('combobox', { name: 'Extra time for Arjun Rao' }).selectOption('50% more');
  const left = async ({ token }: Account) => {
    const { quiz: seen } = await site.call(api.quizzes.read, token, { params });
    return [seen.attemptsLeft, seen.hasPassed];
  };
  await expect.poll(() => left(failed)).toEqual([2, false]);
  expect(await left(passed)).toEqual([0, true]);

  await page.getByRole('button', { name: 'Actions for the attempts of Meera Nair' }).click();
  await page.getByRole('menuitem', { name: 'Reset attempts' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('1 attempt will no longer count.');
  await expect(dialog).toContainText('The pass is lost');
  await dialog.getByRole('button', { name: 'Reset attempts' }).click();
  await expect(dialog).toContainText('Please enter the reason');
  await dialog.getByLabel('Reason').fill('The wrong quiz was open.');
  await dialog.getByRole('button', { name: 'Reset attempts' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Resets' })).toContainText('The wrong quiz was open.');
  expect(await left(passed)).toEqual([1, false]);

  await page.getByRole('button', { name: 'Everyone takes it again' }).click();
  await expect(dialog).toContainText('Nobody loses a pass.');
  await dialog.getByLabel('Reason').fill('The question was unclear.');
  await dialog.getByRole('button', { name: 'Reset all attempts' }).click();
  await expect(page.getByRole('region', { name: 'Resets' })).toContainText('Everyone, 1 person');
  await expect(page.getByText('0 attempts by 0 people, 0 passed')).toBeVisible();
  expect(await left(failed)).toEqual([3, false]);
});
