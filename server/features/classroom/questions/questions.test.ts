import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aLecture, anAdmin, refundAll } from '#test/factories.ts';
import { answer, answered, ask, asked, aTalk, listed, put, readQuestion, underLecture } from '#test/questions.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

test('a learner asks at a second, the teacher answers, and the question waits no longer', async () => {
  const talk = await aTalk(app);
  const { meera, arjun, teacher } = talk;
  const sent = await ask(app, meera, talk, { text: '  When does a sale count?  ', atMs: 220_000 });
  expect(sent).toMatchObject({
    status: 201,
    body: {
      message: 'Question sent',
      question: {
        author: { fullName: 'Meera Nair', role: null },
        isMine: true,
        text: 'When does a sale count?',
        lectureId: talk.lectureId,
        atMs: 220_000,
        wasAtMs: null,
        votes: 0,
        isFollowed: true,
        isAnswered: false,
        answerCount: 0,
        standing: 'shown',
        isPrivate: false,
        isEdited: false,
      },
    },
  });
  const { questions: waiting, total, medianMs } = await listed(app, arjun, talk);
  expect([total, medianMs, waiting[0]?.isMine, waiting[0]?.isFollowed]).toEqual([1, null, false, false]);
  app.clock.advance(5 * HOUR_MS);
  const question = await answered(app, teacher, waiting[0]?._id ?? '', { text: 'On delivery.' });
  expect(question).toMatchObject({ isAnswered: true, answerCount: 1 });
  expect(question.answers).toMatchObject([
    {
      author: { fullName: 'Nandini Kulkarni', role: 'teacher' },
      text: 'On delivery.',
      isMine: true,
      isAccepted: false,
    },
  ]);
  expect((await listed(app, meera, talk)).medianMs).toBe(5 * HOUR_MS + 1);
});

test('questions are listed by their moments, the newest first, or those that wait first', async () => {
  const talk = await aTalk(app);
  const { meera, teacher } = talk;
  const texts: string[] = [];
  for (const [text, atMs] of [
    ['Late', 500_000],
    ['Early', 1000],
    ['At none', null],
  ] as const) {
    app.clock.advance(1000);
    const { _id } = await asked(app, meera, talk, { text, atMs });
    if (text === 'Late') await answer(app, teacher, _id);
    texts.push(text);
  }
  const order = async (query: string) => (await listed(app, meera, talk, query)).questions.map(({ text }) => text);
  expect(await order('')).toEqual(['Early', 'Late', 'At none']);
  expect(await order('?order=newest')).toEqual(['At none', 'Early', 'Late']);
  expect(await order('?order=waiting')).toEqual(['Early', 'At none', 'Late']);
  expect(await order('?order=newest&limit=1&offset=1')).toEqual(['Early']);
});

test('a private question, and an answer to its asker alone, are for the asker and the staff', async () => {
  const talk = await aTalk(app);
  const { meera, arjun, assistant, teacher } = talk;
  const { _id } = await asked(app, meera, talk, { text: 'May I pay later?', isPrivate: true });
  expect((await listed(app, arjun, talk)).total).toBe(0);
  expect((await readQuestion(app, arjun, _id)).body['code']).toBe('question_not_found');
  for (const [method, path, body] of [
    ['POST', 'answers', { text: 'Me too' }],
    ['PUT', 'vote', { isOn: true }],
    ['PUT', 'follow', { isOn: true }],
    ['PUT', 'accepted', { answerId: null }],
    ['POST', 'reports', {}],
  ] as const)
    expect((await call(app, method, `/questions/${_id}/${path}`, { token: arjun.token, body })).status, path).toBe(404);
  expect((await listed(app, assistant, talk)).total).toBe(1);
  const open = await asked(app, meera, talk, { text: 'And this one?' });
  await answer(app, teacher, open._id, { text: 'Only for you', isPrivate: true });
  await answer(app, arjun, open._id, { text: 'For everyone', isPrivate: true });
  const seenBy = async (person: typeof meera) =>
    (await listed(app, person, talk)).questions.find((one) => one._id === open._id)?.answers.map(({ text }) => text);
  expect(await seenBy(meera)).toEqual(['Only for you', 'For everyone']);
  expect(await seenBy(arjun)).toEqual(['For everyone']);
});

