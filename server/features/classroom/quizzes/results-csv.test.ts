import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_PREFIX } from '#contract/api.ts';
import type { NewQuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { call } from '#test/call.ts';
import { attempted, aQuiz, choose, oneOfThree, type TestQuiz } from '#test/quizzes.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

/** The lines of the file, without what differs from run to run. */
const linesOf = async ({ path, teacher: { token } }: TestQuiz): Promise<string[]> => {
  const url = `${API_PREFIX}${path}/quiz/results/export`;
  const { body } = await app.http.inject({ url, headers: { authorization: `Bearer ${token}` } });
  return body
    .replace('\uFEFF', '')
    .replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"at"')
    .trimEnd()
    .split('\r\n');
};

const PICTURE = `![A receipt](image-${'1f'.repeat(32)}.webp)`;
const pairs = ['Cash', 'Rent'].map((left) => ({ left, right: `${left} right`, rightId: `right-${left}` }));
const questions: NewQuizQuestion[] = [
  oneOfThree(`What does **this** show?\n\n${PICTURE}`),
  { type: 'long', text: 'Why?' },
  { type: 'match', text: 'Which?', pairs },
];

test('the file has one line for each attempt, with its answer to each question and what it earned', async () => {
  const quiz = await aQuiz(app, { questions });
  await attempted(app, quiz, quiz.meera, choose('a'), { text: '=HYPERLINK("https://evil.example")' });
  app.clock.advance(1000);
  const asked = choose('b');
  await attempted(app, quiz, quiz.arjun, asked, {}, { parts: ['right-Cash', 'right-Cash'] });
  const [head, ...lines] = await linesOf(quiz);
  expect(head).toBe(
    '"Name","Attempt","Started","Submitted","Points","Of","Percent","Passed","Reset",' +
      '"1. What does this show?","1. Points","2. Why?","2. Points","3. Which?","3. Points"',
  );
  const formula = `"'=HYPERLINK(""https://evil.example"")"`;
  const matched = '"Cash → Cash right; Rent → Cash right"';
  expect(lines.toSorted()).toEqual([
    `"Arjun Rao","1","at","at","0.5","3","17","no","no","Option b","0","","0",${matched},"0.5"`,
    `"Meera Nair","1","at","at","1","3","","not graded","no","Option a","1",${formula},"not graded","","0"`,
  ]);
});

test('a question that is asked no more keeps its columns, after those of the others', async () => {
  const quiz = await aQuiz(app);
  await attempted(app, quiz, quiz.meera, choose('a'), choose('b'));
  const { token } = quiz.teacher;
  await call(app, 'DELETE', `${quiz.path}/quiz/questions/${quiz.questionIds[0]}`, { token });
  await attempted(app, quiz, quiz.arjun, choose('a'));
  const [head = '', ...lines] = await linesOf(quiz);
  expect(head).toMatch(/"1\. Second\?","1\. Points","2\. First\?","2\. Points"$/);
  expect(lines.toSorted()).toEqual([
    '"Arjun Rao","1","at","at","1","1","100","yes","no","Option a","1","",""',
    '"Meera Nair","1","at","at","1","2","50","no","no","Option b","0","Option a","1"',
  ]);
});
