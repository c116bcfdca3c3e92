import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { NewQuizQuestion } from '#contract/quiz-questions.ts';
import type { QuizAttempt } from '#contract/quiz-fields.ts';
import { aPlainBrowser } from '#test/plain-browser.ts';
import { call } from '#test/call.ts';
import { mediaPart } from '#test/sign-up.ts';
import { aQuiz, oneOfThree, readAttempt } from '#test/quizzes.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

/** One of each type; the key of each has a word that its question does not have. */
const SECRET = 'Geheim';
const everyType: NewQuizQuestion[] = [
  { ...oneOfThree('One?'), explanation: `${SECRET} 1` },
  {
    type: 'multiple',
    text: 'Several?',
    options: [{ text: 'x', isCorrect: true, feedback: `${SECRET} 2` }, { text: 'y' }, { text: 'z', isCorrect: true }],
  },
  { type: 'true_false', text: 'True?', isTrue: true, explanation: `${SECRET} 3` },
  { type: 'short', text: 'Short?', accepted: [`${SECRET} 4`] },
  { type: 'number', text: 'Number?', value: 987_654, tolerance: 0.125 },
  { type: 'order', text: 'Order?', items: ['flour', 'cake', 'money'].map((text) => ({ text })) },
  {
    type: 'match',
    text: 'Match?',
    pairs: [
      { left: 'sale', right: 'profit' },
      { left: 'payment', right: 'cash' },
    ],
  },
  { type: 'blanks', text: 'Profit is **{{1}}** less {{2}}.', gaps: [[`${SECRET} 5`], [`${SECRET} 6`]] },
  { type: 'long', text: 'Long?', guidance: `${SECRET} 7` },
];

const idsOf = ({ questions }: QuizAttempt, position: number, ...texts: string[]): string[] =>
  texts.map((text) => questions[position]?.options.find((option) => option.text === text)?.id ?? '');

/** The right values of all fields, in the order of this attempt. */
const rightValues = (attempt: QuizAttempt): Record<string, string | string[]> => {
  const places = (attempt.questions[5]?.options ?? []).map(({ text }) => ['flour', 'cake', 'money'].indexOf(text) + 1);
  const [profit = '', cash = ''] = idsOf(attempt, 6, 'profit', 'cash');
  return {
    q0: 'a',
    q1: idsOf(attempt, 1, 'x', 'z'),
    q2: 'true',
    q3: 'geheim 4',
    q4: '9,87,654',
    ...Object.fromEntries(places.map((place, index) => [`q5.${index}`, String(place)])),
    'q6.0': profit,
    'q6.1': cash,
    'q7.0': 'Geheim 5',
    'q7.1': 'geheim 6',
    q8: 'Because\r\nof rent.',
  };
};

