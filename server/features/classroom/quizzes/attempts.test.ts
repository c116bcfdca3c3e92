import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { MINUTE_MS } from '#server/clock.ts';
import type { NewQuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { call } from '#test/call.ts';
import { aCourse, aSubscriber } from '#test/factories.ts';
import { attempted, aQuiz, choose, oneOfThree, readAttempt, save, start, submit } from '#test/quizzes.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

const inTest = { mode: 'test', timeLimitMinutes: 20 } as const;
const overview = async ({ path }: { path: string }, { token }: { token: string }) =>
  (await call(app, 'GET', `${path}/quiz`, { token })).body['quiz'];

test('a learner passes in practice, question by question, and the lecture is done', async () => {
  const quiz = await aQuiz(app);
  const { meera, path } = quiz;
  const attempt = await start(app, quiz, meera);
  expect(attempt).toMatchObject({
    number: 1,
    state: 'open',
    mode: 'practice',
    deadlineAt: null,
    submittedAt: null,
    score: null,
    questions: [
      { position: 0, type: 'single', text: 'First?', points: 1, seq: 0, isLocked: false, result: null },
      { position: 1, text: 'Second?', result: null },
    ],
  });
  const check = (position: number, choice: string) =>
    call(app, 'POST', `${path}/attempts/${attempt._id}/check`, {
      token: meera.token,
      body: { position, answer: choose(choice), seq: 1 },
    });
  expect((await check(0, 'b')).body['question']).toMatchObject({
    isLocked: true,
    answer: { choices: ['b'] },
    result: {
      verdict: 'wrong',
      earned: 0,
      solution: {
        choices: ['a'],
        texts: ['Option a'],
        explanation: [{ kind: 'paragraph', spans: [{ text: 'Why First?', marks: [], href: null }] }],
        explainedAt: null,
      },
    },
  });
  // A checked answer is locked, also against checking it again.
  expect((await check(0, 'a')).body['question']).toMatchObject({ answer: { choices: ['b'] }, result: { earned: 0 } });
  expect((await readAttempt(app, quiz, meera, attempt._id)).questions[1]?.result).toBeNull();
  const failed = await submit(app, quiz, meera, { id: attempt._id, answers: [choose('a'), choose('a')] });
  expect(failed).toMatchObject({ state: 'graded', score: { earned: 100, points: 2, percent: 50, hasPassed: false } });
  const done = async () => (await call(app, 'GET', `/courses/${quiz.courseId}`, { token: meera.token })).text;
  expect(await done()).not.toContain('"isDone":true');
  const passed = await attempted(app, quiz, meera, choose('a'), choose('a'));
  expect(passed).toMatchObject({ number: 2, score: { percent: 100, hasPassed: true } });
  expect(await done()).toContain('"isDone":true');
  expect(await overview(quiz, meera)).toMatchObject({
    questions: 2,
    points: 2,
    attempts: [{ number: 1 }, { number: 2 }],
    openAttemptId: null,
    percent: 100,
    hasPassed: true,
  });
});

test('an attempt resumes as it was left, and a slow save changes nothing', async () => {
  const quiz = await aQuiz(app);
  const { meera } = quiz;
  const { _id: id } = await start(app, quiz, meera);
  expect((await save(app, quiz, meera, { id, answer: choose('b'), seq: 2 })).body).toMatchObject({
    seq: 2,
    isLate: false,
  });
  await save(app, quiz, meera, { id, answer: choose('c'), seq: 1 });
  await save(app, quiz, meera, { id, answer: choose('a'), seq: 2 });
  const resumed = await start(app, quiz, meera);
  expect([resumed._id, resumed.questions[0]?.answer.choices, resumed.questions[0]?.seq]).toEqual([id, ['b'], 2]);
});

test('two tabs that start at once share one attempt', async () => {
  const quiz = await aQuiz(app, { settings: { maxAttempts: 1 } });
  const attempts = await Promise.all(Array.from({ length: 6 }, () => start(app, quiz, quiz.meera)));
  expect(new Set(attempts.map(({ _id }) => _id)).size).toBe(1);
  expect(new Set(attempts.map(({ questions }) => JSON.stringify(questions))).size).toBe(1);
});

test('no race wins another attempt, and each submission counts once', async () => {
  const quiz = await aQuiz(app, { settings: { maxAttempts: 2 } });
  const { meera, path } = quiz;
  const used = async () =>
    z.object({ attempts: z.array(z.unknown()) }).parse(await overview(quiz, meera)).attempts.length;
  // Where the start comes after a submission, it begins the second attempt.
  while ((await used()) < 2) {
    const { _id: id } = await start(app, quiz, meera);
    const submitted = await Promise.all([
      submit(app, quiz, meera, { id, answers: [choose('a')] }),
      submit(app, quiz, meera, { id, answers: [choose('a')] }),
      call(app, 'POST', `${path}/attempts`, { token: meera.token }),
    ]);
    expect(submitted[0].score).toEqual(submitted[1].score);
    const { _id: open } = z.object({ _id: z.string() }).catch({ _id: id }).parse(submitted[2].body['attempt']);
    if (open !== id) await submit(app, quiz, meera, { id: open });
  }
  const tries = await Promise.all(
    Array.from({ length: 5 }, () => call(app, 'POST', `${path}/attempts`, { token: meera.token })),
  );
  expect(new Set(tries.map(({ body }) => body['code']))).toEqual(new Set(['no_attempts_left']));
  expect(await used()).toBe(2);
});

test('learners wait between attempts as long as the rules say', async () => {
  const quiz = await aQuiz(app, { settings: { waitMinutes: 10 } });
  const { meera, path } = quiz;
  await attempted(app, quiz, meera);
  const again = () => call(app, 'POST', `${path}/attempts`, { token: meera.token });
  app.clock.advance(10 * MINUTE_MS - 1);
  expect((await again()).body['code']).toBe('attempt_too_early');
  expect(await overview(quiz, meera)).toMatchObject({ nextAt: new Date(app.clock.now() + 1).toISOString() });
  app.clock.advance(1);
  expect((await again()).status).toBe(200);
});

test('what arrives 59 seconds after the end counts, and what arrives after 61 is kept and does not', async () => {
  const quiz = await aQuiz(app, { settings: inTest });
  const { meera, arjun } = quiz;
  const [{ _id: id }, { _id: late }] = [await start(app, quiz, meera), await start(app, quiz, arjun)];
  await save(app, quiz, arjun, { id: late, position: 1, answer: choose('a') });
  app.clock.advance(20 * MINUTE_MS + 59_000);
  expect((await save(app, quiz, meera, { id, answer: choose('a') })).body).toMatchObject({ isLate: false });
  const inTime = await submit(app, quiz, meera, { id, answers: [choose(), choose('a')] });
  expect(inTime).toMatchObject({ score: { earned: 200, hasPassed: true } });
  app.clock.advance(2000);
  expect((await save(app, quiz, arjun, { id: late, answer: choose('a') })).body).toMatchObject({
    message: 'This answer arrived after the end. It is kept, and does not count.',
    isLate: true,
  });
  const ended = await submit(app, quiz, arjun, { id: late, answers: [choose('a'), choose('b')] });
  expect(ended).toMatchObject({ score: { earned: 100 }, submittedAt: ended.deadlineAt });
  expect(ended.questions.map(({ isLate }) => isLate)).toEqual([true, true]);
  const rows = await app.database.db
    .selectFrom('quiz_attempt_items')
    .where('attempt_id', '=', late)
    .orderBy('position')
    .select(['answer', 'late_answer'])
    .execute();
  expect(rows.map((row) => [row.answer, row.late_answer?.includes('"choices":')])).toEqual([
    [null, true],
    [JSON.stringify({ choices: ['a'], text: '', parts: [] }), true],
  ]);
});

test.each(['job', 'read', 'start'])('a closed laptop submits what was saved: by the %s', async (means) => {
  const quiz = await aQuiz(app, { settings: { ...inTest, maxAttempts: 1 } });
  const { meera, path } = quiz;
  const { _id: id } = await start(app, quiz, meera);
  await save(app, quiz, meera, { id, answer: choose('a') });
  app.clock.advance(20 * MINUTE_MS + 60_001);
  const state = async () =>
    (await app.database.db.selectFrom('quiz_attempts').where('id', '=', id).select('state').executeTakeFirstOrThrow())
      .state;
  if (means === 'job') {
    const now = app.clock.now();
    const job = { name: 'classroom.submit-expired-attempts', payload: '{}', state: 'waiting' } as const;
    await app.database.db
      .insertInto('jobs')
      .values({ ...job, id: `expire-${now}`, run_at: now, attempts: 0, created_at: now })
      .execute();
    await app.jobs.runDue('upkeep');
  } else if (means === 'read') await readAttempt(app, quiz, meera, id);
  else
    expect((await call(app, 'POST', `${path}/attempts`, { token: meera.token })).body['code']).toBe('no_attempts_left');
  expect(await state()).toBe('graded');
  expect((await readAttempt(app, quiz, meera, id)).score).toMatchObject({ earned: 100 });
});

/** Every question with a secret in its key. */
const SECRET = 'Geheim';
const everyKind: NewQuizQuestion[] = [
  { ...oneOfThree('One?'), explanation: `${SECRET} 1` },
  {
    type: 'multiple',
    text: 'Several?',
    isPartial: true,
    options: [
      { text: 'x', isCorrect: true, feedback: `${SECRET} 2` },
      { text: 'y', isCorrect: false },
    ],
  },
  { type: 'true_false', text: 'True?', isTrue: true, explanation: `${SECRET} 3` },
  { type: 'short', text: 'Short?', accepted: [`${SECRET} 4`] },
  { type: 'number', text: 'Number?', value: 987_654, tolerance: 0.125 },
  { type: 'order', text: 'Order?', items: ['p', 'q', 'r', 's', 't', 'u'].map((text) => ({ text })) },
  {
    type: 'match',
    text: 'Match?',
    pairs: [
      { left: 'l1', right: 'r1' },
      { left: 'l2', right: 'r2' },
    ],
  },
  { type: 'blanks', text: 'A {{1}}', gaps: [[`${SECRET} 5`]] },
  { type: 'long', text: 'Long?', guidance: `${SECRET} 6` },
];

const FORBIDDEN =
  /correct|right|accepted|weight|tolerance|value|guidance|explanation|feedback|isTrue|gapsOf|solution|verdict/i;
const namesIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
};

