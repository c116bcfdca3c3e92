// @module-tag both
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attempted, aQuiz, choose, oneOfThree } from '#test/quizzes.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

const question = {
  ...oneOfThree('Which?'),
  text: '1. नमस्ते\n\n   Again\n2. Bye',
  explanation: '| a |\n|---|\n| &copy; |',
};
const BLOCKS = [
  {
    kind: 'list',
    start: 1,
    items: [
      { isDone: null, blocks: [{ spans: [{ text: 'नमस्ते' }] }, { spans: [{ text: 'Again' }] }] },
      { isDone: null, blocks: [{ spans: [{ text: 'Bye' }] }] },
    ],
  },
];
const SOLUTION = { explanation: [{ kind: 'table', rows: [[[{ text: 'a' }]], [[{ text: '©' }]]] }] };

test('a question is stored with its texts as blocks', async () => {
  const quiz = await aQuiz(app, { questions: [question], settings: { mode: 'practice' } });
  const { content } = await app.database.db
    .selectFrom('quiz_question_versions as v')
    .innerJoin('quiz_questions as q', 'q.id', 'v.question_id')
    .where('q.lecture_id', '=', quiz.lectureId)
    .select('v.content')
    .executeTakeFirstOrThrow();
  expect(JSON.parse(content)).toMatchObject({ text: question.text, texts: { reader: 3, text: BLOCKS, ...SOLUTION } });
});

/** As versions before the blocks stored them, and as the first version with blocks did. */
const earlier = [
  ['without texts', (stored: object) => ({ ...stored, texts: undefined })],
  ['of another reader', (stored: object) => ({ ...stored, texts: { reader: 1, text: [], explanation: [] } })],
] as const;

test.each(earlier)('a question that was stored %s is shown as a new one', async (_, change) => {
  const quiz = await aQuiz(app, { questions: [question], settings: { mode: 'practice' } });
  const { id, content } = await app.database.db
    .selectFrom('quiz_question_versions as v')
    .innerJoin('quiz_questions as q', 'q.id', 'v.question_id')
    .where('q.lecture_id', '=', quiz.lectureId)
    .select(['v.id', 'v.content'])
    .executeTakeFirstOrThrow();
  await app.database.db
    .updateTable('quiz_question_versions')
    .set({ content: JSON.stringify(change(JSON.parse(content))) })
    .where('id', '=', id)
    .execute();
  const attempt = await attempted(app, quiz, quiz.meera, choose('b'));
  expect(attempt.questions).toMatchObject([{ text: question.text, blocks: BLOCKS, result: { solution: SOLUTION } }]);
});
