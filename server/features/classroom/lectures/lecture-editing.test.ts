// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Lecture } from '#contract/classroom/lectures.ts';
import { call, type CallResponse } from '#test/call.ts';
import { aCourse, aLecture, anAdmin, aSubscriber, aUser } from '#test/factories.ts';
import { LECTURE, lecturesIn, publishLecture } from '#test/publish.ts';
import { mediaPart } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const openSchool = async () => {
  const app = await startApp();
  const admin = await anAdmin(app);
  const courseId = await aCourse(app);
  const { token } = admin;
  return {
    app,
    admin,
    courseId,
    token,
    change: (lectureId: string, body: object) =>
      call(app, 'PATCH', `/courses/${courseId}/lecture/${lectureId}`, { token, body }),
    order: (lectureIds: readonly string[]) =>
      call(app, 'PUT', `/courses/${courseId}/order`, { token, body: { lectureIds } }),
    [Symbol.asyncDispose]: () => app.close(),
  };
};

const idsIn = (response: CallResponse): string[] => lecturesIn(response).map(({ _id }) => _id);
const count = async (app: TestApp): Promise<unknown> => {
  const { body } = await call(app, 'GET', '/courses');
  return z.array(z.object({ numberOfLectures: z.int() })).parse(body['courses'])[0]?.numberOfLectures;
};

test('only the given fields of a lecture change, and chapters are read from text', async () => {
  await using school = await openSchool();
  const { courseId, change } = school;
  const lectureId = await aLecture(school.app, { courseId });
  const chapters = '0:00 Welcome\n\n 1:30 - The wind\n1:02:03 Rain: the end';
  const [changed] = lecturesIn(await change(lectureId, { title: '  Warm air ', chapters }));
  expect(changed).toMatchObject({
    title: 'Warm air',
    description: 'Where the wind begins.',
    chaptersText: chapters,
    chapters: [
      { startMs: 0, title: 'Welcome' },
      { startMs: 90_000, title: 'The wind' },
      { startMs: 3_723_000, title: 'Rain: the end' },
    ],
  });
  expect(lecturesIn(await change(lectureId, {}))[0]).toEqual(changed);
  const tooMany = Array.from(
    { length: 101 },
    (_, second) => `${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')} x`,
  );
  for (const bad of ['Welcome', '1:00 b\n0:30 a', '0:61 a', '1:00', '99 a', 'a\u0000', tooMany.join('\n')]) {
    const { status, body } = await change(lectureId, { chapters: bad });
    expect([status, body['success']], bad).toEqual([400, false]);
  }
  expect((await change(lectureId, { chapters: '0:00 a\nWelcome' })).body['message']).toBe(
    'Line 2: enter a start time and a title, such as 1:30 The wind. Each time must be later than the one before.',
  );
  expect((await change(lectureId, { title: ' ' })).status).toBe(400);
  expect(lecturesIn(await change(lectureId, { description: '' }))[0]?.description).toBe('');
  expect((await change('nothing', {})).body['code']).toBe('lecture_not_found');
  const cleared = lecturesIn(await change(lectureId, { chapters: '' }));
  expect(cleared[0]).toMatchObject({ title: 'Warm air', chapters: [] });
});

test('lectures are reordered atomically; a repeat changes nothing, and an outdated order is refused', async () => {
  await using school = await openSchool();
  const { app, courseId, order, token } = school;
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) ids.push(await aLecture(app, { courseId, title: `Lecture ${index}` }));
  const turned = ids.toReversed();
  for (let times = 0; times < 2; times += 1) expect(idsIn(await order(turned))).toEqual(turned);
  const about = await call(app, 'GET', `/courses/${courseId}/about`);
  expect(about.body).toMatchObject({ course: { lectures: turned.map((_id) => ({ _id })) } });
  const wrong = [[], ids.slice(1), [...ids, 'more'], [...ids.slice(1), ids[1] ?? ''], [...ids.slice(1), 'other']];
  for (const list of wrong) expect((await order(list)).body['code']).toBe('order_outdated');
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, shift) => order([...ids.slice(shift % 5), ...ids.slice(0, shift % 5)])),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  const [first = '', second = '', third = ''] = idsIn(await call(app, 'GET', `/courses/${courseId}/manage`, { token }));
  await call(app, 'DELETE', `/courses/${courseId}/lecture/${second}`, { token });
  const added = await aLecture(app, { courseId });
  const back = await call(app, 'POST', `/courses/${courseId}/lecture/${second}/restore`, { token });
  expect(back.body['message']).toBe('Restored');
  const restored = idsIn(await call(app, 'GET', `/courses/${courseId}/manage`, { token }));
  expect([restored.slice(0, 3), restored.at(-1), restored.length]).toEqual([[first, second, third], added, 6]);
});

