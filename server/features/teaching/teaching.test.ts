// @module-tag both
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
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
import { JUNE_MORNING_MS } from '#test/fake-clock.ts';
import { COURSE } from '#test/publish.ts';
import { emailsTo } from '#test/mailbox.ts';
import { mediaPart } from '#test/sign-up.ts';
import { startApp } from '#test/start-app.ts';

/** A school with a course of Ila Rao's, and functions that send requests as different users. */
const openSchool = async () => {
  const app = await startApp();
  onTestFinished(app.close);
  const courseId = await aCourse(app);
  const lectureId = await aLecture(app, { courseId });
  const [admin, ila] = [await anAdmin(app), await aUser(app, { fullName: 'Ila Rao' })];
  await joinCourse(app, { courseId, userId: ila.id, role: 'teacher' });
  const get = async ({ token }: Person, path: string) => call(app, 'GET', path, { token });
  const put = async ({ token }: Person, path: string, body: object) => call(app, 'PUT', path, { token, body });
  const setTeaching = (teachersPublish: string, teachersCreate: boolean) =>
    put(admin, '/admin/settings/teaching', { teachersPublish, teachersCreate });
  return { app, courseId, lectureId, admin, ila, get, put, setTeaching };
};

const watch = (
  app: Awaited<ReturnType<typeof openSchool>>['app'],
  { token }: Person,
  lectureId: string,
  isDone = true,
) => call(app, 'PUT', `/lectures/${lectureId}/done`, { token, body: { isDone } });

test('a teacher edits and watches her own course without buying it, and stays a user', async () => {
  const { app, courseId, lectureId, ila, get } = await openSchool();
  const { token } = ila;
  expect((await get(ila, '/user/me')).body['user']).toMatchObject({
    role: 'USER',
    teaches: true,
    subscription: { status: 'inactive' },
  });
  expect((await get(await aUser(app), '/user/me')).body['user']).toMatchObject({ teaches: false });
  expect((await get(ila, `/courses/${courseId}`)).status).toBe(200);
  const body = { title: 'Warm sea', isDraft: true };
  const changed = await call(app, 'PATCH', `/courses/${courseId}/lecture/${lectureId}`, { token, body });
  expect(changed.body['lectures']).toMatchObject([{ title: 'Warm sea', isDraft: true }]);
  expect((await get(ila, `/courses/${courseId}?drafts=true`)).body['lectures']).toMatchObject([{ title: 'Warm sea' }]);
  const [keys, progress] = [
    await call(app, 'POST', '/offline/keys', {
      token,
      body: { deviceId: 'phone-of-ila-rao-1', lectureIds: [lectureId] },
    }),
    await watch(app, ila, lectureId),
  ];
  expect([keys.body['keys'], progress.status]).toEqual([[], 200]);
});

test('whose course it is only an admin changes', async () => {
  const { app, courseId, ila, admin } = await openSchool();
  const fields = { title: 'Monsoon', category: 'Science', description: 'Rain.' };
  const save = async ({ token }: Person, createdBy: string) =>
    (await call(app, 'PUT', `/courses/${courseId}`, { token, body: { ...fields, createdBy } })).status;
  expect([await save(ila, 'Ila Rao'), await save(ila, 'Ravi Iyer'), await save(admin, 'Ravi Iyer')]).toEqual([
    200, 403, 200,
  ]);
});

test('the home of a teacher has her own courses and nothing else', async () => {
  const { app, courseId, lectureId, ila, admin, get } = await openSchool();
  await aCourse(app, { title: 'Someone else’s' });
  const blocked = await aSubscriber(app);
  for (const person of [await aSubscriber(app), await aSubscriber(app), blocked, ila, admin])
    await watch(app, person, lectureId);
  await app.database.db.updateTable('users').set({ blocked_at: 1 }).where('id', '=', blocked.id).execute();
  const { body } = await get(ila, '/teach');
  expect(body).toMatchObject({
    figures: { learners: 2, activeLearners: 2, watchedMs: 0, finished: 2 },
    uploads: [],
    videos: [],
    mayCreate: false,
    publishesAlone: false,
  });
  expect(body['courses']).toMatchObject([
    { _id: courseId, role: 'teacher', isDraft: false, approvalRequestedAt: null },
  ]);
  expect((await get(await aUser(app), '/teach')).body).toMatchObject({ courses: [], figures: { learners: 0 } });
});

