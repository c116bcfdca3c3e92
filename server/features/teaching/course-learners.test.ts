// @module-tag both
import { expect, onTestFinished, test } from 'vitest';
import { api } from '#contract/api.ts';
import { DAY_MS } from '#server/clock.ts';
import { announce } from '#test/announcements.ts';
import { call } from '#test/call.ts';
import {
  aCourse,
  aLaterSession,
  aLecture,
  anAdmin,
  aSubscriber,
  aUser,
  joinCourse,
  type Person,
} from '#test/factories.ts';
import { aQuiz, attempted, choose, start } from '#test/quizzes.ts';
import { startApp } from '#test/start-app.ts';

/** A course with a video and a quiz of one question's teacher, and people who were given it. */
const openSchool = async () => {
  const app = await startApp();
  onTestFinished(app.close);
  const quiz = await aQuiz(app);
  const { courseId, videoId } = quiz;
  let admin = await anAdmin(app);
  const get = async ({ token }: Person, path: string) => call(app, 'GET', path, { token });
  const give = async (fullName: string, scope: string | undefined = courseId): Promise<Person> => {
    const person = await aUser(app, { fullName });
    const body = { untilDay: '2027-06-15', reason: 'A test', ...(scope !== 'everything' && { courseId: scope }) };
    const { status } = await call(app, 'POST', `/admin/people/${person.id}/grant`, { token: admin.token, body });
    expect(status).toBe(200);
    return person;
  };
  const list = async (query = '', person = admin, id = courseId) => {
    const { status, body } = await get(person, `/courses/${id}/learners?${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return api.courseLearners.list.response.parse(body);
  };
  const names = async (query: string) => (await list(`alone=true&${query}`)).learners.map(({ fullName }) => fullName);
  const later = async (days: number): Promise<void> => {
    app.clock.advance(days * DAY_MS);
    admin = await aLaterSession(app, admin);
  };
  const watch = ({ token }: Person, lectureId = videoId) =>
    call(app, 'PUT', `/lectures/${lectureId}/done`, { token, body: { isDone: true } });
  return { app, quiz, courseId, get, give, list, names, later, watch, admin: () => admin };
};

test('everyone who has a course is in one state, also those who have not begun', async () => {
  const { app, quiz, give, list, names, later, watch } = await openSchool();
  const [, stuck, going, done, opened] = [
    await give('Akash Tirkey'),
    await give('Bina Shah'),
    await give('फ़ातिमा शेख़'),
    await give('Deepika Nair'),
    await give('Élodie Durand'),
  ];
  await watch(stuck);
  await later(14);
  await watch(await aLaterSession(app, going));
  const finisher = await aLaterSession(app, done);
  await watch(finisher);
  await attempted(app, quiz, finisher, choose('a'), choose('a'));
  // Nothing but an attempt that is open.
  await start(app, quiz, await aLaterSession(app, opened));
  await later(1);
  expect(await names('state=not_begun')).toEqual(['Akash Tirkey']);
  expect(await names('state=stuck')).toEqual(['Bina Shah']);
  expect(await names('state=under_way')).toEqual(['Élodie Durand', 'फ़ातिमा शेख़']);
  expect(await names('state=done')).toEqual(['Deepika Nair']);
  const { learners, counts, total } = await list('alone=true');
  expect([counts, total]).toEqual([{ not_begun: 1, under_way: 2, stuck: 1, done: 1 }, 5]);
  expect(learners.find(({ fullName }) => fullName === 'Deepika Nair')).toMatchObject({
    doneLectures: 2,
    lectures: 2,
    passedQuizzes: 1,
    quizzes: 1,
  });
  expect(await names('search=elodie')).toEqual(['Élodie Durand']);
  expect(await names('sort=-progress&limit=1')).toEqual(['Deepika Nair']);
  await later(14);
  expect(await names('state=stuck')).toEqual(['Bina Shah', 'Élodie Durand', 'फ़ातिमा शेख़']);
});

test('people with a bundle have the course; people who lost it, are blocked or work on it do not count', async () => {
  const { app, courseId, give, list, admin, get } = await openSchool();
  const alone = await give('Akash Tirkey');
  const member = await aSubscriber(app, { fullName: 'Bina Shah' });
  const assistant = await give('Chaitanya Rao');
  await joinCourse(app, { courseId, userId: assistant.id, role: 'assistant' });
  const [blocked, revoked] = [await give('Dev Chauhan'), await give('Farhan Siddiqui')];
  const act = (id: string, what: string, body: object) =>
    call(app, 'POST', `/admin/people/${id}/${what}`, { token: admin().token, body: { reason: 'A test', ...body } });
  await act(blocked.id, 'block', {});
  await act(revoked.id, 'revoke', { courseId });
  const all = await list();
  const before = all.learners.filter(({ fullName }) => ['Akash Tirkey', 'Bina Shah'].includes(fullName));
  expect(before.map(({ _id }) => _id)).toEqual([alone.id, member.id]);
  expect(all.learners.map(({ fullName }) => fullName)).not.toContain('Chaitanya Rao');
  expect((await list('alone=true')).learners.map(({ _id }) => _id)).toEqual([alone.id]);
  expect(all.have).toEqual({ alone: 1, all: all.total });
  const { body } = await get(admin(), `/courses/${courseId}/learners/${revoked.id}`);
  expect(body).toMatchObject({ code: 'person_not_found' });
});

test('only teachers and assistants of a course see its learners by name', async () => {
  const { app, quiz, courseId, give, list, get } = await openSchool();
  const learner = await give('Akash Tirkey');
  const other = await aCourse(app, { title: 'Pottery' });
  const stranger = await aUser(app);
  await joinCourse(app, { courseId: other, userId: stranger.id, role: 'teacher' });
  expect((await list('', quiz.teacher)).learners.map(({ fullName }) => fullName)).toContain('Akash Tirkey');
  expect(JSON.stringify(await list('', quiz.teacher))).not.toContain(learner.email);
  for (const path of [`/courses/${courseId}/learners`, `/courses/${courseId}/learners/${learner.id}`]) {
    expect((await get(quiz.assistant, path)).status).toBe(200);
    for (const person of [stranger, learner, await aSubscriber(app)])
      expect((await get(person, path)).status).toBe(403);
    expect((await call(app, 'GET', path)).status).toBe(401);
  }
});

test('an announcement to learners of a state reaches those that the list counts', async () => {
  const { app, quiz, courseId, give, list, later, watch, admin } = await openSchool();
  const [, stuck, done, opened] = [
    await give('Akash Tirkey'),
    await give('Bina Shah'),
    await give('Deepika Nair'),
    await give('Élodie Durand'),
  ];
  await watch(stuck);
  await later(15);
  const finisher = await aLaterSession(app, done);
  await watch(finisher);
  await attempted(app, quiz, finisher, choose('a'), choose('a'));
  await start(app, quiz, await aLaterSession(app, opened));
  const { counts } = await list();
  const reached = async (learners: string) => {
    const body = { courseId, learners };
    const answer = await call(app, 'POST', '/announcements/audience', { token: admin().token, body });
    return answer.body;
  };
  for (const state of ['not_begun', 'under_way', 'stuck', 'done'] as const)
    expect((await reached(state))['people'], state).toBe(counts[state]);
  expect(await reached('stuck')).toMatchObject({ people: 1, names: ['Bina Shah'] });
  const { status } = await call(app, 'POST', '/announcements/audience', {
    token: admin().token,
    body: { learners: 'stuck' },
  });
  expect(status).toBe(400);
});

test('who was reminded in the last seven days is a filter, and the list is exported as it is filtered', async () => {
  const { app, quiz, courseId, give, list, later, admin } = await openSchool();
  const [first] = [await give('=Akash Tirkey'), await give('फ़ातिमा शेख़')];
  await announce(app, admin(), { audience: { courseId, learners: 'not_begun' } });
  await app.jobs.runDue();
  await give('Bina Shah');
  await announce(app, admin(), { audience: { courseId } });
  await app.jobs.runDue();
  const named = async (query: string) => (await list(query)).learners.map(({ fullName }) => fullName);
  expect(await named('alone=true&reminded=true')).toEqual(['=Akash Tirkey', 'फ़ातिमा शेख़']);
  expect(await list('alone=true&reminded=true&state=done')).toMatchObject({
    total: 0,
    counts: { not_begun: 3 },
    reminded: { not_begun: 2, done: 0 },
  });
  const csv = async (query: string, { token }: Person) => {
    const url = `/api/v1/courses/${courseId}/learners/export?${query}`;
    const { statusCode, body } = await app.http.inject({ url, headers: { authorization: `Bearer ${token}` } });
    return [statusCode, ...body.replace('\uFEFF', '').trim().split('\r\n')];
  };
  expect(await csv('alone=true&sort=-name', quiz.teacher)).toEqual([
    200,
    '"Name","State","Done","Lectures","Last lecture","Passed quizzes","Quizzes","Last seen"',
    '"फ़ातिमा शेख़","Not begun","0","2","","0","1",""',
    '"Bina Shah","Not begun","0","2","","0","1",""',
    `"'=Akash Tirkey","Not begun","0","2","","0","1",""`,
  ]);
  expect(await csv(`alone=true&reminded=true&search=${encodeURIComponent('शेख़')}`, admin())).toHaveLength(3);
  expect((await csv('', first))[0]).toBe(403);
  const again = { courseId, learners: 'not_begun', skipsReminded: true } as const;
  const counted = async (audience: object) =>
    (await call(app, 'POST', '/announcements/audience', { token: admin().token, body: audience })).body;
  expect(await counted(again)).toMatchObject({ people: 1, names: ['Bina Shah'] });
  expect(await counted({ skipsReminded: true })).toMatchObject({ code: 'validation_failed' });
  await announce(app, admin(), { audience: again });
  await app.jobs.runDue();
  expect(await named('alone=true&reminded=true')).toEqual(['=Akash Tirkey', 'Bina Shah', 'फ़ातिमा शेख़']);
  expect(await counted(again)).toMatchObject({ people: 0 });
  await later(8);
  expect(await named('alone=true&reminded=true')).toEqual([]);
  expect(await counted(again)).toMatchObject({ people: 5 });
});

test('the figures of a batch are those of who is in it now', async () => {
  const { app, courseId, give, list, watch, admin } = await openSchool();
  const token = admin().token;
  const add = async (name: string, startsOn: string, people: readonly Person[]): Promise<string> => {
    const days = { startsOn, endsOn: '2026-12-31', places: null, joinUntil: '2026-12-31' };
    const made = await call(app, 'POST', `/courses/${courseId}/batches`, { token, body: { name, ...days } });
    const { batch } = api.batches.create.response.parse(made.body);
    for (const person of people) await call(app, 'POST', `/courses/${courseId}/batches/${batch._id}/join`, person);
    return batch._id;
  };
  const [bina, élodie] = [await give('Bina Shah'), await give('Élodie Durand')];
  await give('Akash Tirkey');
  const [june, october] = [await add('June', '2026-06-01', [bina, élodie]), await add('October', '2026-10-01', [])];
  await watch(bina);
  expect(await list(`batchId=${june}`)).toMatchObject({
    learners: [{ fullName: 'Bina Shah' }, { fullName: 'Élodie Durand' }],
    total: 2,
    counts: { not_begun: 1, under_way: 1 },
    have: { alone: 2, all: 2 },
  });
  const path = `/courses/${courseId}/batches/${june}/members/${élodie.id}/move`;
  await call(app, 'POST', path, { token, body: { toBatchId: october, reason: 'Travels in June' } });
  expect([(await list(`batchId=${june}`)).total, (await list(`batchId=${october}`)).total]).toEqual([1, 1]);
  expect((await list('alone=true')).total).toBe(3);
});

test('a row opens the progress of a learner, lecture by lecture, and the attempts', async () => {
  const { app, quiz, courseId, give, watch, get, admin } = await openSchool();
  const learner = await give('Akash Tirkey');
  await watch(learner);
  await attempted(app, quiz, learner, choose('a'), choose('b'));
  await aLecture(app, { courseId, title: 'The last one' });
  const { body } = await get(admin(), `/courses/${courseId}/learners/${learner.id}`);
  const { lectures, attempts } = api.courseLearners.one.response.parse(body);
  expect(lectures.map(({ title, isDone }) => [title, isDone])).toEqual([
    [expect.any(String), true],
    ['Profit or cash?', false],
    ['The last one', false],
  ]);
  expect(attempts).toMatchObject([{ title: 'Profit or cash?', number: 1, percent: 50, isPassed: false }]);
  // 69.9 of 100, of which 70 pass.
  await app.database.db.updateTable('quiz_attempts').set({ earned: 699, points: 10 }).execute();
  const almost = await get(admin(), `/courses/${courseId}/learners/${learner.id}`);
  expect(almost.body['attempts']).toMatchObject([{ percent: 69, isPassed: false }]);
});

test('a draft that is added later undoes nothing, and a deleted account is no learner', async () => {
  const { app, quiz, courseId, give, list, watch } = await openSchool();
  const [done, gone] = [await give('Akash Tirkey'), await give('Bina Shah')];
  await watch(done);
  await attempted(app, quiz, done, choose('a'), choose('a'));
  const draft = await aLecture(app, { courseId, title: 'Soon' });
  await app.database.db.updateTable('lectures').set({ published_at: null }).where('id', '=', draft).execute();
  await app.database.db.updateTable('users').set({ deleted_at: 1 }).where('id', '=', gone.id).execute();
  const { learners, counts } = await list('alone=true');
  expect(learners.map(({ fullName, state }) => [fullName, state])).toEqual([['Akash Tirkey', 'done']]);
  expect(counts).toEqual({ not_begun: 0, under_way: 0, stuck: 0, done: 1 });
});

test('nobody completes a course without lectures', async () => {
  const { app, give, list, admin } = await openSchool();
  const empty = await aCourse(app, { title: 'Soon' });
  await give('Akash Tirkey', empty);
  expect((await list('alone=true', admin(), empty)).counts).toEqual({ not_begun: 1, under_way: 0, stuck: 0, done: 0 });
});
