import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { call } from '#test/call.ts';
import { anAdmin } from '#test/factories.ts';
import { aTalk } from '#test/questions.ts';
import { attempted, aQuiz, choose, oneOfThree, readAttempt, start, submit, type TestQuiz } from '#test/quizzes.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

const Regrades = z.object({ regrades: z.array(z.object({ _id: z.string(), isUndone: z.boolean() })) });

const asTeacher = (quiz: TestQuiz) => {
  const { token } = quiz.teacher;
  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    call(app, method, `${quiz.path}/quiz/${path}`, body === undefined ? { token } : { token, body });
  const lastRegrade = async () => Regrades.parse((await send('GET', 'results')).body).regrades[0]?._id ?? 'none';
  return { send, lastRegrade };
};

const keyOf = (right: string) => ({
  ...oneOfThree('First?'),
  options: ['a', 'b', 'c'].map((id) => ({ id, text: `Option ${id}`, isCorrect: id === right })),
});

test('a dry run says what would come, and an import saves the good questions', async () => {
  const quiz = await aQuiz(app, { questions: [] });
  const { send } = asTeacher(quiz);
  const text = 'One? {T}\n\nTwo? {=\n\nThree? {=a ~b}';
  const run = (body: object) => send('POST', 'import', { format: 'gift', text, ...body });
  const lines = [
    { line: 1, question: { type: 'true_false', text: 'One?', points: 1 }, fault: null },
    { line: 3, question: null, fault: 'The closing brace } is missing' },
    { line: 5, question: { type: 'single', text: 'Three?', points: 1 }, fault: null },
  ];
  const report = { read: 2, repaired: [], leftOut: [{ line: 3, why: 'The closing brace } is missing' }] };
  expect((await run({ isDryRun: true })).body).toMatchObject({ message: 'Questions checked', added: 0, lines, report });
  expect((await send('GET', 'questions')).body).toMatchObject({ quiz: { questions: [] } });
  expect((await run({})).body).toMatchObject({ message: 'Questions imported', added: 2, lines, report });
  expect((await send('GET', 'questions')).body).toMatchObject({
    quiz: { questions: [{ question: { text: 'One?' } }, { question: { text: 'Three?' } }], points: 2 },
  });
  const many = await run({ text: 'Q {T}\n\n'.repeat(501) });
  expect(many.body['code']).toBe('too_many_quiz_questions');
});

test('the minute that explains a question is of a lecture of the course', async () => {
  const quiz = await aQuiz(app);
  const other = await aQuiz(app, { questions: [] });
  const { send } = asTeacher(quiz);
  const explainedBy = (lectureId: string) => ({
    question: { ...oneOfThree('First?'), explainedAt: { lectureId, fromMs: 0, toMs: 1000 } },
  });
  const path = `questions/${quiz.questionIds[0]}`;
  const refused = {
    code: 'explained_elsewhere',
    message: 'The minute that explains a question must be of a lecture of this course',
  };
  for (const id of [other.videoId, 'unknown'])
    for (const response of [await send('POST', 'questions', explainedBy(id)), await send('PUT', path, explainedBy(id))])
      expect([response.status, response.body]).toMatchObject([400, refused]);
  expect((await send('POST', 'questions', explainedBy(quiz.videoId))).status).toBe(201);
  expect((await send('PUT', path, explainedBy(quiz.videoId))).status).toBe(200);
  await app.database.db
    .updateTable('lectures')
    .set({ deleted_at: app.clock.now() })
    .where('id', '=', quiz.videoId)
    .execute();
  const { question } = explainedBy(quiz.videoId);
  expect((await send('PUT', path, { question: { ...question, text: 'Still?' } })).status).toBe(200);
  expect((await send('POST', 'questions', { question })).body).toMatchObject(refused);
});