test('the asker and the staff accept an answer, which comes first and ends the waiting', async () => {
  const talk = await aTalk(app);
  const { meera, arjun, assistant } = talk;
  const { _id } = await asked(app, meera, talk);
  await answer(app, assistant, _id, { text: 'First' });
  const { answers } = await answered(app, arjun, _id, { text: 'Second' });
  const answerId = answers[1]?._id;
  const accept = (person: typeof meera, body: object) => put(app, person, `/questions/${_id}/accepted`, body);
  expect((await accept(arjun, { answerId })).body['code']).toBe('forbidden');
  expect((await accept(meera, { answerId: 'unknown1' })).body['code']).toBe('question_not_found');
  expect((await accept(meera, { answerId })).body).toMatchObject({
    message: 'Marked as the answer',
    question: {
      answers: [
        { text: 'Second', isAccepted: true },
        { text: 'First', isAccepted: false },
      ],
    },
  });
  expect((await accept(assistant, { answerId: null })).body).toMatchObject({
    message: 'No longer marked as the answer',
    question: { answers: [{ text: 'First' }, { text: 'Second', isAccepted: false }] },
  });
  const other = await asked(app, meera, talk, { text: 'Does a learner’s answer count?' });
  const peer = await answered(app, arjun, other._id);
  expect(peer.isAnswered).toBe(false);
  const accepted = await put(app, meera, `/questions/${other._id}/accepted`, { answerId: peer.answers[0]?._id });
  expect(accepted.body).toMatchObject({ question: { isAnswered: true } });
  await call(app, 'DELETE', `/questions/${other._id}/answers/${peer.answers[0]?._id}`, { token: arjun.token });
  expect((await readQuestion(app, meera, other._id)).body).toMatchObject({
    question: { isAnswered: false, answers: [] },
  });
});

test('an answer is a moment of the video, or an earlier question of the course', async () => {
  const talk = await aTalk(app);
  const { meera, arjun, teacher } = talk;
  const earlier = await asked(app, arjun, talk, { text: 'When do cakes become a sale?' });
  const { _id } = await asked(app, meera, talk);
  const moment = await answered(app, teacher, _id, { atMs: 252_000 });
  expect(moment.answers).toMatchObject([{ text: '', atMs: 252_000, said: '', sameAs: null }]);
  const same = await answered(app, teacher, _id, { sameAs: earlier._id });
  expect(same.answers[1]).toMatchObject({
    sameAs: { _id: earlier._id, lectureId: talk.lectureId, text: 'When do cakes become a sale?' },
  });
  expect((await readQuestion(app, meera, earlier._id)).body).toMatchObject({ question: { isFollowed: true } });
  const elsewhere = await aTalk(app);
  const foreign = await asked(app, elsewhere.meera, elsewhere);
  const hidden = await asked(app, arjun, talk, { text: 'A secret', isPrivate: true });
  for (const sameAs of [foreign._id, hidden._id, _id, 'unknown1'])
    expect((await answer(app, teacher, _id, { sameAs })).body['code'], sameAs).toBe('question_not_found');
  expect(await answer(app, teacher, _id, {})).toMatchObject({
    status: 400,
    body: { message: 'Please enter an answer' },
  });
});

test('votes and follows count once for each person, and are taken back', async () => {
  const talk = await aTalk(app);
  const { meera, arjun } = talk;
  const { _id } = await asked(app, meera, talk);
  const vote = (isOn: boolean) => put(app, arjun, `/questions/${_id}/vote`, { isOn });
  await vote(true);
  expect((await vote(true)).body).toMatchObject({ question: { votes: 1, hasVoted: true } });
  expect((await vote(false)).body).toMatchObject({ question: { votes: 0, hasVoted: false } });
  const follow = (isOn: boolean) => put(app, meera, `/questions/${_id}/follow`, { isOn });
  expect((await follow(false)).body).toMatchObject({
    message: 'You won’t be told about answers',
    question: { isFollowed: false },
  });
  await answer(app, meera, _id);
  expect((await readQuestion(app, meera, _id)).body).toMatchObject({ question: { isFollowed: false } });
  expect((await follow(true)).body).toMatchObject({ question: { isFollowed: true } });
});

