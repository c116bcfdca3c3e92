// @module-tag both
import { mediaIn } from '#contract/classroom/lecture-media.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { NewQuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { ToGrade } from '#contract/classroom/quiz-fields.ts';
import { call } from '#test/call.ts';
import { aCourse, aSubscriber, aUser, joinCourse, type Person } from '#test/factories.ts';
import { aQuiz, attempted, readAttempt, start, type TestQuiz } from '#test/quizzes.ts';
import { mediaPart } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

/** Adds a picture or a sound; the response has its name. */
const send = async ({ path }: { path: string }, { token }: Partial<Person>, file: string) => {
  const part = file.endsWith('.jpg') || file.endsWith('.png') || file.endsWith('.svg') ? 'image' : 'sound';
  const parts = { [part]: await mediaPart(file) };
  return call(app, 'POST', `${path}/${part}s`, { parts, ...(token === undefined ? {} : { token }) });
};

const nameOf = ({ body }: { body: Record<string, unknown> }): string => z.string().parse(body['name']);

const put = (quiz: TestQuiz, question: NewQuizQuestion) =>
  call(app, 'PUT', `${quiz.path}/quiz/questions/${quiz.questionIds[0]}`, {
    token: quiz.teacher.token,
    body: { question },
  });

const asked = (bill: string, tone: string): NewQuizQuestion => ({
  type: 'single',
  text: `What does it show?\n\n![A bill](${bill})\n\n![Elsewhere](https://elsewhere.example/x.png)`,
  explanation: `![The bill again](${bill})`,
  options: [
    { id: 'a', text: 'A low tone', media: tone, isCorrect: true },
    { id: 'b', text: 'Nothing' },
  ],
});

/** A quiz whose first question has a picture, and a sound in an option. */
const aShownQuiz = async () => {
  const quiz = await aQuiz(app);
  const bill = nameOf(await send(quiz, quiz.teacher, 'thumbnail.jpg'));
  const tone = nameOf(await send(quiz, quiz.teacher, 'tone.mp3'));
  expect((await put(quiz, asked(bill, tone))).status).toBe(200);
  return { ...quiz, bill, tone };
};

const open = async (address: string | null | undefined) => {
  const { statusCode, headers } = await app.http.inject({
    url: new URL(address ?? '', 'http://school.example').pathname,
  });
  return [statusCode, headers['content-type']];
};

test('a picture and a sound are part of a question, and have addresses for its learner', async () => {
  const quiz = await aShownQuiz();
  const attempt = await start(app, quiz, quiz.meera);
  const [question] = attempt.questions;
  expect(question).toMatchObject({
    blocks: [
      { kind: 'paragraph', spans: [{ text: 'What does it show?' }] },
      { kind: 'image', spans: [{ text: 'A bill', href: expect.stringContaining(`/${quiz.bill}`) }] },
      { kind: 'paragraph', spans: [{ text: 'Elsewhere' }] },
    ],
    result: null,
  });
  const media = question?.options.find(({ id }) => id === 'a')?.media;
  expect(await open(media)).toEqual([200, 'audio/mpeg']);
  expect(await open(mediaIn(question?.blocks ?? [])[0])).toEqual([200, 'image/webp']);
  const checked = await call(app, 'POST', `${quiz.path}/attempts/${attempt._id}/check`, {
    token: quiz.meera.token,
    body: { position: 0, answer: { choices: ['a'] }, seq: 1 },
  });
  expect(checked.body['question']).toMatchObject({
    result: {
      solution: { explanation: [{ kind: 'image', spans: [{ href: expect.stringContaining(quiz.bill) }] }] },
    },
  });
  const edited = await call(app, 'GET', `${quiz.path}/quiz/questions`, { token: quiz.teacher.token });
  expect(edited.body['quiz']).toMatchObject({
    media: { [quiz.bill]: expect.stringContaining(`/${quiz.bill}`), [quiz.tone]: expect.stringContaining(quiz.tone) },
    questions: [{ question: { options: [{ media: quiz.tone }, { media: null }] } }, {}],
  });
});

