// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { NewQuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, aSubscriber } from '#test/factories.ts';
import { switchOn } from '#test/languages.ts';
import { aQuiz } from '#test/quizzes.ts';
import { startApp } from '#test/start-app.ts';

const words = (text: string) => [{ kind: 'paragraph', spans: [{ text, marks: [], href: null }] }];

test('a text is read in the language of its reader, and found by the words of each', async () => {
  await using app = await startApp();
  await switchOn(app, 'hi');
  const { token } = await anAdmin(app);
  const courseId = await aCourse(app);
  const body = {
    kind: 'text',
    title: 'Trough',
    description: 'Low.',
    text: 'The **trough** moves.',
    isFreePreview: true,
  };
  await call(app, 'POST', `/courses/${courseId}/lectures`, { token, body });
  const { db } = app.database;
  const free = db.updateTable('lectures').set({ is_free_preview: 1 });
  const { id } = await free.returning('id').executeTakeFirstOrThrow();
  const address = `/courses/${courseId}/translations/hi`;
  const key = `lectures.${id}.text`;
  expect((await call(app, 'GET', address, { token })).body['texts']).toMatchObject({
    [key]: { original: 'The **trough** moves.', state: 'empty' },
  });
  const learner = await aSubscriber(app);
  const languageOf = async (query: string) =>
    (await call(app, 'GET', `/courses/${courseId}/lectures/${id}/text${query}`, { token: learner.token })).body[
      'language'
    ];
  // Nothing of the course is translated, as in a school that has just begun to.
  expect(await languageOf('?language=hi')).toBeNull();
  await call(app, 'PUT', address, { token, body: { texts: { title: 'मानसून' } } });
  expect([await languageOf('?language=hi'), await languageOf('?language=en')]).toEqual(['en', null]);
  await call(app, 'PUT', address, { token, body: { texts: { [key]: 'द्रोणी *खिसकती* है।' } } });
  expect(await languageOf('?language=hi')).toBeNull();
  const read = async (query: string) =>
    (await call(app, 'GET', `/courses/${courseId}/lectures/${id}/text${query}`, { token: learner.token })).body['text'];
  expect(await read('?language=hi')).toMatchObject([
    { spans: [{ text: 'द्रोणी ' }, { text: 'खिसकती' }, { text: ' है।' }] },
  ]);
  expect(await read('')).toMatchObject([{ spans: [{ text: 'The ' }, { text: 'trough' }, { text: ' moves.' }] }]);
  const { lecture } = (await call(app, 'GET', `/courses/${courseId}/preview/${id}?language=hi`)).body;
  expect(lecture).toMatchObject({ text: [{ spans: [{ text: 'द्रोणी ' }, {}, {}] }] });
  expect((await call(app, 'GET', '/search?search=खिसकती&language=hi')).body['lectures']).toMatchObject([{ _id: id }]);
});

const Begun = z.object({ attempt: z.looseObject({ _id: z.string() }) });

const option = (id: string, text: string, isCorrect = false) => ({ id, text, isCorrect });
const QUESTIONS: NewQuizQuestion[] = [
  {
    type: 'single',
    text: 'When does it begin?',
    explanation: 'In June.',
    options: [option('a', 'June', true), option('b', 'July')],
  },
  { type: 'blanks', text: 'It comes from the {{1}}.', gaps: [['sea']] },
];