const NO_RESULT = { marks: 'never', answers: 'never', explanations: 'never' } as const;
/** The rules name what is shown. */
const withoutRules = (body: object): unknown =>
  JSON.parse(JSON.stringify(body), (name, value: unknown) => (name === 'settings' ? null : value));

test.each(['practice', 'test'] as const)('no response has a key before %s allows it', async (mode) => {
  const quiz = await aQuiz(app, { questions: everyKind, settings: { mode, shows: NO_RESULT } });
  const { meera, path } = quiz;
  const { token } = meera;
  const started = await call(app, 'POST', `${path}/attempts`, { token });
  const id = z.object({ attempt: z.object({ _id: z.string() }) }).parse(started.body).attempt._id;
  const responses = [
    started,
    await call(app, 'GET', `${path}/quiz`, { token }),
    await call(app, 'GET', `${path}/attempts/${id}`, { token }),
    await save(app, quiz, meera, { id, answer: choose('a') }),
    await call(app, 'GET', `/courses/${quiz.courseId}`, { token }),
    ...(mode === 'test'
      ? [
          await call(app, 'POST', `${path}/attempts/${id}/check`, { token, body: { position: 0, answer: {}, seq: 9 } }),
          await call(app, 'POST', `${path}/attempts/${id}/submit`, { token, body: {} }),
          await call(app, 'GET', `${path}/attempts/${id}`, { token }),
          await call(app, 'GET', `${path}/quiz`, { token }),
        ]
      : []),
  ];
  for (const { text, body } of responses) {
    expect(text).not.toContain(SECRET);
    expect(text).not.toMatch(/987654|0\.125/);
    expect(namesIn(withoutRules(body)).filter((name) => FORBIDDEN.test(name))).toEqual([]);
  }
  for (const hidden of ['quiz/questions', 'quiz/export', 'quiz/results'])
    expect((await call(app, 'GET', `${path}/${hidden}`, { token })).status, hidden).toBe(403);
});

