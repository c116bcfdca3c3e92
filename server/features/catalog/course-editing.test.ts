// @module-tag both
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '#server/clock.ts';
import { ManagedCourse } from '#contract/catalog/authoring.ts';
import { call } from '#test/call.ts';
import { aCourse, aLecture, anAdmin, aSubscriber } from '#test/factories.ts';
import { COURSE, publishCourse, publishLecture } from '#test/publish.ts';
import { mediaPart } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const titles = async (app: TestApp, query = ''): Promise<string[]> => {
  const { body } = await call(app, 'GET', `/courses${query}`);
  return z
    .array(z.object({ title: z.string() }))
    .parse(body['courses'])
    .map(({ title }) => title);
};
const courseIn = ({ body }: { body: Record<string, unknown> }) => ManagedCourse.parse(body['course']);

test('every field of a course and its thumbnail can be changed, and the list shows it at once', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const { token } = admin;
  const id = await publishCourse(app, admin);
  const { thumbnail: first } = courseIn(await call(app, 'GET', `/courses/${id}/manage`, { token }));
  const changes = { title: 'Winter rain', category: 'Weather', createdBy: 'Anil Das', description: 'The other wind.' };
  const saved = courseIn(await call(app, 'PUT', `/courses/${id}`, { parts: changes, token }));
  expect(saved).toMatchObject({ ...changes, thumbnail: first, isDraft: false });
  expect([await titles(app, '?search=anil'), await titles(app, '?search=monsoon')]).toEqual([['Winter rain'], []]);
  const withPicture = { ...changes, thumbnail: await mediaPart('avatar.png') };
  const { thumbnail: second } = courseIn(await call(app, 'PUT', `/courses/${id}`, { parts: withPicture, token }));
  expect(second).not.toEqual(first);
  app.clock.advance(DAY_MS);
  await app.jobs.runDue();
  const fileOf = ({ secure_url: url }: typeof first): boolean =>
    existsSync(join(app.config.dataDir, new URL(url ?? '').pathname));
  expect([fileOf(first), fileOf(second)]).toEqual([false, true]);
  for (const [parts, status] of [
    [{ ...changes, title: ' ' }, 400],
    [{ ...changes, thumbnail: await mediaPart('avatar.svg') }, 415],
  ] as const)
    expect((await call(app, 'PUT', `/courses/${id}`, { parts, token })).status).toBe(status);
  expect((await call(app, 'PUT', '/courses/nothing', { parts: changes, token })).body['code']).toBe('course_not_found');
  expect(await titles(app)).toEqual(['Winter rain']);
});

test('a description is Markdown, and what learners can do afterwards is listed', async () => {
  await using app = await startApp();
  const { token, ...admin } = await anAdmin(app);
  const id = await publishCourse(app, { token, ...admin });
  const save = async (fields: Record<string, string>): Promise<void> => {
    const saved = await call(app, 'PUT', `/courses/${id}`, { parts: { ...COURSE, ...fields }, token });
    expect(saved.status).toBe(200);
  };
  const about = async () => (await call(app, 'GET', `/courses/${id}/about`)).body['course'];
  expect(await about()).toMatchObject({ outcomes: [] });
  await save({ description: 'A **warm** wind.', outcomes: ' Read a sky \n\nName the winds' });
  expect(await about()).toMatchObject({
    description: 'A **warm** wind.',
    about: [{ kind: 'paragraph', spans: [{ text: 'A ' }, { text: 'warm', marks: ['strong'] }, { text: ' wind.' }] }],
    outcomes: ['Read a sky', 'Name the winds'],
  });
  await save({});
  expect(await about()).toMatchObject({ outcomes: ['Read a sky', 'Name the winds'] });
  await save({ outcomes: '' });
  expect(await about()).toMatchObject({ outcomes: [] });
});