test('questions are exported as GIFT and as JSON', async () => {
  const quiz = await aQuiz(app, { questions: [{ type: 'true_false', text: 'Is it?', isTrue: true }] });
  const get = (format: string) =>
    app.http.inject({
      url: `/api/v1${quiz.path}/quiz/export?format=${format}`,
      headers: { authorization: `Bearer ${quiz.teacher.token}` },
    });
  expect((await get('gift')).body).toBe('::Question 1::[markdown]Is it? {TRUE}\n');
  expect(JSON.parse((await get('json')).body)).toMatchObject({ questions: [{ type: 'true_false', isTrue: true }] });
});

test('questions are put in order and removed, and earlier attempts still show them', async () => {
  const quiz = await aQuiz(app);
  const { meera, questionIds } = quiz;
  const { send } = asTeacher(quiz);
  const attempt = await start(app, quiz, meera);
  const [first = '', second = ''] = questionIds;
  expect((await send('PUT', 'order', { questionIds: [second, first] })).body).toMatchObject({
    quiz: { questions: [{ _id: second }, { _id: first }] },
  });
  for (const outdated of [[first], [first, first], [first, 'unknown']])
    expect((await send('PUT', 'order', { questionIds: outdated })).body['code']).toBe('quiz_order_outdated');
  expect((await send('DELETE', `questions/${second}`)).body).toMatchObject({ quiz: { questions: [{ _id: first }] } });
  expect((await send('DELETE', `questions/${second}`)).body['code']).toBe('question_not_found');
  const submitted = await submit(app, quiz, meera, { id: attempt._id, answers: [choose('a'), choose('a')] });
  expect(submitted.questions.map(({ text }) => text)).toEqual(['First?', 'Second?']);
  expect(submitted.score).toMatchObject({ percent: 100 });
  expect((await start(app, quiz, meera)).questions.map(({ text }) => text)).toEqual(['First?']);
});

test('the rules of an attempt are those it began with', async () => {
  const quiz = await aQuiz(app);
  const attempt = await start(app, quiz, quiz.meera);
  await asTeacher(quiz).send('PUT', 'settings', { mode: 'test', passPercent: 100 });
  const submitted = await submit(app, quiz, quiz.meera, { id: attempt._id, answers: [choose('a'), choose('a')] });
  expect([submitted.mode, submitted.questions[0]?.result?.verdict]).toEqual(['practice', 'right']);
});

test('a changed key is previewed, loses nobody anything by default, and is undone', async () => {
  const quiz = await aQuiz(app);
  const { meera, arjun, questionIds } = quiz;
  const { send, lastRegrade } = asTeacher(quiz);
  const before = await attempted(app, quiz, meera, choose('a'), choose('a'));
  const gaining = await attempted(app, quiz, arjun, choose('b'), choose('a'));
  const path = `questions/${questionIds[0]}`;
  const preview = await send('POST', `${path}/preview`, { question: keyOf('b') });
  expect(preview.body).toMatchObject({
    attempts: 2,
    people: 2,
    effects: [
      {
        policy: 'nobody_loses',
        rise: 1,
        fall: 0,
        stay: 1,
        nowPass: 1,
        noLongerPass: 0,
        changes: [
          {
            fullName: 'Arjun Rao',
            before: { earned: 100, percent: 50, hasPassed: false },
            after: { earned: 200, percent: 100, hasPassed: true },
            nowPasses: true,
          },
        ],
      },
      { policy: 'new_only', rise: 1, fall: 1, stay: 0, nowPass: 1, noLongerPass: 1 },
      { policy: 'full_credit', rise: 1, fall: 0, stay: 1, nowPass: 1, noLongerPass: 0 },
      { policy: 'leave', rise: 0, fall: 0, stay: 2, nowPass: 0, noLongerPass: 0, changes: [] },
    ],
  });
  await send('PUT', path, { question: keyOf('b') });
  const scores = async () => [
    (await readAttempt(app, quiz, meera, before._id)).score?.earned,
    (await readAttempt(app, quiz, arjun, gaining._id)).score?.earned,
  ];
  expect(await scores()).toEqual([200, 200]);
  const solution = (await readAttempt(app, quiz, meera, before._id)).questions[0]?.result?.solution;
  expect(solution?.choices).toEqual(['b']);
  const regradeId = await lastRegrade();
  expect((await send('POST', `regrades/${regradeId}/undo`, {})).body).toMatchObject({
    message: 'The change of the scores was undone',
    quiz: { questions: [{ question: { options: [{ id: 'a', isCorrect: true }, {}, {}] } }, {}] },
  });
  expect(await scores()).toEqual([200, 100]);
  expect((await send('POST', `regrades/${regradeId}/undo`, {})).body['code']).toBe('regrade_outdated');
  expect((await send('POST', 'regrades/unknown/undo', {})).body['code']).toBe('regrade_not_found');
});

