import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { anAdmin, aCourse, aLecture, aSubscriber, aUser, joinCourse } from '#test/factories.ts';
import { emailsTo } from '#test/mailbox.ts';
import { kindsFor, noticesOf } from '#test/notices.ts';
import { answer, answered, ask, asked, aTalk, put } from '#test/questions.ts';
import { call } from '#test/call.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

const moderated = (person: Parameters<typeof put>[1], questionId: string, body: object) =>
  put(app, person, `/questions/${questionId}/moderation`, body);

test('a question is announced once to those who answer, never to its author', async () => {
  const talk = await aTalk(app);
  const { meera, arjun, teacher, assistant } = talk;
  const { _id: questionId } = await asked(app, meera, talk);
  // A request that is sent again.
  await ask(app, meera, talk);
  const [notice, ...others] = await noticesOf(app, teacher);
  expect(others).toEqual([]);
  expect(notice).toMatchObject({
    kind: 'question',
    questionId,
    byName: 'Meera Nair',
    text: 'When does a sale count?',
    lectureTitle: 'Profit is not cash',
    atMs: 220_000,
  });
  expect(await kindsFor(app, assistant)).toEqual(['question']);
  await asked(app, teacher, talk, { text: 'What did you expect?' });
  expect([await kindsFor(app, teacher), await kindsFor(app, assistant)]).toEqual([
    ['question'],
    ['question', 'question'],
  ]);
  expect([await kindsFor(app, meera), await kindsFor(app, arjun)]).toEqual([[], []]);
});

test('an answer is announced once to the asker, followers and earlier answerers, but not to its author', async () => {
  const talk = await aTalk(app);
  const { meera, arjun, teacher } = talk;
  const [sana, kabir] = [await aSubscriber(app), await aSubscriber(app)];
  const { _id: questionId } = await asked(app, meera, talk);
  await put(app, sana, `/questions/${questionId}/follow`, { isOn: true });
  await answered(app, arjun, questionId, { text: 'When they pay.' });
  await answered(app, teacher, questionId, { text: 'On delivery.', atMs: 252_000 });
  await answer(app, teacher, questionId, { text: 'On delivery.', atMs: 252_000 });
  expect((await noticesOf(app, meera)).map(({ byName, isOwnQuestion }) => [byName, isOwnQuestion])).toEqual([
    ['Nandini Kulkarni', true],
    ['Arjun Rao', true],
  ]);
  expect(await noticesOf(app, arjun)).toMatchObject([{ byName: 'Nandini Kulkarni', isOwnQuestion: false }]);
  expect(await kindsFor(app, sana)).toEqual(['answer', 'answer']);
  expect([await kindsFor(app, kabir), await kindsFor(app, teacher)]).toEqual([[], ['question']]);
  await put(app, meera, `/questions/${questionId}/follow`, { isOn: false });
  await answered(app, arjun, questionId, { text: 'You are right.' });
  expect(await kindsFor(app, meera)).toEqual(['answer', 'answer']);
});

test('an answer for the asker alone is not announced to others', async () => {
  const talk = await aTalk(app);
  const { meera, arjun, teacher } = talk;
  const { _id: questionId } = await asked(app, meera, talk);
  await put(app, arjun, `/questions/${questionId}/follow`, { isOn: true });
  await answered(app, teacher, questionId, { text: 'Call me.', isPrivate: true });
  expect([await kindsFor(app, meera), await kindsFor(app, arjun)]).toEqual([['answer'], []]);
});

test('admins get the question of a course without a teacher, or whose teacher is blocked', async () => {
  const admin = await anAdmin(app);
  const courseId = await aCourse(app);
  const lectureId = await aLecture(app, { courseId });
  const meera = await aSubscriber(app);
  await asked(app, meera, { courseId, lectureId }, { text: 'Is anyone here?' });
  expect(await kindsFor(app, admin)).toEqual(['question']);
  const blocked = await aUser(app);
  await joinCourse(app, { courseId, userId: blocked.id, role: 'teacher' });
  await app.database.db.updateTable('users').set({ blocked_at: 1 }).where('id', '=', blocked.id).execute();
  await asked(app, meera, { courseId, lectureId }, { text: 'And now?' });
  const notices = await app.database.db.selectFrom('notices').selectAll().where('user_id', '=', blocked.id).execute();
  expect([await kindsFor(app, admin), notices]).toEqual([['question', 'question'], []]);
});

test('what is held is announced when it is shown, and what is hidden before its email is not sent', async () => {
  const talk = await aTalk(app);
  const { meera, arjun, teacher } = talk;
  const { _id: heldId } = await asked(app, meera, talk, { text: 'See https://spam.example' });
  expect(await kindsFor(app, teacher)).toEqual([]);
  await moderated(teacher, heldId, { isHidden: false });
  await moderated(teacher, heldId, { isHidden: false });
  expect(await kindsFor(app, teacher)).toEqual(['question']);

  const { answers } = await answered(app, arjun, heldId, { text: 'A wrong answer.' });
  expect(await kindsFor(app, meera)).toEqual(['answer']);
  await moderated(teacher, heldId, { answerId: answers[0]?._id, isHidden: true, reason: 'Wrong' });
  expect(await kindsFor(app, meera)).toEqual([]);
  const { _id: removedId } = await asked(app, arjun, talk, { text: 'Never mind?' });
  await call(app, 'DELETE', `/questions/${removedId}`, { token: arjun.token });
  expect(await kindsFor(app, teacher)).toEqual(['question']);
  app.clock.advance(2 * DAY_MS);
  await app.jobs.runDue('bulk');
  expect((await emailsTo(app, meera.email)).map(({ text }) => text).join('')).not.toContain('A wrong answer.');
  const [digest, ...others] = await emailsTo(app, teacher.email);
  expect(others).toEqual([]);
  expect(digest?.text).toContain('Meera Nair asked a question');
  expect(digest?.text).not.toContain('Never mind?');
});

test('switched off, nothing is announced, and what waits is not sent', async () => {
  const talk = await aTalk(app);
  const { meera, arjun, teacher } = talk;
  const { _id: questionId } = await asked(app, meera, talk);
  const turn = (changed: object) =>
    app.database.transaction((tx) =>
      app.settings.change(tx, 'community', {
        questions: true,
        reviews: true,
        notices: true,
        podcasts: false,
        ...changed,
      }),
    );
  await turn({ notices: false });
  await answered(app, arjun, questionId);
  expect(await kindsFor(app, meera)).toEqual([]);
  await turn({ questions: false });
  app.clock.advance(2 * DAY_MS);
  await app.jobs.runDue('bulk');
  expect(await emailsTo(app, teacher.email)).toEqual([]);
  await turn({});
});
