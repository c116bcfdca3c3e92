import { api } from '#contract/api.ts';
import { expect, storeSessionIn, test as base } from './fixtures.ts';
import { aQuiz } from './quiz-scene.ts';
import { startRealServer } from './real-server.ts';
import { createSite, type Site } from './site.ts';

/** A school whose clock no other story sees. */
const test = base.extend<{ own: Site }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the names that a fixture takes out of its first argument
  own: async ({}, provide) => {
    const server = await startRealServer({ hasAdmin: true });
    await provide(createSite(server));
    await server.stop();
  },
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DAY_MS = 24 * 60 * 60_000;

/** A learner who got two questions wrong a day ago. */
const aMistakenLearner = async (own: Site) => {
  const learner = await own.aSubscriber();
  const options = [{ text: 'Profit', isCorrect: true }, { text: 'Cash' }];
  const quiz = await aQuiz(own, {
    settings: { passPercent: 100 },
    questionsOf: () => ['Sales less costs?', 'What is in the till?'].map((text) => ({ type: 'single', text, options })),
  });
  const params = { courseId: quiz.courseId, lectureId: quiz.quizId };
  const { attempt } = await own.call(api.quizzes.start, learner.token, { params });
  const answers = attempt.questions.map(({ position, options: shown }) => ({
    position,
    seq: 1,
    answer: { choices: shown.flatMap(({ id, text }) => (text === 'Cash' ? id : [])) },
  }));
  const ofAttempt = { ...params, attemptId: attempt._id };
  await own.call(api.quizzes.submit, learner.token, { params: ofAttempt, body: { answers } });
  await own.call(api.progress.mark, learner.token, { params: { lectureId: quiz.videoId }, body: { isDone: true } });
  await own.advance(DAY_MS);
  return { learner, quiz };
};

test('the home page of a learner begins with the lecture to continue and questions that went wrong, with a bar of their pages', async ({
  own,
  browser,
}) => {
  const { learner, quiz } = await aMistakenLearner(own);
  const context = await browser.newContext({ baseURL: own.origin, ...PHONE });
  await storeSessionIn(context, own.origin, learner);
  const page = await context.newPage();
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(main.getByRole('region', { name: 'Continue' })).toBeVisible();
  await expect(main.getByRole('heading', { name: '2 questions again' })).toBeVisible();
  // The only course is begun.
  await expect(main.getByRole('heading', { name: 'New courses' })).toHaveCount(0);
  await main.getByRole('button', { name: 'Set a goal of minutes a day' }).tap();
  await main.getByLabel('Minutes a day').selectOption('15 min a day');
  await expect(main.getByText('0 of 15 min today')).toBeVisible();
  await main.getByRole('button', { name: 'Turn off', exact: true }).tap();
  await expect(main.getByText('0 of 15 min today')).toHaveCount(0);
  expect(await main.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Find out best Online Courses']);
  const places = page.getByRole('navigation', { name: 'Main menu' });
  for (const choice of ['Cash', 'Profit']) {
    await main.getByRole('radio', { name: choice }).locator('..').tap();
    await main.getByRole('button', { name: 'Check' }).tap();
    await expect(main.getByText(choice === 'Cash' ? 'Not this one' : 'That’s right')).toBeVisible();
    if (choice === 'Cash') {
      await places.getByRole('link', { name: 'My learning' }).tap();
      await expect(page).toHaveURL('/learning');
      await places.getByRole('link', { name: 'Home' }).tap();
      await expect(main.getByRole('heading', { name: 'One question again' })).toBeVisible();
    } else await main.getByRole('button', { name: 'Done' }).tap();
  }
  await expect(main.getByRole('heading', { name: 'Done for today' })).toBeVisible();
  await main.getByRole('checkbox', { name: 'Remind me once a day' }).check();
  await main.getByRole('button', { name: 'Turn these off' }).tap();
  await expect(main.getByText('Review of wrong answers is off.')).toBeVisible();
  const choice = () => own.call(api.recall.due, learner.token, {});
  await expect.poll(choice).toMatchObject({ isOn: false, reminds: false });

  await expect(places.getByRole('link')).toHaveText([/Home/, /Courses/, /My learning/, /Notices/, /Me/]);
  await expect(places.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  await places.getByRole('link', { name: 'My learning' }).tap();
  await expect(page).toHaveURL('/learning');
  await page.getByRole('button', { name: 'Turn it on' }).tap();
  await expect(page.getByText('Review of wrong answers is off.')).toHaveCount(0);
  await page.goto(quiz.address);
  await expect(page.getByRole('heading', { name: 'Before you try again' })).toBeVisible();
  await expect(places).toHaveCount(0);
  // The buy bar replaces the learner's bar, so the header leads to notices and profile.
  await page.goto(`/courses/description?course=${quiz.courseId}`);
  await expect(page.getByRole('link', { name: 'Watch lectures' }).locator('visible=true').first()).toBeVisible();
  await expect(places).toBeHidden();
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: /^Profile of/ })).toBeVisible();
  await expect(
    header.getByRole('link', { name: /Notices/ }).or(header.getByRole('button', { name: /Notices/ })),
  ).toBeVisible();
  await context.close();
});