test('a test has every type as plain fields; it is saved, corrected and submitted, and shows no key before', async () => {
  const settings = { mode: 'test', shows: { answers: 'at_once', explanations: 'at_once' }, passPercent: 80 } as const;
  const quiz = await aQuiz(app, { questions: everyType, settings });
  const { meera, courseId, lectureId } = quiz;
  const browser = aPlainBrowser(app, meera.token);
  await browser.open(`/plain/courses/${courseId}/quizzes/${lectureId}`);
  const open = await browser.press('Start the test');
  const id = browser.address().split('/').at(-1) ?? '';
  const attempt = await readAttempt(app, quiz, meera, id);
  const right = rightValues(attempt);
  const pages = [open];
  expect(open.document.querySelectorAll('fieldset > legend')).toHaveLength(9);
  const named = [...open.document.querySelectorAll('input:not([type=hidden]), select, textarea')];
  expect(named.filter((field) => !field.closest('label') && !field.id && !field.hasAttribute('aria-label'))).toEqual(
    [],
  );

  // Two entries in one place are no order: the others are saved, and the page says so in words.
  const twice = await browser.press('Save', { ...right, 'q5.0': '1', 'q5.1': '1', 'q5.2': '2' });
  pages.push(twice);
  expect(twice.status).toBe(422);
  expect(twice.text).toContain('Question 6: Give each entry a place of its own.');
  expect((await readAttempt(app, quiz, meera, id)).questions.map(({ seq }) => seq)).toEqual([
    1, 1, 1, 1, 1, 0, 1, 1, 1,
  ]);
  const asked = await browser.press('Submit test', { 'q5.0': '', 'q5.1': '', 'q5.2': '' });
  pages.push(asked);
  expect(asked.text).toContain('Your answers are saved. Question 6 is empty.');
  const { q0, ...order } = right;
  const saved = await browser.press('Save', { q0: q0 ?? '', ...order });
  pages.push(saved);
  const stored = (await readAttempt(app, quiz, meera, id)).questions.map(({ answer }) => answer);
  expect(stored.map(({ choices, text, parts }) => [choices.length, text, parts.length])).toEqual([
    [1, '', 0],
    [2, '', 0],
    [1, '', 0],
    [0, 'geheim 4', 0],
    [0, '9,87,654', 0],
    [3, '', 0],
    [0, '', 2],
    [0, '', 2],
    [0, 'Because\nof rent.', 0],
  ]);
  // What is saved is in the fields again, and sent unchanged it changes nothing.
  expect((await browser.press('Save')).status).toBe(200);
  expect((await readAttempt(app, quiz, meera, id)).questions.map(({ answer }) => answer)).toEqual(stored);
  for (const { html } of pages) expect(html.replaceAll('Geheim 5', '')).not.toContain(SECRET);

  const result = await browser.press('Submit test');
  expect(result.text).toContain('Submitted So far: 8 of 8 points, 1 answer waiting for your teacher.');
  expect([...result.document.querySelectorAll('.verdict')].map(({ textContent }) => textContent)).toEqual([
    ...Array.from({ length: 8 }, () => 'Right'),
    'Waiting for a grade',
  ]);
  expect(result.text).toContain(`${SECRET} 1`);
  expect(result.document.querySelectorAll('fieldset')).toHaveLength(0);
});

test.each(['never', 'at_once'] as const)('a test that shows marks %s has no answer on its result', async (marks) => {
  const shows = { marks, answers: 'never', explanations: 'never' } as const;
  const quiz = await aQuiz(app, { questions: everyType.slice(0, 4), settings: { mode: 'test', shows } });
  const browser = aPlainBrowser(app, quiz.meera.token);
  await browser.open(`/plain/courses/${quiz.courseId}/quizzes/${quiz.lectureId}`);
  await browser.press('Start the test');
  await browser.press('Submit test', { q0: 'b' });
  const result = await browser.press('Submit all the same');
  expect(result.html).not.toMatch(/Geheim|Right answer/);
  expect(result.text.includes('Not right')).toBe(marks === 'at_once');
});