test('only people of the course add them, and only files that are what they say', async () => {
  const quiz = await aQuiz(app);
  const elsewhere = await aUser(app);
  await joinCourse(app, { courseId: await aCourse(app), userId: elsewhere.id, role: 'teacher' });
  const stranger = await aUser(app);
  for (const file of ['thumbnail.jpg', 'tone.mp3']) {
    const statuses: number[] = [];
    for (const person of [{}, stranger, quiz.meera, elsewhere, quiz.teacher])
      statuses.push((await send(quiz, person, file)).status);
    expect(statuses, file).toEqual([401, 403, 403, 403, 200]);
  }
  const refused = async (part: 'image' | 'sound', file: string) => {
    const parts = { [part]: { ...(await mediaPart(file)), name: 'fine.mp3', type: 'audio/mpeg' } };
    const { status, body } = await call(app, 'POST', `${quiz.path}/${part}s`, { token: quiz.teacher.token, parts });
    return [status, body['code']];
  };
  expect(await refused('sound', 'hostile.svg')).toEqual([415, 'not_audio']);
  expect(await refused('sound', 'three-seconds.mp4')).toEqual([415, 'not_audio']);
  expect(await refused('image', 'hostile.svg')).toEqual([415, 'not_an_image']);
  const bad = { ...asked('x', 'x'), options: [{ text: 'a', media: '../../x.html', isCorrect: true }, { text: 'b' }] };
  expect((await put(quiz, bad)).status).toBe(400);
});

test('an address opens for its learner alone, as long as the course is theirs', async () => {
  const quiz = await aShownQuiz();
  const attempt = await start(app, quiz, quiz.meera);
  const address = mediaIn(attempt.questions[0]?.blocks ?? [])[0] ?? '';
  const stranger = await aUser(app);
  const statusOf = async (person?: Person) =>
    (
      await call(
        app,
        'GET',
        `${quiz.path}/attempts/${attempt._id}`,
        person === undefined ? {} : { token: person.token },
      )
    ).status;
  expect([await statusOf(), await statusOf(stranger), await statusOf(quiz.arjun), await statusOf(quiz.meera)]).toEqual([
    401, 403, 404, 200,
  ]);
  const { db } = app.database;
  await db.updateTable('users').set({ media_epoch: 9 }).where('id', '=', quiz.meera.id).execute();
  app.clock.advance(5000);
  expect(await open(address)).toMatchObject([403, expect.stringContaining('json')]);
});

test('a picture of an earlier version stays, for attempts that show it; one that nothing shows makes room', async () => {
  const quiz = await aShownQuiz();
  const before = await start(app, quiz, quiz.meera);
  const unused = nameOf(await send(quiz, quiz.teacher, 'thumbnail.jpg'));
  expect(
    (await put(quiz, { ...asked(quiz.bill, quiz.tone), text: 'Without a picture?', explanation: '' })).status,
  ).toBe(200);
  const { db } = app.database;
  const { key, version } = await db
    .selectFrom('media_files')
    .where('name', '=', unused)
    .select(['key', 'version'])
    .executeTakeFirstOrThrow();
  const filled = Array.from({ length: 97 }, (_, index) => ({
    lecture_id: quiz.lectureId,
    name: `image-${index.toString(16).padStart(24, '0')}.webp`,
    key,
    version,
    content_type: 'image/webp',
    facts: null,
    served_until: null,
  }));
  await db.insertInto('media_files').values(filled).execute();
  expect((await send(quiz, quiz.teacher, 'thumbnail.jpg')).status).toBe(200);
  const { body } = await call(app, 'GET', `${quiz.path}/quiz/questions`, { token: quiz.teacher.token });
  const { media } = z.object({ media: z.record(z.string(), z.string()) }).parse(body['quiz']);
  expect(Object.keys(media)).toHaveLength(3);
  expect(media).toMatchObject({ [quiz.bill]: expect.any(String), [quiz.tone]: expect.any(String) });
  const shown = await readAttempt(app, quiz, quiz.meera, before._id);
  expect(await open(mediaIn(shown.questions[0]?.blocks ?? [])[0])).toEqual([200, 'image/webp']);
});

test('the queue of those who grade shows the picture of the question', async () => {
  const quiz = await aQuiz(app, { questions: [{ type: 'long', text: 'Explain.' }] });
  const bill = nameOf(await send(quiz, quiz.teacher, 'thumbnail.jpg'));
  await put(quiz, { type: 'long', text: `Explain this:\n\n![A bill](${bill})` });
  const learner = await aSubscriber(app);
  await attempted(app, quiz, learner, { text: 'It is a bill.' });
  const { body } = await call(app, 'GET', '/teach/grading', { token: quiz.teacher.token });
  const [answer] = z.array(ToGrade).parse(body['answers']);
  expect(answer?.question).toMatchObject([{ spans: [{ text: 'Explain this:' }] }, { kind: 'image' }]);
  expect(await open(mediaIn(answer?.question ?? [])[0])).toEqual([200, 'image/webp']);
});