/** A quiz of two questions, the first of them in Hindi too. */
const startQuiz = async () => {
  const app = await startApp();
  await switchOn(app, 'hi');
  const quiz = await aQuiz(app, { questions: QUESTIONS, settings: { areOptionsShuffled: false } });
  const { token } = quiz.teacher;
  const [first = '', second = ''] = quiz.questionIds;
  const save = (texts: object) =>
    call(app, 'PUT', `/courses/${quiz.courseId}/translations/hi`, { token, body: { texts } });
  const saved = await save({
    [`questions.${first}.text`]: 'यह कब शुरू होता है?',
    [`questions.${first}.explanation`]: 'जून में।',
    [`questions.${first}.options.a`]: 'जून',
    [`questions.${first}.options.b`]: 'जुलाई',
  });
  expect(saved.status).toBe(200);
  const ask = async (method: 'GET' | 'POST', path: string, body?: object) =>
    (await call(app, method, `${quiz.path}/attempts${path}`, { token: quiz.meera.token, ...(body && { body }) })).body;
  /** Starts or resumes an attempt in Hindi. */
  const begin = async () => {
    const { attempt } = Begun.parse(await ask('POST', '?language=hi'));
    return { path: `/${attempt._id}`, attempt };
  };
  return { app, quiz, first, second, token, save, ask, begin, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
};

const HINDI = {
  text: 'यह कब शुरू होता है?',
  blocks: words('यह कब शुरू होता है?'),
  options: [{ text: 'जून' }, { text: 'जुलाई' }],
};
const ENGLISH = {
  text: 'When does it begin?',
  blocks: words('When does it begin?'),
  options: [{ text: 'June' }, { text: 'July' }],
};

test('an attempt changes its language under way: answers stay, and the score is one', async () => {
  await using school = await startQuiz();
  const { path, attempt } = await school.begin();
  expect(attempt).toMatchObject({ questions: [HINDI, { text: 'It comes from the {{1}}.', gaps: 1 }] });
  const body = { position: 0, answer: { choices: ['a'] }, seq: 1 };
  expect(await school.ask('POST', `${path}/check?language=hi`, body)).toMatchObject({
    question: {
      ...HINDI,
      result: { verdict: 'right', solution: { choices: ['a'], texts: ['जून'], explanation: words('जून में।') } },
    },
  });
  expect(await school.ask('GET', path)).toMatchObject({
    attempt: {
      questions: [
        {
          ...ENGLISH,
          answer: { choices: ['a'] },
          result: { solution: { texts: ['June'], explanation: words('In June.') } },
        },
        {},
      ],
    },
  });
  const read = (language: string) =>
    call(school.app, 'GET', `${school.quiz.path}/attempts${path}`, {
      token: school.quiz.meera.token,
      headers: { 'accept-language': language },
    });
  expect((await read('hi')).body).toMatchObject({ attempt: { questions: [HINDI, {}] } });
  expect((await read('hi,en;q=0.5')).body).toMatchObject({ attempt: { questions: [ENGLISH, {}] } });
  const answers = [{ position: 1, answer: { parts: ['sea'] }, seq: 1 }];
  expect(await school.ask('POST', `${path}/submit?language=hi`, { answers })).toMatchObject({
    attempt: { score: { percent: 100 }, questions: [HINDI, {}] },
  });
});

test('a question whose words changed is shown as it is written until somebody translates it again', async () => {
  await using school = await startQuiz();
  const { app, quiz, first, token, save, ask, begin } = school;
  const { path } = await begin();
  const question = {
    ...QUESTIONS[0],
    text: 'When does it end?',
    options: [option('a', 'June'), option('b', 'July', true)],
  };
  await call(app, 'PUT', `${quiz.path}/quiz/questions/${first}`, { token, body: { question } });
  const key = `questions.${first}.text`;
  expect((await call(app, 'GET', `/courses/${quiz.courseId}/translations/hi`, { token })).body['texts']).toMatchObject({
    [key]: { state: 'outdated' },
    [`questions.${first}.options.a`]: { state: 'reviewed' },
  });
  expect(await ask('GET', `${path}?language=hi`)).toMatchObject({ attempt: { questions: [HINDI, {}] } });
  await ask('POST', `${path}/submit`, { answers: [] });
  expect(await ask('POST', '?language=hi')).toMatchObject({
    attempt: { questions: [{ text: 'When does it end?', options: [{ text: 'जून' }, { text: 'जुलाई' }] }, {}] },
  });
  await save({ [key]: 'यह कब ख़त्म होता है?' });
  expect(await ask('POST', '?language=hi')).toMatchObject({
    attempt: { questions: [{ text: 'यह कब ख़त्म होता है?' }, {}] },
  });
});

test('a translation has the gaps of its original', async () => {
  await using school = await startQuiz();
  const key = `questions.${school.second}.text`;
  expect(await school.save({ [key]: 'यह {{2}} से आता है।' })).toMatchObject({
    status: 400,
    body: { details: [{ path: `texts.${key}`, message: 'Write the same gaps as the original, such as {{1}}' }] },
  });
  expect((await school.save({ [key]: '{{1}} {{1}} से आता है।' })).status).toBe(400);
  expect((await school.save({ [key]: '{{1}} से आता है।' })).status).toBe(200);
  expect(await school.ask('POST', '?language=hi')).toMatchObject({
    attempt: { questions: [{}, { text: '{{1}} से आता है।' }] },
  });
});

test('captions in the language of the reader come first', async () => {
  await using school = await startQuiz();
  const { app, quiz } = school;
  const common = { lecture_id: quiz.videoId, words: null, created_at: 0, updated_at: 0 };
  const captions = ['en', 'hi-in', 'ta'].map((language) => ({
    ...common,
    language,
    label: language,
    file_key: language,
  }));
  await app.database.db.insertInto('captions').values(captions).execute();
  const listed = async (language: string) => {
    const { body } = await call(app, 'GET', `/courses/${quiz.courseId}?language=${language}`, {
      token: quiz.meera.token,
    });
    return body['lectures'];
  };
  const [english, hindi, tamil] = [{ language: 'en' }, { language: 'hi-in' }, { language: 'ta' }];
  expect(await listed('hi')).toMatchObject([{ captions: [hindi, english, tamil] }, {}]);
  expect(await listed('en')).toMatchObject([{ captions: [english, hindi, tamil] }, {}]);
});