test('learners are shown by name and progress, without their emails', async () => {
  const { app, courseId, lectureId, ila, get } = await openSchool();
  const second = await aLecture(app, { courseId, title: 'The first rain' });
  const [arjun, diya] = [
    await aSubscriber(app, { fullName: 'Arjun Menon' }),
    await aSubscriber(app, { fullName: 'Diya Nair' }),
  ];
  for (const id of [lectureId, second]) await watch(app, arjun, id);
  await watch(app, diya, second);
  app.clock.advance(14 * DAY_MS);
  const later = await aLaterSession(app, ila);
  const list = (query: string) => get(later, `/teach/courses/${courseId}/learners${query}`);
  expect((await list('')).body).toMatchObject({ counts: { all: 2, stuck: 0 } });
  app.clock.advance(1);
  const { text, body } = await list('');
  expect(body).toMatchObject({ total: 2, counts: { all: 2, stuck: 1 } });
  expect(text).not.toContain('school.example');
  const found = await list('?stuck=true&limit=1');
  expect(found.body).toMatchObject({ total: 1 });
  expect(found.body['learners']).toEqual([
    {
      _id: diya.id,
      fullName: 'Diya Nair',
      avatar: { secure_url: null },
      doneLectures: 1,
      lectures: 2,
      percent: 50,
      lastLecture: 'The first rain',
      watchedAt: new Date(JUNE_MORNING_MS).toISOString(),
    },
  ]);
  expect((await list('?offset=2')).body['learners']).toEqual([]);
});

test('after approval a course waits for the owner, who finds it in what needs attention', async () => {
  const { app, courseId, ila, admin, get, put } = await openSchool();
  await put(ila, `/courses/${courseId}/draft`, { isDraft: true });
  const asked = await put(ila, `/courses/${courseId}/draft`, { isDraft: false });
  const since = new Date(JUNE_MORNING_MS).toISOString();
  expect(asked.body).toMatchObject({
    message: 'Sent to the owner for approval',
    course: { isDraft: true, approvalRequestedAt: since },
  });
  app.clock.advance(DAY_MS);
  const again = await call(app, 'POST', `/courses/${courseId}/publish`, { token: ila.token });
  expect(again.body).toMatchObject({
    message: 'Sent to the owner for approval',
    course: { isDraft: true, approvalRequestedAt: since },
  });
  const waiting = async () => (await get(admin, '/admin/attention')).body['items'];
  expect(await waiting()).toMatchObject([{ kind: 'approvals', level: 'warning', count: 1, since }]);
  const published = await put(admin, `/courses/${courseId}/draft`, { isDraft: false });
  expect(published.body).toMatchObject({ message: 'Published', course: { isDraft: false, approvalRequestedAt: null } });
  expect(await waiting()).toEqual([]);
  const changed = await call(app, 'POST', `/courses/${courseId}/publish`, { token: ila.token });
  expect(changed.body).toMatchObject({ message: 'Published', course: { isDraft: false } });
});