test('the ids of an order and of pairs do not give them away', async () => {
  const quiz = await aQuiz(app, { questions: everyKind.slice(5, 7) });
  const attempt = await start(app, quiz, quiz.meera);
  const managed = await call(app, 'GET', `${quiz.path}/quiz/questions`, { token: quiz.teacher.token });
  const ids = attempt.questions.flatMap(({ options }) => options.map(({ id }) => id));
  expect(ids).toHaveLength(8);
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(managed.text.split(`"${id}"`)).toHaveLength(2);
  }
});

test.each([
  ['nothing', NO_RESULT, [null, null], [null, null]],
  ['marks', { answers: 'never', explanations: 'never' }, ['wrong', false], ['right', false]],
  ['answers once it passed', {}, ['wrong', false], ['right', true]],
  ['answers', { answers: 'at_once', explanations: 'at_once' }, ['wrong', true], ['right', true]],
] as const)(
  'a test that shows %s shows so much after it failed, and after it passed',
  async (_, shows, failed, passed) => {
    const quiz = await aQuiz(app, { questions: [oneOfThree('One?')], settings: { mode: 'test', shows } });
    const shown = async (choice: string) => {
      const { questions } = await attempted(app, quiz, quiz.meera, choose(choice));
      const result = questions[0]?.result;
      return [result?.verdict ?? null, result ? result.solution !== null : null];
    };
    expect([await shown('b'), await shown('a')]).toEqual([failed, passed]);
  },
);

test('answers are shown once the attempts are used up', async () => {
  const quiz = await aQuiz(app, { settings: { mode: 'test', maxAttempts: 1 } });
  const { questions } = await attempted(app, quiz, quiz.meera, choose('b'));
  expect(questions[0]?.result?.solution?.texts).toEqual(['Option a']);
});