test('only the new answer counts where the teacher chooses it, also after an option is gone', async () => {
  const quiz = await aQuiz(app, { questions: [oneOfThree('First?')] });
  const { meera, arjun, questionIds } = quiz;
  const { send } = asTeacher(quiz);
  const [one, two] = [await attempted(app, quiz, meera, choose('a')), await attempted(app, quiz, arjun, choose('c'))];
  const without = { ...keyOf('c'), options: keyOf('c').options.slice(1), points: 2 };
  await send('PUT', `questions/${questionIds[0]}`, { question: without, policy: 'new_only' });
  expect((await readAttempt(app, quiz, meera, one._id)).score).toMatchObject({ earned: 0, points: 2 });
  expect((await readAttempt(app, quiz, arjun, two._id)).score).toMatchObject({ earned: 200, points: 2 });
});

test('a person grades a long answer, which may be what passes', async () => {
  const quiz = await aQuiz(app, {
    questions: [oneOfThree('First?'), { type: 'long', text: 'Why?', points: 3, guidance: 'Two reasons' }],
  });
  const { meera, assistant, path } = quiz;
  const attempt = await attempted(app, quiz, meera, choose('a'), { text: 'Because of the rain.' });
  expect(attempt).toMatchObject({ state: 'waiting', score: null });
  expect(attempt.questions[1]?.result).toMatchObject({ verdict: 'waiting', earned: null });
  const queue = await call(app, 'GET', '/teach/grading', { token: assistant.token });
  expect(queue.body).toMatchObject({
    total: 1,
    answers: [
      {
        attemptId: attempt._id,
        position: 1,
        author: 'Meera Nair',
        question: [{ kind: 'paragraph', spans: [{ text: 'Why?' }] }],
        guidance: 'Two reasons',
        answer: 'Because of the rain.',
        points: 3,
      },
    ],
  });
  expect((await call(app, 'GET', '/teach/grading', { token: meera.token })).body).toMatchObject({ total: 0 });
  const grade = (earned: number) =>
    call(app, 'PUT', `${path}/attempts/${attempt._id}/grade`, {
      token: assistant.token,
      body: { position: 1, earned, comment: 'One reason is missing' },
    });
  expect((await grade(200)).body['message']).toBe('Graded');
  expect(await readAttempt(app, quiz, meera, attempt._id)).toMatchObject({
    state: 'graded',
    score: { earned: 300, points: 4, percent: 75, hasPassed: true },
    questions: [{}, { result: { verdict: 'partly', comment: 'One reason is missing' } }],
  });
  expect((await call(app, 'GET', `/courses/${quiz.courseId}`, { token: meera.token })).text).toContain('"isDone":true');
  expect((await grade(900)).status).toBe(200);
  expect((await readAttempt(app, quiz, meera, attempt._id)).score?.earned).toBe(400);
  const open = await start(app, quiz, quiz.arjun);
  const early = await call(app, 'PUT', `${path}/attempts/${open._id}/grade`, {
    token: assistant.token,
    body: { position: 1, earned: 1 },
  });
  expect(early.body['code']).toBe('attempt_open');
});

