import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, aSubscriber, aUser } from '#test/factories.ts';
import { LECTURE, mediaPaths, publishCourse, publishLecture, sendLecture } from '#test/publish.ts';
import { mediaPart } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const filesIn = async ({ config }: TestApp, folder: 'files' | 'arriving'): Promise<string[]> => {
  const entries = await readdir(join(config.dataDir, folder), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

/** What is deleted can be restored for a day, and its files stay a day more. */
const passPurgeAndRemoval = async ({ clock, jobs }: TestApp): Promise<void> => {
  for (let days = 0; days < 2; days += 1) {
    clock.advance(DAY_MS);
    await jobs.runDue();
  }
};

const countLectures = async ({ database }: TestApp): Promise<number> =>
  (await database.db.selectFrom('lectures').select('id').where('deleted_at', 'is', null).execute()).length;

const expectNothingStored = async (app: TestApp): Promise<void> => {
  expect(await filesIn(app, 'arriving')).toEqual([]);
  expect((await filesIn(app, 'files')).filter((name) => !name.endsWith('.webp'))).toEqual([]);
  expect(await countLectures(app)).toBe(0);
};

test('form fields may precede or follow the file', { tags: ['VID-29'] }, async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  const courseId = await aCourse(app);
  const lecture = await mediaPart('three-seconds.mp4');
  const { title, description } = LECTURE;
  for (const parts of [
    { title, description, lecture },
    { lecture, title, description },
    { title, lecture, description },
  ]) {
    const { status, body } = await call(app, 'POST', `/courses/${courseId}`, { parts, token });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, message: 'Lectures added successfully' });
  }
  expect(await countLectures(app)).toBe(3);
});

test('any missing field returns one message, and nothing is stored', { tags: ['VID-30', 'VAL-11'] }, async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  const courseId = await aCourse(app);
  const lecture = await mediaPart('three-seconds.mp4');
  const { title, description } = LECTURE;
  const nothing = { ...lecture, bytes: new Uint8Array(), name: '' };
  for (const parts of [
    { title, description },
    { lecture, title },
    { description, lecture, title: ' ' },
    { lecture: nothing, title, description },
  ]) {
    const { status, body } = await call(app, 'POST', `/courses/${courseId}`, { parts, token });
    expect([status, body['message']]).toEqual([400, 'All fields are mandatory']);
  }
  const json = await call(app, 'POST', `/courses/${courseId}`, { body: { title }, token });
  expect([json.status, json.body['success']]).toEqual([400, false]);
  await expectNothingStored(app);
});

test('a file above the limit is refused, and nothing is stored', { tags: ['VID-31'] }, async () => {
  await using app = await startApp({ MAX_UPLOAD_BYTES: '50000' });
  const admin = await anAdmin(app);
  const courseId = await aCourse(app);
  const { status, body } = await sendLecture(app, { admin, courseId });
  expect([status, body['code']]).toEqual([413, 'too_large']);
  await expectNothingStored(app);
});

test('visitors and unknown courses are refused', { tags: ['VID-33'] }, async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const user = await aSubscriber(app);
  const courseId = await aCourse(app);
  expect((await sendLecture(app, { admin: user, courseId })).body).toMatchObject({ code: 'forbidden' });
  expect((await call(app, 'POST', `/courses/${courseId}`, {})).body).toMatchObject({ code: 'unauthenticated' });
  expect((await sendLecture(app, { admin, courseId: 'nothing' })).body).toMatchObject({ code: 'course_not_found' });
  await expectNothingStored(app);
});

test.each([
  ['not-a-video.mp4', 415],
  ['playlist.mp4', 415],
  ['ffconcat.mp4', 415],
  ['audio-only.mp4', 415],
  ['empty.mp4', 415],
  ['truncated.mp4', 422],
])('%s is refused with %i, and nothing is stored', { tags: ['VID-35'] }, async (video, expected) => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const courseId = await aCourse(app);
  const { status, body } = await sendLecture(app, { admin, courseId, video });
  expect([status, body['success']]).toEqual([expected, false]);
  await expectNothingStored(app);
});

test(
  'the response has the course with its lectures in order, and the list counts them',
  { tags: ['VID-39'] },
  async () => {
    await using app = await startApp();
    const admin = await anAdmin(app);
    const courseId = await aCourse(app);
    await publishLecture(app, { admin, courseId });
    const { body } = await sendLecture(app, { admin, courseId, video: 'silent.mp4' });
    const lecture = {
      ...LECTURE,
      durationMs: 3000,
      lecture: [{ secure_url: expect.stringMatching(/^http:.*\.mp4$/) }],
    };
    expect(body).toMatchObject({
      success: true,
      course: { _id: courseId, numberOfLectures: 2, totalDurationMs: 6000, lectures: [lecture, lecture] },
    });
    const listed = await call(app, 'GET', '/courses/');
    expect(listed.body['courses']).toMatchObject([{ numberOfLectures: 2, totalDurationMs: 6000 }]);
  },
);

