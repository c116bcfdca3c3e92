// @module-tag both
import { afterAll, beforeAll, expect, test } from 'vitest';
import { POSTS_A_DAY } from '#contract/classroom/questions.ts';
import { DAY_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { anAdmin, aSubscriber, type Person } from '#test/factories.ts';
import { answer, answered, ask, asked, aTalk, listed, put, readQuestion } from '#test/questions.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { hasLink } from './posts.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

const report = (person: Person, questionId: string, body: object = {}) =>
  call(app, 'POST', `/questions/${questionId}/reports`, { token: person.token, body });

const moderate = (person: Person, questionId: string, body: object) =>
  put(app, person, `/questions/${questionId}/moderation`, body);

const textFor = async (person: Person, questionId: string) =>
  (await readQuestion(app, person, questionId)).body['question'];

test('an own text is changed and marked, and the staff sees the earlier ones', async () => {
  const talk = await aTalk(app);
  const { meera, arjun, teacher, assistant } = talk;
  const { _id } = await asked(app, meera, talk, { text: 'First words' });
  const edit = (person: Person, text: string) => put(app, person, `/questions/${_id}`, { text });
  for (const other of [arjun, teacher, assistant, await anAdmin(app)])
    expect((await edit(other, 'Taken over')).body['code']).toBe('question_not_found');
  expect((await edit(meera, 'First words')).body).toMatchObject({ question: { isEdited: false } });
  expect((await edit(meera, 'Second words')).body).toMatchObject({
    question: { text: 'Second words', isEdited: true },
  });
  app.clock.advance(1);
  await edit(meera, 'Third words');
  const { answers } = await answered(app, arjun, _id, { text: 'An answer' });
  const answerPath = `/questions/${_id}/answers/${answers[0]?._id}`;
  expect((await put(app, meera, answerPath, { text: 'Mine' })).body['code']).toBe('question_not_found');
  app.clock.advance(1);
  expect((await put(app, arjun, answerPath, { text: 'Changed' })).body).toMatchObject({
    question: { answers: [{ text: 'Changed', isEdited: true }] },
  });
  const queued = await call(app, 'GET', `/teach/questions/${_id}`, { token: teacher.token });
  expect(queued.body).toMatchObject({
    queued: { revisions: [{ text: 'An answer' }, { text: 'Second words' }, { text: 'First words' }] },
  });
  expect((await call(app, 'GET', `/teach/questions/${_id}`, { token: meera.token })).body['code']).toBe('forbidden');
});

test('an own question is deleted; with answers a placeholder without its text stays', async () => {
  const talk = await aTalk(app);
  const { meera, arjun, teacher } = talk;
  const remove = (person: Person, id: string) => call(app, 'DELETE', `/questions/${id}`, { token: person.token });
  const alone = await asked(app, meera, talk, { text: 'Nobody answered' });
  await put(app, arjun, `/questions/${alone._id}/vote`, { isOn: true });
  await put(app, meera, `/questions/${alone._id}`, { text: 'Nobody answered yet' });
  expect((await remove(teacher, alone._id)).body['code']).toBe('question_not_found');
  expect((await remove(meera, alone._id)).body['message']).toBe('Deleted');
  expect((await readQuestion(app, arjun, alone._id)).body['code']).toBe('question_not_found');
  const { _id } = await asked(app, meera, talk, { text: 'A secret text' });
  await put(app, meera, `/questions/${_id}`, { text: 'Another secret text' });
  await answer(app, arjun, _id, { text: 'Still useful' });
  await remove(meera, _id);
  const { questions } = await listed(app, teacher, talk);
  expect(questions).toMatchObject([
    { standing: 'deleted', text: '', author: { fullName: 'Deleted account' }, answers: [{ text: 'Still useful' }] },
  ]);
  expect((await answer(app, arjun, _id, { text: 'More' })).body['code']).toBe('question_not_found');
  const rows = await app.database.db.selectFrom('lecture_post_revisions').select('text').execute();
  expect(rows.filter(({ text }) => text.includes('secret'))).toEqual([]);
});

test('the staff hides with a reason, which others read in the place of the text, and shows again', async () => {
  const talk = await aTalk(app);
  const { meera, arjun, teacher, assistant } = talk;
  const { _id } = await asked(app, meera, talk, { text: 'About Mr Rao' });
  const hide = { isHidden: true, reason: 'names another person' };
  expect((await moderate(arjun, _id, hide)).body['code']).toBe('forbidden');
  expect(await moderate(assistant, _id, { isHidden: true })).toMatchObject({
    status: 400,
    body: { message: 'Please enter a reason' },
  });
  expect((await moderate(assistant, _id, hide)).body).toMatchObject({
    message: 'Hidden',
    question: { standing: 'hidden', text: 'About Mr Rao' },
  });
  expect(await textFor(arjun, _id)).toMatchObject({ text: '', standing: 'hidden', reason: 'names another person' });
  expect(await textFor(meera, _id)).toMatchObject({ text: 'About Mr Rao', reason: 'names another person' });
  await moderate(teacher, _id, { isHidden: false });
  expect(await textFor(arjun, _id)).toMatchObject({ text: 'About Mr Rao', standing: 'shown', reason: '' });
  const { answers } = await answered(app, arjun, _id, { atMs: 1000, text: 'Rude' });
  const answerId = answers[0]?._id;
  await put(app, meera, `/questions/${_id}/accepted`, { answerId });
  expect((await moderate(teacher, _id, { answerId, isHidden: true, reason: 'rude' })).body).toMatchObject({
    question: { isAnswered: false, answers: [{ standing: 'hidden', isAccepted: false }] },
  });
  expect(await textFor(meera, _id)).toMatchObject({ answers: [{ text: '', atMs: null, reason: 'rude' }] });
});

test('three reports hide a post until the staff has looked, and each person reports once', async () => {
  const talk = await aTalk(app);
  const { meera, arjun, teacher } = talk;
  const { _id } = await asked(app, meera, talk, { text: 'Buy my course' });
  await report(meera, _id);
  for (let times = 0; times < 4; times += 1) await report(arjun, _id);
  await report(await aSubscriber(app), _id);
  expect(await textFor(arjun, _id)).toMatchObject({ standing: 'shown' });
  expect((await report(await aSubscriber(app), _id)).body['message']).toBe('Reported. The school will look at it.');
  expect(await textFor(arjun, _id)).toMatchObject({ text: '', standing: 'reported' });
  const review = await call(app, 'GET', '/teach/questions?state=review', { token: teacher.token });
  expect(review.body).toMatchObject({ entries: [{ _id, standing: 'reported' }], counts: { waiting: 0, review: 1 } });
  const queued = await call(app, 'GET', `/teach/questions/${_id}`, { token: teacher.token });
  expect(queued.body).toMatchObject({ queued: { reports: 3 } });
  await moderate(teacher, _id, { isHidden: false });
  for (const person of [arjun, await aSubscriber(app), await aSubscriber(app)]) await report(person, _id);
  expect(await textFor(arjun, _id)).toMatchObject({ standing: 'shown' });
});

test('a new account writes ten posts a day, an older one a hundred, the staff without end', async () => {
  const talk = await aTalk(app);
  const { meera, teacher } = talk;
  for (let number = 0; number < 10; number += 1)
    expect((await ask(app, meera, talk, { text: `Question ${number}` })).status).toBe(201);
  const refused = { status: 429, body: { code: 'too_many_posts' } };
  expect(await ask(app, meera, talk, { text: 'One more' })).toMatchObject(refused);
  const [first] = (await listed(app, meera, talk)).questions;
  expect(await answer(app, meera, first?._id ?? '')).toMatchObject(refused);
  expect((await put(app, meera, `/questions/${first?._id}`, { text: 'Changed' })).status).toBe(200);
  for (let number = 0; number < 12; number += 1)
    expect((await answer(app, teacher, first?._id ?? '', { text: `Answer ${number}` })).status).toBe(201);
  const before = app.clock.now() - 8 * DAY_MS;
  await app.database.db.updateTable('users').set({ created_at: before }).where('id', '=', meera.id).execute();
  expect((await ask(app, meera, talk, { text: 'One more' })).status).toBe(201);
});

test('what a new account writes with a link waits for the staff, also when the link is added later', async () => {
  const talk = await aTalk(app);
  const { meera, arjun, teacher } = talk;
  const held = await asked(app, meera, talk, { text: 'See https://spam.example/x' });
  expect(held.standing).toBe('held');
  expect((await readQuestion(app, arjun, held._id)).body['code']).toBe('question_not_found');
  expect((await listed(app, arjun, talk)).total).toBe(0);
  await moderate(teacher, held._id, { isHidden: false });
  expect(await textFor(arjun, held._id)).toMatchObject({ text: 'See https://spam.example/x' });
  const { answers } = await answered(app, arjun, held._id, { text: 'A clean answer' });
  await put(app, arjun, `/questions/${held._id}/answers/${answers[0]?._id}`, { text: 'Now at cheap-cakes.shop' });
  expect(await textFor(meera, held._id)).toMatchObject({ answerCount: 0, answers: [] });
  expect((await asked(app, teacher, talk, { text: 'See https://lectern.example' })).standing).toBe('shown');
});

test('links are recognized with and without their beginning', () => {
  for (const text of ['http://a', 'HTTPS://A.B', 'www.a', 'see a-b.com', 'मेरा.in', 'x.info now'])
    expect(hasLink(text), text).toBe(true);
  for (const text of ['Profit is not cash.', 'e.g. cakes', '3.40 rupees', 'a.combination', 'the end.In October'])
    expect(hasLink(text), text).toBe(false);
});

test('a request that is sent again posts once, and crossing ones lose nothing', async () => {
  const talk = await aTalk(app);
  const { meera, arjun, teacher, assistant } = talk;
  const same = { text: 'Sent twice' };
  await Promise.all([ask(app, meera, talk, same), ask(app, meera, talk, same), ask(app, meera, talk, same)]);
  const [question] = (await listed(app, meera, talk)).questions;
  expect((await listed(app, meera, talk)).total).toBe(1);
  const id = question?._id ?? '';
  const { answers } = await answered(app, arjun, id, { text: 'From a learner' });
  const answerId = answers[0]?._id;
  const path = `/questions/${id}`;
  await Promise.all([
    ...[meera, arjun, teacher, assistant].map((person) => put(app, person, `${path}/vote`, { isOn: true })),
    ...[meera, arjun, teacher].map((person) => put(app, person, `${path}/vote`, { isOn: true })),
    ...[1, 2, 3].map((number) => answer(app, teacher, id, { text: `Answer ${number}` })),
    ...[1, 2].map(() => answer(app, assistant, id, { text: 'Sent twice' })),
    put(app, meera, `${path}/accepted`, { answerId }),
    call(app, 'DELETE', `${path}/answers/${answerId}`, { token: arjun.token }),
  ]);
  const { body } = await readQuestion(app, meera, id);
  expect(body).toMatchObject({ question: { votes: 4, answerCount: 4, isAnswered: true } });
  const row = app.database.db.selectFrom('lecture_questions').where('id', '=', id).select('accepted_answer_id');
  expect(await row.executeTakeFirst()).toEqual({ accepted_answer_id: null });
});

test('a question that waited for a connection is asked once, also when it is sent again much later and at the limit', async () => {
  const talk = await aTalk(app);
  const late = { text: 'कब गिना जाता है?', writtenMsAgo: 2 * DAY_MS };
  const { _id } = await asked(app, talk.meera, talk, late);
  app.clock.advance(DAY_MS);
  for (let count = 1; count <= POSTS_A_DAY.newAccount; count += 1)
    await ask(app, talk.meera, talk, { text: `Question ${count}` });
  const again = await ask(app, talk.meera, talk, { ...late, writtenMsAgo: 3 * DAY_MS });
  expect(again).toMatchObject({ status: 201, body: { question: { _id } } });
  expect((await listed(app, talk.meera, talk)).total).toBe(1 + POSTS_A_DAY.newAccount);
  expect(await ask(app, talk.meera, talk, { text: 'One more', writtenMsAgo: -1 })).toMatchObject({ status: 400 });
});