test('the owner declines with a reason, which the teacher reads until it waits again', async () => {
  const { app, courseId, ila, admin, get, put } = await openSchool();
  const decline = (person: Person, reason = 'Add a free preview.') =>
    call(app, 'POST', `/admin/courses/${courseId}/decline`, { token: person.token, body: { reason } });
  const setDraft = (isDraft: boolean) => put(ila, `/courses/${courseId}/draft`, { isDraft });
  await setDraft(true);
  expect((await decline(admin)).body['code']).toBe('approval_outdated');
  await setDraft(false);
  const listed = async (state: string) => (await get(admin, `/admin/courses?state=${state}`)).body;
  expect(await listed('waiting')).toMatchObject({ total: 1, counts: { published: 0, draft: 1, waiting: 1 } });
  expect([(await decline(ila)).status, (await decline(admin, ' ')).status]).toEqual([403, 400]);
  const declined = { at: new Date(JUNE_MORNING_MS).toISOString(), reason: 'Add a free preview.' };
  expect((await decline(admin)).body).toMatchObject({ course: { approvalRequestedAt: null, declined } });
  expect(await listed('waiting')).toMatchObject({ total: 0, counts: { waiting: 0 } });
  expect((await get(ila, '/teach')).body['courses']).toMatchObject([{ isDraft: true, declined }]);
  expect((await setDraft(false)).body['course']).toMatchObject({ declined: null });
  await app.jobs.runDue('email');
  const subjects = async () => (await emailsTo(app, ila.email)).map(({ headers }) => headers.get('subject') ?? '');
  const [email] = await emailsTo(app, ila.email);
  expect(await subjects()).toEqual(['Reading the monsoon needs changes']);
  await call(app, 'POST', `/courses/${courseId}/publish`, { token: admin.token });
  await app.jobs.runDue('email');
  expect((await subjects()).toSorted()).toEqual([
    'Reading the monsoon is published',
    'Reading the monsoon needs changes',
  ]);
  expect(email?.text).toContain('Add a free preview.');
  expect(email?.text).toContain(`/teach/course?course=${courseId}&tab=publish`);
});

test('a teacher writes about herself once the owner linked her account', async () => {
  const { app, ila, admin, get } = await openSchool();
  const save = (person: Person, body: object) => call(app, 'PUT', '/teach/page', { token: person.token, body });
  const texts = { headline: 'Meteorologist, Pune', about: 'Reads *clouds*.' };
  expect((await get(ila, '/teach/page')).body).toMatchObject({ teacher: null });
  expect((await save(ila, texts)).body['code']).toBe('teacher_not_found');
  await call(app, 'PUT', '/admin/teacher', {
    token: admin.token,
    body: { name: 'Ila Rao', headline: '', about: '', accountEmail: ila.email },
  });
  expect((await save(ila, { ...texts, name: 'Ravi Iyer' })).body['teacher']).toEqual({
    name: 'Ila Rao',
    ...texts,
    picture: { secure_url: null },
    slug: 'ila-rao',
  });
  expect((await get(ila, '/teachers/ila-rao')).body).toMatchObject({ teacher: { headline: 'Meteorologist, Pune' } });
  expect((await save(await aUser(app), texts)).status).toBe(404);
});

test('the owner declines by leaving it a draft, and a school may let teachers publish alone', async () => {
  const { courseId, ila, admin, put, setTeaching } = await openSchool();
  const setDraft = async (person: Person, isDraft: boolean) =>
    (await put(person, `/courses/${courseId}/draft`, { isDraft })).body['course'];
  await setDraft(ila, true);
  await setDraft(ila, false);
  expect(await setDraft(admin, true)).toMatchObject({ isDraft: true, approvalRequestedAt: null });
  await setTeaching('alone', false);
  expect(await setDraft(ila, false)).toMatchObject({ isDraft: false, approvalRequestedAt: null });
});

test('teachers create drafts of their own where the school lets them', async () => {
  const { app, ila, get, setTeaching } = await openSchool();
  const assistant = await aUser(app);
  await joinCourse(app, { courseId: await aCourse(app), userId: assistant.id, role: 'assistant' });
  const { createdBy: _, ...fields } = COURSE;
  const create = async ({ token }: Person) =>
    call(app, 'POST', '/teach/courses', { token, parts: { ...fields, thumbnail: await mediaPart('thumbnail.jpg') } });
  expect((await create(ila)).status).toBe(403);
  await setTeaching('after_approval', true);
  expect((await get(ila, '/teach')).body).toMatchObject({ mayCreate: true });
  const created = await create(ila);
  expect([created.status, created.body['course']]).toMatchObject([
    201,
    { title: COURSE.title, createdBy: 'Ila Rao', isDraft: true },
  ]);
  expect((await get(ila, '/teach')).body['courses']).toMatchObject([{ title: COURSE.title, role: 'teacher' }, {}]);
  for (const person of [assistant, await aUser(app)]) expect((await create(person)).status).toBe(403);
});