test('a draft is visible to admins only, and returns to its position when published', async () => {
  await using app = await startApp();
  const [admin, learner] = [await anAdmin(app), await aSubscriber(app)];
  const { token } = admin;
  const id = await publishCourse(app, admin);
  const lectureId = await publishLecture(app, { admin, courseId: id });
  app.clock.advance(MINUTE_MS);
  await aLecture(app, { courseId: await aCourse(app, { title: 'Newer' }) });
  const draft = (isDraft: boolean) => call(app, 'PUT', `/courses/${id}/draft`, { token, body: { isDraft } });
  expect(courseIn(await draft(true)).isDraft).toBe(true);
  expect(await titles(app)).toEqual(['Newer']);
  for (const path of [`/courses/${id}`, `/courses/${id}?drafts=true`, `/courses/${id}/about`])
    expect((await call(app, 'GET', path, { token: learner.token })).body['code'], path).toBe('course_not_found');
  expect((await call(app, 'GET', `/courses/${id}`, { token })).status).toBe(404);
  const seen = await call(app, 'GET', `/courses/${id}?drafts=true`, { token });
  expect(seen.body).toMatchObject({ course: { title: COURSE.title }, lectures: [{ _id: lectureId }] });
  const url = z
    .array(z.object({ lecture: z.tuple([z.object({ secure_url: z.string() })]) }))
    .parse(seen.body['lectures']);
  const path = new URL(url[0]?.lecture[0].secure_url ?? '').pathname;
  expect((await app.http.inject({ url: path, headers: { range: 'bytes=0-1' } })).statusCode).toBe(206);
  const drafts = await call(app, 'GET', '/admin/courses?state=draft', { token });
  expect(drafts.body).toMatchObject({ total: 1, courses: [{ _id: id, numberOfLectures: 1, isDraft: true }] });
  for (let times = 0; times < 2; times += 1) expect(courseIn(await draft(false)).isDraft).toBe(false);
  expect(await titles(app)).toEqual(['Newer', COURSE.title]);

  const parts = { ...COURSE, title: 'Begun', isDraft: 'true', thumbnail: await mediaPart('thumbnail.jpg') };
  const created = await call(app, 'POST', '/courses/', { parts, token });
  expect([created.status, created.body['message']]).toEqual([201, 'Course created Succesfully']);
  expect(await titles(app)).toHaveLength(2);
  app.clock.advance(DAY_MS);
  const begun = z.object({ _id: z.string() }).parse(created.body['course'])._id;
  await call(app, 'PUT', `/courses/${begun}/draft`, { token, body: { isDraft: false } });
  expect(await titles(app)).toEqual(['Newer', COURSE.title, 'Begun']);
});

test('a deleted course can be restored for a day, with its lectures', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  const courseId = await aCourse(app);
  const [alone, together] = [await aLecture(app, { courseId, title: 'Alone' }), await aLecture(app, { courseId })];
  await call(app, 'DELETE', `/courses/${courseId}/lecture/${alone}`, { token });
  app.clock.advance(MINUTE_MS);
  await call(app, 'DELETE', `/courses/${courseId}`, { token });
  const deleted = async () => (await call(app, 'GET', '/admin/deleted', { token })).body['items'];
  expect(await deleted()).toMatchObject([
    { kind: 'course', _id: courseId, title: COURSE.title, restorableUntil: '2026-06-16T04:31:00.000Z' },
  ]);
  app.clock.advance(DAY_MS - 2 * MINUTE_MS);
  await app.jobs.runDue();
  const restore = (path = '') => call(app, 'POST', `/courses/${courseId}${path}/restore`, { token });
  expect((await restore()).body).toMatchObject({ success: true, message: 'Restored' });
  expect(await titles(app)).toEqual([COURSE.title]);
  expect((await call(app, 'GET', `/courses/${courseId}/about`)).body).toMatchObject({
    course: { lectures: [{ _id: together }], numberOfLectures: 1 },
  });
  expect(await deleted()).toMatchObject([{ kind: 'lecture', _id: alone, courseTitle: COURSE.title }]);
  expect((await restore()).body['code']).toBe('course_not_found');
  app.clock.advance(MINUTE_MS);
  expect(await deleted()).toEqual([]);
  expect((await restore(`/lecture/${alone}`)).body['code']).toBe('restore_too_late');
  await app.jobs.runDue();
  expect((await restore(`/lecture/${alone}`)).body['code']).toBe('restore_too_late');
  expect(await titles(app)).toEqual([COURSE.title]);
  await call(app, 'DELETE', `/courses/${courseId}`, { token });
  app.clock.advance(DAY_MS);
  expect((await restore()).body['code']).toBe('restore_too_late');
});