test('a deleted lecture disappears from list, count and disk', { tags: ['VID-39'] }, async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const courseId = await aCourse(app);
  const first = await publishLecture(app, { admin, courseId });
  await publishLecture(app, { admin, courseId });
  const { status, body } = await call(app, 'DELETE', `/courses/${courseId}/lecture/${first}`, { token: admin.token });
  expect([status, body['message']]).toEqual([200, 'Course lecture delete successfully']);
  await passPurgeAndRemoval(app);
  expect(await mediaPaths(app, admin, courseId)).toHaveLength(1);
  expect((await filesIn(app, 'files')).filter((name) => name.endsWith('.mp4'))).toHaveLength(1);
  expect((await call(app, 'GET', '/courses')).body['courses']).toMatchObject([{ numberOfLectures: 1 }]);
  const again = await call(app, 'DELETE', `/courses/${courseId}/lecture/${first}`, { token: admin.token });
  expect(again.body).toMatchObject({ code: 'lecture_not_found' });
  const elsewhere = await call(app, 'DELETE', `/courses/nothing/lecture/${first}`, { token: admin.token });
  expect(elsewhere.body).toMatchObject({ code: 'course_not_found' });
});

test('a deleted course removes all its files, also when the job runs twice', { tags: ['VID-39'] }, async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const courseId = await publishCourse(app, admin);
  await publishLecture(app, { admin, courseId });
  await call(app, 'DELETE', `/courses/${courseId}`, { token: admin.token });
  await app.jobs.runDue();
  expect(await filesIn(app, 'files')).toHaveLength(2);
  const keys = (await app.database.db.selectFrom('media_files').select('key').execute()).map(({ key }) => key);
  await passPurgeAndRemoval(app);
  expect(await filesIn(app, 'files')).toEqual([]);
  const payload = z.object({ keys: z.array(z.string()) });
  const removal = defineJob({ name: 'storage.remove-files', lane: 'upkeep', payload });
  await app.jobs.enqueue(app.database.db, removal, { keys });
  await app.jobs.runDue();
  const failed = await app.database.db
    .selectFrom('jobs')
    .select('last_error')
    .where('last_error', 'is not', null)
    .execute();
  expect(failed).toEqual([]);
});

test('concurrent uploads to one course each get their own position', { tags: ['VID-37'] }, async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const courseId = await aCourse(app);
  const responses = await Promise.all(Array.from({ length: 6 }, () => sendLecture(app, { admin, courseId })));
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
  expect(new Set(await mediaPaths(app, admin, courseId)).size).toBe(6);
});

test('a course that is deleted during an upload gets no lecture', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const courseId = await aCourse(app);
  const [sent, removed] = await Promise.all([
    sendLecture(app, { admin, courseId }),
    call(app, 'DELETE', `/courses/${courseId}`, { token: admin.token }),
  ]);
  expect(removed.status).toBe(200);
  expect([200, 404]).toContain(sent.status);
  await passPurgeAndRemoval(app);
  expect(await filesIn(app, 'files')).toEqual([]);
  expect(await countLectures(app)).toBe(0);
});

test('subscribers and admins see the lectures', { tags: ['VID-21', 'ROL-02', 'ROL-04', 'ROL-05'] }, async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const courseId = await aCourse(app);
  await publishLecture(app, { admin, courseId });
  const [user, subscriber] = [await aUser(app), await aSubscriber(app)];
  const visitor = await call(app, 'GET', `/courses/${courseId}`);
  const plain = await call(app, 'GET', `/courses/${courseId}`, { token: user.token });
  expect([visitor.status, visitor.body['code']]).toEqual([401, 'unauthenticated']);
  expect([plain.status, plain.body['code']]).toEqual([403, 'not_entitled']);
  expect(visitor.text + plain.text).not.toContain('secure_url');
  for (const person of [subscriber, admin]) expect(await mediaPaths(app, person, courseId)).toHaveLength(1);
  expect((await call(app, 'GET', '/courses/nothing', { token: admin.token })).body).toMatchObject({
    code: 'course_not_found',
  });
});

test('the played bytes are the uploaded bytes', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const courseId = await aCourse(app);
  await publishLecture(app, { admin, courseId });
  const [path = ''] = await mediaPaths(app, admin, courseId);
  const response = await app.http.inject({ url: path });
  expect(response.rawPayload.equals(readFileSync('test/media/three-seconds.mp4'))).toBe(true);
});