test('a moment beyond the end of a shorter video is unpinned, and the question follows its lecture', async () => {
  const talk = await aTalk(app);
  const { meera } = talk;
  const { _id } = await asked(app, meera, talk);
  expect((await asked(app, meera, talk, { text: 'At the end?', atMs: 999_000 })).atMs).toBe(860_000);
  const setLength = (ms: number) =>
    app.database.db.updateTable('lectures').set({ duration_ms: ms }).where('id', '=', talk.lectureId).execute();
  await setLength(100_000);
  expect((await readQuestion(app, meera, _id)).body).toMatchObject({ question: { atMs: null, wasAtMs: 220_000 } });
  await setLength(860_000);
  expect((await readQuestion(app, meera, _id)).body).toMatchObject({ question: { atMs: 220_000, wasAtMs: null } });
  const second = await aLecture(app, { courseId: talk.courseId });
  const admin = await anAdmin(app);
  await call(app, 'PUT', `/courses/${talk.courseId}/order`, {
    token: admin.token,
    body: { lectureIds: [second, talk.lectureId] },
  });
  expect((await listed(app, meera, talk)).total).toBe(2);
});

test('own questions stay readable after access has ended, and nothing can be written', async () => {
  const talk = await aTalk(app);
  const { meera, arjun, teacher } = talk;
  const mine = await asked(app, meera, talk);
  const other = await asked(app, arjun, talk, { text: 'Someone else’s' });
  await answer(app, teacher, mine._id);
  await refundAll(app, meera.id);
  const own = await call(app, 'GET', `/courses/${talk.courseId}/questions`, { token: meera.token });
  expect(own.body).toMatchObject({ questions: [{ _id: mine._id, answers: [{ text: 'On delivery.' }] }] });
  expect((await ask(app, meera, talk)).body['code']).toBe('not_entitled');
  expect((await call(app, 'GET', underLecture(talk), { token: meera.token })).body['code']).toBe('not_entitled');
  for (const questionId of [mine._id, other._id]) {
    expect((await readQuestion(app, meera, questionId)).body['code']).toBe('not_entitled');
    expect((await answer(app, meera, questionId)).body['code']).toBe('not_entitled');
    expect((await put(app, meera, `/questions/${questionId}`, { text: 'New' })).body['code']).toBe('not_entitled');
  }
});

test('questions of deleted lectures are hidden, and deleted accounts keep no name', async () => {
  const talk = await aTalk(app);
  const { meera, arjun } = talk;
  const { _id } = await asked(app, meera, talk);
  await app.database.db.updateTable('users').set({ deleted_at: 1 }).where('id', '=', meera.id).execute();
  expect((await listed(app, arjun, talk)).questions).toMatchObject([
    { author: { fullName: 'Deleted account', avatar: { secure_url: null } }, text: 'When does a sale count?' },
  ]);
  const admin = await anAdmin(app);
  const path = `/courses/${talk.courseId}/lecture/${talk.lectureId}`;
  await call(app, 'DELETE', path, { token: admin.token });
  expect((await readQuestion(app, arjun, _id)).body['code']).toBe('question_not_found');
  const queue = await call(app, 'GET', '/teach/questions', { token: talk.teacher.token });
  expect(queue.body).toMatchObject({ entries: [], counts: { waiting: 0 } });
  await call(app, 'POST', `${path}/restore`, { token: admin.token });
  expect((await readQuestion(app, arjun, _id)).status).toBe(200);
});

test('switched off, questions are hidden and kept', async () => {
  const talk = await aTalk(app);
  const admin = await anAdmin(app);
  const { _id } = await asked(app, talk.meera, talk);
  const settings = { reviews: true, notices: true, podcasts: false };
  const saved = await put(app, admin, '/admin/settings/community', { ...settings, questions: false });
  expect(saved.status).toBe(200);
  expect(await ask(app, talk.meera, talk)).toMatchObject({ status: 409, body: { code: 'questions_off' } });
  expect((await readQuestion(app, talk.meera, _id)).body['code']).toBe('questions_off');
  expect((await call(app, 'GET', '/teach/questions', { token: talk.teacher.token })).body['code']).toBe(
    'questions_off',
  );
  await put(app, admin, '/admin/settings/community', { ...settings, questions: true });
  expect((await listed(app, talk.meera, talk)).questions).toMatchObject([{ _id }]);
});

test('what has no text, is too long or at no moment is refused', async () => {
  const talk = await aTalk(app);
  for (const [body, message] of [
    [{ text: '   ' }, 'Please enter a question'],
    [{}, 'Please enter a question'],
    [{ text: 'a'.repeat(2001) }, 'This is longer than the field allows'],
    [{ text: 'a\u0000b' }, 'This text contains characters that cannot be stored'],
    [{ text: 'Early', atMs: -1 }, 'Please check what you entered'],
  ] as const)
    expect(await ask(app, talk.meera, talk, body)).toMatchObject({ status: 400, body: { message } });
});