test('nothing that tells a score is taken from the client', async () => {
  const quiz = await aQuiz(app);
  const { meera, path } = quiz;
  const { _id: id } = await start(app, quiz, meera);
  const forged = { score: 100, earned: 200, hasPassed: true, submittedAt: '2020-01-01T00:00:00.000Z' };
  const body = { ...forged, answers: [{ position: 0, seq: 1, answer: { choices: ['b'], ...forged } }] };
  const submitted = await call(app, 'POST', `${path}/attempts/${id}/submit`, { token: meera.token, body });
  expect(submitted.body['attempt']).toMatchObject({ score: { earned: 0, hasPassed: false } });
});

test('an attempt is only its learner’s, and closed to those without access', async () => {
  const quiz = await aQuiz(app);
  const { meera, arjun, teacher, path } = quiz;
  const { _id: id } = await start(app, quiz, meera);
  for (const { token } of [arjun, teacher]) {
    expect((await call(app, 'GET', `${path}/attempts/${id}`, { token })).body['code']).toBe('attempt_not_found');
    expect((await save(app, quiz, { ...arjun, token }, { id, answer: choose('a') })).status).toBe(404);
  }
  const elsewhere = path.replace(quiz.courseId, await aCourse(app));
  expect((await call(app, 'GET', `${elsewhere}/quiz`, { token: meera.token })).body['code']).toBe('lecture_not_found');
  expect((await call(app, 'GET', `${path}/attempts/unknown`, { token: meera.token })).body['code']).toBe(
    'attempt_not_found',
  );
  const empty = await aQuiz(app, { questions: [] });
  const none = await call(app, 'POST', `${empty.path}/attempts`, { token: empty.meera.token });
  expect(none.body['code']).toBe('quiz_not_found');
  const video = empty.path.replace(empty.lectureId, empty.videoId);
  expect((await call(app, 'GET', `${video}/quiz`, { token: empty.meera.token })).body['code']).toBe(
    'lecture_not_found',
  );
});

test('a quiz is listed for learners once it has a question', async () => {
  const quiz = await aQuiz(app, { questions: [] });
  const { meera, teacher, path } = quiz;
  const isListed = async ({ token }: { token: string }, page = '') =>
    (await call(app, 'GET', `/courses/${quiz.courseId}${page}`, { token })).text.includes(quiz.lectureId);
  expect([await isListed(meera), await isListed(teacher, '/manage')]).toEqual([false, true]);
  await call(app, 'POST', `${path}/quiz/questions`, { token: teacher.token, body: { question: oneOfThree('First?') } });
  expect(await isListed(meera)).toBe(true);
});

test('what the people of a course try out counts nowhere', async () => {
  const quiz = await aQuiz(app, { settings: { maxAttempts: 1 } });
  for (let count = 0; count < 2; count += 1) await attempted(app, quiz, quiz.teacher, choose('a'), choose('a'));
  const results = await call(app, 'GET', `${quiz.path}/quiz/results`, { token: quiz.teacher.token });
  expect(results.body).toMatchObject({ attempts: 0, people: 0, passed: 0, questions: [{ answers: 0 }, {}] });
});

test('questions are drawn and shuffled once for each attempt', async () => {
  const questions = Array.from({ length: 12 }, (_, index) => oneOfThree(`Q${index}`));
  const quiz = await aQuiz(app, { questions, settings: { draw: 5, isShuffled: true } });
  const texts = async () => {
    const attempt = await start(app, quiz, await aSubscriber(app));
    return attempt.questions.map(({ text }) => text).join(' ');
  };
  const drawn = [await texts(), await texts(), await texts(), await texts()];
  expect(drawn.map((one) => one.split(' ').length)).toEqual([5, 5, 5, 5]);
  expect(new Set(drawn).size).toBeGreaterThan(1);
});

test('an order is never shown in the right order, and the points are those of what is drawn', async () => {
  const order: NewQuizQuestion = { type: 'order', text: 'Order?', items: [{ text: 'first' }, { text: 'second' }] };
  const questions: NewQuizQuestion[] = [
    { ...order, points: 3 },
    { ...order, points: 3 },
    { ...order, points: 3 },
  ];
  const quiz = await aQuiz(app, { questions, settings: { draw: 2 } });
  expect(await overview(quiz, quiz.meera)).toMatchObject({ questions: 2, points: 6 });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { _id: id, questions: asked } = await start(app, quiz, quiz.meera);
    expect(asked.map(({ options }) => options.map(({ text }) => text))).toEqual([
      ['second', 'first'],
      ['second', 'first'],
    ]);
    await submit(app, quiz, quiz.meera, { id });
  }
});