test('a draft lecture is not listed, counted or played until it is published', async () => {
  await using school = await openSchool();
  const { app, courseId, change, token } = school;
  const learner = await aSubscriber(app);
  const lecture = await mediaPart('three-seconds.mp4');
  const added = await call(app, 'POST', `/courses/${courseId}`, {
    parts: { ...LECTURE, lecture, isDraft: 'true' },
    token,
  });
  expect([added.status, added.body['message']]).toEqual([200, 'Lectures added successfully']);
  expect(added.body).toMatchObject({ course: { numberOfLectures: 0, lectures: [] } });
  const managed = lecturesIn(await call(app, 'GET', `/courses/${courseId}/manage`, { token }));
  const [draft] = managed;
  expect(managed).toMatchObject([{ isDraft: true, ...LECTURE }]);
  const listedFor = async (query: string, who: string): Promise<number> =>
    z.array(Lecture).parse((await call(app, 'GET', `/courses/${courseId}${query}`, { token: who })).body['lectures'])
      .length;
  expect(await Promise.all([listedFor('', token), listedFor('?drafts=true', token)])).toEqual([0, 1]);
  expect(await Promise.all([listedFor('', learner.token), listedFor('?drafts=true', learner.token)])).toEqual([0, 0]);
  const path = new URL(draft?.lecture[0]?.secure_url ?? '').pathname;
  expect((await app.http.inject({ url: path })).statusCode).toBe(200);
  expect(lecturesIn(await change(draft?._id ?? '', { isDraft: false }))).toMatchObject([{ isDraft: false }]);
  expect(await count(app)).toBe(1);
  const url = z
    .array(Lecture)
    .parse((await call(app, 'GET', `/courses/${courseId}`, { token: learner.token })).body['lectures'])[0]?.lecture[0];
  const learners = new URL(url?.secure_url ?? '').pathname;
  expect((await app.http.inject({ url: learners })).statusCode).toBe(200);
  await change(draft?._id ?? '', { isDraft: true });
  app.clock.advance(10_000);
  expect((await app.http.inject({ url: learners })).statusCode).toBe(403);
  expect(await count(app)).toBe(0);
});

test('anyone may play a free lecture, and no other lecture', { tags: ['PRD-05', 'VID-21'] }, async () => {
  await using school = await openSchool();
  const { app, admin, courseId, change } = school;
  const free = await publishLecture(app, { admin, courseId });
  const paid = await publishLecture(app, { admin, courseId });
  const preview = (lectureId: string) => call(app, 'GET', `/courses/${courseId}/preview/${lectureId}`);
  expect((await preview(free)).body['code']).toBe('lecture_not_found');
  await change(free, { isFreePreview: true });
  const about = await call(app, 'GET', `/courses/${courseId}/about`);
  expect(about.body).toMatchObject({ course: { lectures: [{ isFreePreview: true }, { isFreePreview: false }] } });
  const lecture = Lecture.parse((await preview(free)).body['lecture']);
  expect(lecture).toMatchObject({ ...LECTURE, isFreePreview: true, progress: null });
  const path = new URL(lecture.lecture[0]?.secure_url ?? '').pathname;
  const played = await app.http.inject({ url: path, headers: { range: 'bytes=0-9' } });
  expect(played.statusCode).toBe(206);
  expect((await app.http.inject({ url: path.replace(free, paid) })).statusCode).toBe(403);
  expect((await preview(paid)).body['code']).toBe('lecture_not_found');
  expect((await preview(paid)).text).not.toContain('secure_url');
  const user = await aUser(app);
  expect((await call(app, 'GET', `/courses/${courseId}`, { token: user.token })).body['code']).toBe('not_entitled');
  await change(free, { isFreePreview: false });
  app.clock.advance(10_000);
  expect((await app.http.inject({ url: path })).statusCode).toBe(403);
});