test('figures show how questions are answered', async () => {
  const quiz = await aQuiz(app);
  const { meera, arjun } = quiz;
  await attempted(app, quiz, meera, choose('a'), choose('b'));
  await attempted(app, quiz, arjun, choose('a'), choose('a'));
  const { token } = await anAdmin(app);
  expect((await call(app, 'GET', `${quiz.path}/quiz/results`, { token })).body).toMatchObject({
    attempts: 2,
    people: 2,
    passed: 1,
    regrades: [],
    questions: [
      { text: 'First?', answers: 2, rightPercent: 100, discrimination: null },
      { rightPercent: 50, chosen: [{ isCorrect: true, people: 1 }, { people: 1 }, { people: 0 }] },
    ],
  });
});

test('figures say how many answers a person still grades, and count none of them as wrong', async () => {
  const quiz = await aQuiz(app, { questions: [{ type: 'long', text: 'Why?' }] });
  const { _id: id } = await attempted(app, quiz, quiz.meera, { text: 'Because' });
  await attempted(app, quiz, quiz.arjun, { text: 'So' });
  const figures = async () =>
    (await call(app, 'GET', `${quiz.path}/quiz/results`, { token: quiz.teacher.token })).body['questions'];
  expect(await figures()).toMatchObject([{ answers: 2, toGrade: 2, rightPercent: 0 }]);
  await call(app, 'PUT', `${quiz.path}/attempts/${id}/grade`, {
    token: quiz.teacher.token,
    body: { position: 0, earned: 100 },
  });
  expect(await figures()).toMatchObject([{ answers: 2, toGrade: 1, rightPercent: 100 }]);
});

test('a wrong answer leads to the minute that explains it, and knows whether it was watched', async () => {
  const quiz = await aQuiz(app, { questions: [] });
  const { meera, videoId, send } = { ...quiz, ...asTeacher(quiz) };
  const explainedAt = { lectureId: videoId, fromMs: 60_000, toMs: 120_000 };
  await send('POST', 'questions', { question: { ...oneOfThree('First?'), explainedAt } });
  const attempt = await attempted(app, quiz, meera, choose('b'));
  const moment = async () =>
    (await readAttempt(app, quiz, meera, attempt._id)).questions[0]?.result?.solution?.explainedAt;
  expect(await moment()).toEqual({ ...explainedAt, title: 'Profit is not cash', number: 1, hasWatched: false });
  app.clock.advance(120_000);
  const heartbeat = { positionMs: 120_000, ranges: [[60_000, 110_000]], rate: 1, seq: 1, sessionId: 'tab' };
  await call(app, 'POST', `/lectures/${videoId}/progress`, {
    token: meera.token,
    body: { ...heartbeat, sinceStartMs: 60_000 },
  });
  expect(await moment()).toMatchObject({ hasWatched: true });
});

test('authors see how many questions a quiz has; with its first one it can be published with its course', async () => {
  const { courseId, teacher } = await aTalk(app);
  const { token } = teacher;
  const fields = { kind: 'quiz', title: 'Profit or cash?', isDraft: true };
  const added = await call(app, 'POST', `/courses/${courseId}/lectures`, { token, body: fields });
  const lectureId = z.object({ lecture: z.object({ _id: z.string() }) }).parse(added.body).lecture._id;
  const Managed = z.object({
    lectures: z.array(
      z.object({ _id: z.string(), questions: z.int().nullable(), isPlayable: z.boolean(), isDraft: z.boolean() }),
    ),
  });
  const read = async () => {
    const { body } = await call(app, 'GET', `/courses/${courseId}/manage`, { token });
    return Managed.parse(body).lectures.map(({ questions, isPlayable, isDraft }) => [questions, isPlayable, isDraft]);
  };
  const publish = () => call(app, 'POST', `/courses/${courseId}/publish`, { token });
  await publish();
  expect(await read()).toEqual([
    [null, true, false],
    [0, false, true],
  ]);
  const questions = `/courses/${courseId}/lectures/${lectureId}/quiz/questions`;
  await call(app, 'POST', questions, { token, body: { question: oneOfThree('First?') } });
  await publish();
  expect(await read()).toEqual([
    [null, true, false],
    [1, true, false],
  ]);
});