test('the minute that explains a wrong answer is a link on the result', async () => {
  const quiz = await aQuiz(app, {
    settings: { mode: 'test', shows: { answers: 'at_once', explanations: 'at_once' } },
    questions: [],
  });
  const explainedAt = { lectureId: quiz.videoId, fromMs: 252_000, toMs: 290_000 };
  const path = `${quiz.path}/quiz/questions`;
  await app.http.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${quiz.teacher.token}` },
    payload: { question: { ...oneOfThree('First?'), explainedAt } },
  });
  const browser = aPlainBrowser(app, quiz.meera.token);
  await browser.open(`/plain/courses/${quiz.courseId}/quizzes/${quiz.lectureId}`);
  await browser.press('Start the test');
  const result = await browser.press('Submit test', { q0: 'b' });
  const link = [...result.document.querySelectorAll('a')].find(({ textContent }) => textContent?.includes('minute'));
  expect([link?.textContent, link?.getAttribute('href')]).toEqual([
    'Watch the minute that explains it (4:12)',
    `/course/displaylectures?course=${quiz.courseId}&lecture=${quiz.videoId}&at=252`,
  ]);
});

test('a test that cannot go back is one question on each page, and locks it with the next one', async () => {
  const quiz = await aQuiz(app, { settings: { mode: 'test', canGoBack: false, penaltyPercent: 50 } });
  const browser = aPlainBrowser(app, quiz.meera.token);
  const rules = await browser.open(`/plain/courses/${quiz.courseId}/quizzes/${quiz.lectureId}`);
  expect(rules.text).toContain('You see one question at a time, and cannot go back.');
  expect(rules.text).toContain('A wrong answer takes 50% of its points away; no answer takes nothing.');
  const first = await browser.press('Start the test');
  expect([first.text.includes('Question 1 of 2'), first.document.querySelectorAll('fieldset').length]).toEqual([
    true,
    1,
  ]);
  expect(first.text).not.toContain('Second?');
  const second = await browser.press('Next question', { q0: 'a' });
  expect([second.text.includes('Second?'), second.text.includes('First?')]).toEqual([true, false]);
  const result = await browser.press('Submit test', { q1: 'b' });
  expect(result.text).toContain('Not right, −0.5 points');
  expect(result.text).toContain('25%');
});

test('a quiz that is not open yet says when it opens, and a closed one begins nothing', async () => {
  const at = (ms: number) => new Date(app.clock.now() + ms).toISOString();
  const quiz = await aQuiz(app, { settings: { opensAt: at(60_000), closesAt: at(120_000) } });
  const browser = aPlainBrowser(app, quiz.meera.token);
  const address = `/plain/courses/${quiz.courseId}/quizzes/${quiz.lectureId}`;
  const before = await browser.open(address);
  expect(before.text).toMatch(/It opens on 15 June 2026 at 10:\d\d and closes on 15 June 2026 at 10:\d\d\./);
  expect(before.document.querySelector('main form')).toBeNull();
  app.clock.advance(120_000);
  const after = await browser.open(address);
  expect(after.text).toMatch(/It closed on 15 June 2026 at 10:\d\d\./);
  expect(after.document.querySelector('main form')).toBeNull();
});

test('pictures of an order and of pairs are beside their texts', async () => {
  const image = await mediaPart('thumbnail.jpg');
  const quiz = await aQuiz(app, { questions: [] });
  const { token } = quiz.teacher;
  const added = await call(app, 'POST', `${quiz.path}/images`, { token, parts: { image } });
  const media = z.string().parse(added.body['name']);
  const items = ['Bill', 'Receipt'].map((text) => ({ text, media }));
  const pairs = [
    { left: 'Paid', leftMedia: media, right: 'Receipt' },
    { left: 'Open', right: 'Bill', rightMedia: media },
  ];
  for (const question of [
    { type: 'order', text: 'In order?', items },
    { type: 'match', text: 'Which?', pairs },
  ])
    expect((await call(app, 'POST', `${quiz.path}/quiz/questions`, { token, body: { question } })).status).toBe(201);
  const browser = aPlainBrowser(app, quiz.meera.token);
  await browser.open(`/plain/courses/${quiz.courseId}/quizzes/${quiz.lectureId}`);
  const imagesOf = ({ document }: { document: Document }) =>
    [...document.querySelectorAll('main img')].map(
      (one) =>
        [one.parentElement?.textContent?.trim(), one.getAttribute('src')?.endsWith(`/${media}`) === true] as const,
    );
  const order = await browser.press('Start');
  expect(new Map(imagesOf(order))).toEqual(
    new Map([
      ['Bill', true],
      ['Receipt', true],
    ]),
  );
  const match = await browser.open(`${browser.address()}?question=2`);
  expect(imagesOf(match)).toEqual([
    ['Bill', true],
    ['Paid', true],
  ]);
});
