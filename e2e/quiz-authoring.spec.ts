import type { Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import type { NewQuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { expect, test } from './fixtures.ts';
import type { Account, Site } from './site.ts';

interface Scene {
  courseId: string;
  teacher: Account;
}

/** A course with a video, and its teacher. */
const createScene = async (site: Site): Promise<Scene> => {
  const courseId = await site.aCourse({ title: 'The Shopkeeper’s Balance Sheet' });
  await site.aLecture(courseId, { title: 'Profit is not cash' });
  const teacher = await site.aVisitorWhoRegisters({ fullName: 'Nandini Kulkarni' });
  await site.joinCourse(courseId, teacher);
  return { courseId, teacher };
};

/** A published quiz with these questions. */
const addQuiz = async (site: Site, { courseId, teacher: { token } }: Scene, questions: readonly NewQuizQuestion[]) => {
  const { lecture } = await site.call(api.lectures.addLectureOfKind, token, {
    params: { courseId },
    fields: { kind: 'quiz', title: 'Profit or cash?' },
  });
  const params = { courseId, lectureId: lecture._id };
  for (const question of questions) await site.call(api.quizzes.add, token, { params, body: { question } });
  return params;
};

interface Submitted {
  fullName: string;
  /** What is chosen or written, by question. */
  answers: readonly string[];
}

/** A learner who submits an attempt, with an option by its text or a written text for each question. */
const submit = async (site: Site, params: Record<string, string>, { fullName, answers }: Submitted) => {
  const { token } = await site.aSubscriber({ fullName });
  const { attempt } = await site.call(api.quizzes.start, token, { params });
  const sent = attempt.questions.map(({ position, options, type }) => {
    const answer = answers[position] ?? '';
    const choices = options.filter(({ text }) => text === answer).map(({ id }) => id);
    return { position, seq: 1, answer: type === 'long' ? { text: answer } : { choices } };
  });
  await site.call(api.quizzes.submit, token, {
    params: { ...params, attemptId: attempt._id },
    body: { answers: sent },
  });
  return { token, attemptId: attempt._id };
};

const month: NewQuizQuestion = {
  type: 'single',
  text: 'Hotel Ashoka pays ₹48,000 on 3 November for October’s cakes. Which month’s sales rise?',
  options: [{ text: 'November', isCorrect: true }, { text: 'October' }, { text: 'Neither' }],
};

/** Types a question into the form that has the focus in its text, from there by keyboard only. */
const writers: readonly ((page: Page) => Promise<void>)[] = [
  async ({ keyboard }) => {
    await keyboard.type('How much are October’s sales?');
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    await keyboard.type('₹3,20,000');
    await keyboard.press('Control+.');
    await keyboard.press('Enter');
    await keyboard.type('₹2,10,000');
    await keyboard.press('Enter');
    await keyboard.type('₹1,10,000');
  },
  async ({ keyboard }) => {
    await keyboard.type('Which of these are costs?');
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    await keyboard.type('Flour');
    await keyboard.press('Control+.');
    await keyboard.press('Enter');
    await keyboard.type('Sugar');
    await keyboard.press('Control+.');
    await keyboard.press('Enter');
    await keyboard.type('Sales');
    await keyboard.press('Alt+ArrowUp');
  },
  async ({ keyboard }) => {
    await keyboard.type('A sale and a payment happen on the same day.');
    await keyboard.press('Tab');
    await keyboard.press('ArrowRight');
  },
  async ({ keyboard }) => {
    await keyboard.type('What do you call what is left after the costs?');
    await keyboard.press('Tab');
    await keyboard.type('profit');
    await keyboard.press('Enter');
    await keyboard.type('the profit');
  },
  async ({ keyboard }) => {
    await keyboard.type('By how much did the cash box change?');
    await keyboard.press('Tab');
    await keyboard.type('12000');
    await keyboard.press('Tab');
    await keyboard.type('50');
  },
  async ({ keyboard }) => {
    await keyboard.type('Put the days of a sale in order.');
    await keyboard.press('Tab');
    await keyboard.type('Order');
    await keyboard.press('Enter');
    await keyboard.type('Delivery');
    await keyboard.press('Enter');
    await keyboard.type('Payment');
  },
  async ({ keyboard }) => {
    await keyboard.type('Match the word with the book.');
    await keyboard.press('Tab');
    for (const [left, right] of [
      ['Rent', 'Costs'],
      ['Cakes', 'Sales'],
    ] as const) {
      await keyboard.type(left);
      await keyboard.press('Enter');
      await keyboard.type(right);
      if (left === 'Rent') await keyboard.press('Enter');
    }
  },
  async ({ keyboard }) => {
    await keyboard.type('Profit is {{1}} minus {{2}}.');
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    await keyboard.type('sales');
    await keyboard.press('Tab');
    await keyboard.type('costs');
  },
  async ({ keyboard }) => {
    await keyboard.type('Describe the month of your own shop.');
    await keyboard.press('Tab');
    await keyboard.type('One number from the cash box, one from the bills.');
  },
];

const savedTypes = async (site: Site, { token }: Account, params: Record<string, string>) => {
  const { quiz } = await site.call(api.quizzes.manage, token, { params });
  return quiz.questions.map(({ question }) => question);
};

test('a teacher adds a quiz and writes ten questions of all types by keyboard only', async ({ page, site, signIn }) => {
  const scene = await createScene(site);
  const { courseId, teacher } = scene;
  await signIn(teacher);
  await page.goto(`/teach/course?course=${courseId}`);
  await page.getByRole('button', { name: 'Add lecture' }).press('Enter');
  await page.keyboard.press('q');
  const panel = page.getByRole('dialog', { name: /^Quiz, lecture 2/ });
  await panel.getByRole('link', { name: 'Write questions' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New quiz');
  await page.keyboard.press('n');

  const text = page.getByLabel('Question', { exact: true });
  const { keyboard } = page;
  for (const [index, write] of [...writers, writers[0]].entries()) {
    await expect(text).toBeFocused();
    await expect(text).toHaveValue('');
    if (index > 0) {
      // Back to the type, and on to the next one.
      // Past the buttons for pictures and sounds, and the points.
      for (let back = 0; back < 4; back += 1) await keyboard.press('Shift+Tab');
      await expect(page.getByLabel('Type')).toBeFocused();
      await keyboard.press('Space');
      await keyboard.press(index < writers.length ? 'ArrowDown' : 'Home');
      await keyboard.press('Enter');
      await expect(page.getByLabel('Type')).toBeFocused();
      for (let on = 0; on < 4; on += 1) await keyboard.press('Tab');
      await expect(text).toBeFocused();
    }
    await write?.(page);
    await keyboard.press('Control+Enter');
    await expect(page.getByText(`${index + 1} question`).first()).toBeVisible();
  }

  const lectureId = new URL(page.url()).searchParams.get('lecture') ?? '';
  const questions = await savedTypes(site, teacher, { courseId, lectureId });
  expect(questions.map(({ type }) => type)).toEqual([
    'single',
    'multiple',
    'true_false',
    'short',
    'number',
    'order',
    'match',
    'blanks',
    'long',
    'single',
  ]);
  expect(questions[0]).toMatchObject({
    options: [
      { text: '₹3,20,000', isCorrect: true },
      { text: '₹2,10,000', isCorrect: false },
      { text: '₹1,10,000', isCorrect: false },
    ],
  });
  expect(questions[1]).toMatchObject({
    options: [
      { text: 'Flour', isCorrect: true },
      { text: 'Sales', isCorrect: false },
      { text: 'Sugar', isCorrect: true },
    ],
  });
  expect(questions[2]).toMatchObject({ isTrue: false });
  expect(questions[3]).toMatchObject({ accepted: ['profit', 'the profit'] });
  expect(questions[4]).toMatchObject({ value: 12_000, tolerance: 50 });
  expect(questions[6]).toMatchObject({
    pairs: [
      { left: 'Rent', right: 'Costs' },
      { left: 'Cakes', right: 'Sales' },
    ],
  });
  expect(questions[7]).toMatchObject({ gaps: [['sales'], ['costs']] });
});

test('questions come from GIFT after a check of every line; a changed key costs nobody points, and is undone', async ({
  page,
  site,
  signIn,
}) => {
  const scene = await createScene(site);
  const params = await addQuiz(site, scene, [month]);
  for (const [fullName, answer] of [
    ['Sana Shaikh', 'October'],
    ['Vivaan Rao', 'November'],
    ['Diya Nair', 'Neither'],
  ] as const)
    await submit(site, params, { fullName, answers: [answer] });
  await signIn(scene.teacher);
  await page.goto(`/teach/quiz?course=${params.courseId}&lecture=${params.lectureId}`);

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const importing = page.getByRole('dialog', { name: 'Import questions' });
  await importing
    .getByLabel('Questions')
    .fill('What is rent? { =A cost ~A sale }\n\nWhat is wrong here? { ~A cost ~A sale }\n\nIs flour a cost? { TRUE }');
  await importing.getByRole('button', { name: 'Check' }).click();
  await expect(importing.getByText('2 questions can be added, 1 cannot be read and stays out.')).toBeVisible();
  await expect(importing.getByRole('listitem').nth(1)).toHaveText(/Line 3No answer is right/);
  await importing.getByRole('button', { name: 'Add 2 questions' }).click();
  const list = page.getByRole('navigation', { name: 'Questions' });
  await expect(list.getByRole('listitem')).toHaveCount(3);

  await list.getByRole('button', { name: /^Hotel Ashoka/ }).click();
  await page.getByLabel('Answer 2 is right').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const change = page.getByRole('dialog', { name: 'You changed the right answer' });
  await expect(change.getByText('answered in 3 attempts by 3 people')).toBeVisible();
  await expect(change.getByRole('radio', { name: /^Nobody loses/ })).toBeChecked();
  await expect(change.getByRole('radio', { name: /^Nobody loses/ })).toHaveAccessibleName(
    /1 score rises, 0 fall, 1 now pass/,
  );
  await expect(change.getByRole('region', { name: 'Who gains' })).toContainText('Sana Shaikh now passes');
  await expect(change.getByRole('region', { name: 'Who loses' })).toContainText('Nobody. 2 scores stay as they are.');
  await change.getByRole('radio', { name: /^Only the new answer counts/ }).check();
  await expect(change.getByRole('region', { name: 'Who loses' })).toContainText('Vivaan Rao no longer passes');
  await change.getByRole('radio', { name: /^Nobody loses/ }).check();
  await change.getByRole('button', { name: 'Change it, nobody loses' }).click();
  await expect(change).toBeHidden();

  const passed = async () => (await site.call(api.quizzes.results, scene.teacher.token, { params })).passed;
  expect(await passed()).toBe(2);
  await page.getByRole('link', { name: 'Results' }).click();
  await expect(page.getByRole('heading', { name: '3 attempts by 3 people, 2 passed' })).toBeVisible();
  // The list above pushes it down.
  await expect(page.getByText('Diya Nair').first()).toBeVisible();
  await page.getByRole('button', { name: /^Undo the change of Hotel Ashoka/ }).click();
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  expect(await passed()).toBe(1);
});

test('a long text waits under To grade, and is graded with a comment by keyboard', async ({ page, site, signIn }) => {
  const scene = await createScene(site);
  const params = await addQuiz(site, scene, [
    { type: 'long', text: 'Describe a month of your own shop.', points: 4, guidance: 'One number from the cash box.' },
  ]);
  const learner = await submit(site, params, {
    fullName: 'Rohan Das',
    answers: ['A good month, but the rent was due.'],
  });
  await submit(site, params, { fullName: 'Kabir Singh', answers: ['Cash is what is there.'] });
  await signIn(scene.teacher);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/teach');
  await page.getByRole('link', { name: 'Grade: 2 answers wait for a grade' }).click();
  const view = page.getByRole('region', { name: 'Answer', exact: true });
  await expect(view.getByText('A good month, but the rent was due.')).toBeVisible();
  await expect(view.getByText('One number from the cash box.')).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('r');
  await page.keyboard.type('3.5');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Name the number too.');
  await page.keyboard.press('Control+Enter');
  await expect(view.getByText('Cash is what is there.')).toBeVisible();
  await page.keyboard.press('r');
  await page.keyboard.type('4');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Nothing waits for a grade.')).toBeVisible();

  const { attempt } = await site.call(api.quizzes.attempt, learner.token, {
    params: { ...params, attemptId: learner.attemptId },
  });
  expect(attempt.score).toEqual({ earned: 350, points: 4, percent: 88, hasPassed: true });
  expect(attempt.questions[0]?.result?.comment).toBe('Name the number too.');
});