test('a file for a missing lecture is refused before it is read, whatever the id looks like', async () => {
  await using school = await openSchool();
  const { app, courseId, token } = school;
  const parts = { lecture: await mediaPart('three-seconds.mp4') };
  for (const id of ['_', '-x', 'ABC', 'NaN', 'nothing']) {
    const lecture = `/courses/${courseId}/lecture/${id}`;
    const responses = [
      await call(app, 'PUT', `${lecture}/video`, { token, parts }),
      // Without a form the body is refused: not here, where nothing is to be read.
      await call(app, 'PUT', `${lecture}/video`, { token }),
      await call(app, 'PUT', `${lecture}/captions/en`, { token }),
    ];
    for (const { status, body } of responses) expect([status, body['code']], id).toEqual([404, 'lecture_not_found']);
  }
  const noCourse = await call(app, 'PUT', '/courses/_', { token });
  expect([noCourse.status, noCourse.body['code']]).toEqual([404, 'course_not_found']);
});

test('draft lectures are published together; other courses and published lectures stay as they are', async () => {
  await using school = await openSchool();
  const { app, courseId, token, change } = school;
  const ids: string[] = [];
  for (const title of ['One', 'Two', 'Three']) ids.push(await aLecture(app, { courseId, title }));
  const [one = '', two = '', three = ''] = ids;
  const otherCourse = await aCourse(app);
  const foreign = await aLecture(app, { courseId: otherCourse });
  const publish = (id: string, lectureIds: readonly string[]) =>
    call(app, 'POST', `/courses/${id}/lectures/publish`, { token, body: { lectureIds } });
  for (const id of ids) await change(id, { isDraft: true });
  await call(app, 'PATCH', `/courses/${otherCourse}/lecture/${foreign}`, { token, body: { isDraft: true } });
  const drafts = lecturesIn(await publish(courseId, [one, two, foreign]));
  expect(drafts.map(({ title, isDraft }) => [title, isDraft])).toEqual([
    ['One', false],
    ['Two', false],
    ['Three', true],
  ]);
  const other = await call(app, 'GET', `/courses/${otherCourse}/manage`, { token });
  expect(lecturesIn(other)[0]?.isDraft).toBe(true);
  expect((await publish('gone', [three])).body['code']).toBe('course_not_found');
  expect((await publish(courseId, [])).status).toBe(400);
});

test('a course is published with its draft lectures that play, and again with those that were added since', async () => {
  await using school = await openSchool();
  const { app, courseId, token, change } = school;
  const ids: string[] = [];
  for (const title of ['One', 'Two', 'Unplayable', 'Deleted']) ids.push(await aLecture(app, { courseId, title }));
  const [one = '', , unplayable = '', deleted = ''] = ids;
  for (const id of ids) await change(id, { isDraft: true });
  const { db } = app.database;
  await db.updateTable('video_work').set({ is_playable: 0 }).where('lecture_id', '=', unplayable).execute();
  await call(app, 'DELETE', `/courses/${courseId}/lecture/${deleted}`, { token });
  await call(app, 'PUT', `/courses/${courseId}/draft`, { token, body: { isDraft: true } });
  expect(await count(app)).toBeUndefined();
  const publish = (id = courseId) => call(app, 'POST', `/courses/${id}/publish`, { token });
  const published = await publish();
  expect(published.body).toMatchObject({ message: 'Published', course: { isDraft: false } });
  expect(lecturesIn(published).map(({ title, isDraft }) => [title, isDraft])).toEqual([
    ['One', false],
    ['Two', false],
    ['Unplayable', true],
  ]);
  expect(await count(app)).toBe(2);
  const publishedAt = async () => {
    const rows = await db.selectFrom('lectures').select('published_at').where('id', '=', one).execute();
    return rows[0]?.published_at;
  };
  const first = await publishedAt();
  await db.updateTable('video_work').set({ is_playable: 1 }).where('lecture_id', '=', unplayable).execute();
  app.clock.advance(60_000);
  expect(lecturesIn(await publish()).every(({ isDraft }) => !isDraft)).toBe(true);
  expect([await count(app), await publishedAt()]).toEqual([3, first]);
  expect((await publish(await aCourse(app))).body).toMatchObject({ course: { isDraft: false }, lectures: [] });
  await call(app, 'DELETE', `/courses/${courseId}`, { token });
  for (const id of [courseId, 'nothing']) expect((await publish(id)).body['code']).toBe('course_not_found');
});
