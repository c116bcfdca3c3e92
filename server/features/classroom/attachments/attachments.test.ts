// @module-tag both
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import { api } from '#contract/api.ts';
import { Lecture } from '#contract/classroom/lectures.ts';
import { requiredKeys } from '#server/backup/school-files.ts';
import { schoolData } from '#server/school-data.ts';
import { call } from '#test/call.ts';
import { anAdmin, aSubscriber, type Person } from '#test/factories.ts';
import { publishCourseWithLecture } from '#test/publish.ts';
import { mediaPart } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const CSV = Buffer.from('district,rain\nPune,12\n');
let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await anAdmin(app);
});
afterAll(() => app.close());

const aLecture = async () => {
  const published = await publishCourseWithLecture(app, admin);
  const attach = (name: string, bytes = CSV) =>
    call(app, 'POST', `${published.path}/attachments`, {
      token: admin.token,
      parts: { name, attachment: { bytes, name, type: 'text/html' } },
    });
  return { ...published, attach };
};

const attachmentsIn = (body: unknown) =>
  z.looseObject({ lectures: z.array(Lecture).min(1) }).parse(body).lectures[0]?.attachments ?? [];

const save = (address = '', headers: Record<string, string> = {}) =>
  app.http.inject({ url: new URL(address).pathname, headers });

const storedFiles = (): Promise<string[]> => readdir(join(app.config.dataDir, 'files', 'attachments'));

/** Runs the job that ends what no address names any more, which is due every hour. */
const retireOldVersions = async (): Promise<void> => {
  const now = app.clock.now();
  const never = { attempts: 0, leased_by: null, leased_until: null, last_error: null, finished_at: null };
  const job = { id: 'now', name: 'lectures.retire-media', payload: '{}', state: 'waiting' as const };
  await app.database.db
    .insertInto('jobs')
    .values({ ...job, ...never, run_at: now, created_at: now })
    .execute();
  await app.jobs.runDue();
};

test('users who can watch save an attachment under its own name, and browsers never show it', async () => {
  const { courseId, attach } = await aLecture();
  expect((await attach("Élan d'été (1)/50%.csv")).body['message']).toBe('Attachment added');
  const learner = await aSubscriber(app);
  const { body } = await call(app, 'GET', `/courses/${courseId}`, { token: learner.token });
  const [attachment] = attachmentsIn(body);
  expect(attachment).toMatchObject({ name: "Élan d'été (1)-50%.csv", sizeBytes: CSV.length });
  const saved = await save(attachment?.address);
  expect([saved.statusCode, saved.rawPayload]).toEqual([200, CSV]);
  expect(saved.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': "attachment; filename*=UTF-8''%C3%89lan%20d%27%C3%A9t%C3%A9%20%281%29-50%25.csv",
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  });
  expect((await save(attachment?.address, { range: 'bytes=9-12' })).body).toBe('rain');

  await app.database.db.updateTable('users').set({ media_epoch: 9 }).where('id', '=', learner.id).execute();
  app.clock.advance(5000);
  expect((await save(attachment?.address)).statusCode).toBe(403);
});

test('attachments of a free lecture are public, those of others are not', async () => {
  const { courseId, lectureId, path, attach } = await aLecture();
  await attach('rain.csv');
  const preview = () => call(app, 'GET', `/courses/${courseId}/preview/${lectureId}`);
  expect((await preview()).status).toBe(404);
  await call(app, 'PATCH', path, { token: admin.token, body: { isFreePreview: true } });
  const { lecture } = api.lectures.previewLecture.response.parse((await preview()).body);
  const address = lecture.attachments[0]?.address;
  expect((await save(address)).rawPayload).toEqual(CSV);
  await call(app, 'PATCH', path, { token: admin.token, body: { isFreePreview: false } });
  app.clock.advance(5000);
  expect((await save(address)).statusCode).toBe(403);
});

test('attachments stay when the video is replaced, are in backups, and are deleted a day after their last address ends', async () => {
  const { path, attach } = await aLecture();
  const before = await storedFiles();
  await attach('first.csv');
  app.clock.advance(1);
  const [first] = attachmentsIn((await attach('second.csv')).body);
  const isNew = (name: string): boolean => !before.includes(name);
  expect((await storedFiles()).filter(isNew)).toHaveLength(2);
  const replaced = await call(app, 'PUT', `${path}/video`, {
    token: admin.token,
    parts: { lecture: await mediaPart('silent.mp4') },
  });
  expect(attachmentsIn(replaced.body).map(({ name }) => name)).toEqual(['first.csv', 'second.csv']);
  const key = `attachments/${first?._id}.bin`;
  expect(await requiredKeys(app.database.db, schoolData.fileOwners)).toContain(key);

  const remove = () => call(app, 'DELETE', `${path}/attachments/${first?._id}`, { token: admin.token });
  expect(attachmentsIn((await remove()).body).map(({ name }) => name)).toEqual(['second.csv']);
  expect([(await remove()).status, (await remove()).body['code']]).toEqual([404, 'file_not_found']);
  app.clock.advance(8 * HOUR_MS);
  await retireOldVersions();
  app.clock.advance(DAY_MS - 1);
  await app.jobs.runDue();
  expect((await storedFiles()).filter(isNew)).toHaveLength(2);
  app.clock.advance(1);
  await app.jobs.runDue();
  expect((await storedFiles()).filter(isNew)).toHaveLength(1);
  expect(await requiredKeys(app.database.db, schoolData.fileOwners)).not.toContain(key);
});

test('an attachment is deleted through its own lecture alone', async () => {
  const [one, other] = [await aLecture(), await aLecture()];
  const [attachment] = attachmentsIn((await one.attach('rain.csv')).body);
  const remove = (path: string) =>
    call(app, 'DELETE', `${path}/attachments/${attachment?._id}`, { token: admin.token });
  const elsewhere = [other.path, `/courses/${other.courseId}/lecture/${one.lectureId}`];
  expect((await remove(elsewhere[0] ?? '')).body['code']).toBe('file_not_found');
  expect((await remove(elsewhere[1] ?? '')).body['code']).toBe('lecture_not_found');
  expect((await save(attachment?.address)).rawPayload).toEqual(CSV);
  expect(attachmentsIn((await remove(one.path)).body)).toEqual([]);
});

test('programs, files without a name and more than twenty are refused, and leave nothing behind', async () => {
  const { attach, lectureId } = await aLecture();
  const before = await storedFiles();
  for (const [name, code, status] of [
    ['setup.exe', 'file_kind_refused', 415],
    ['report.pdf.SCR ', 'file_kind_refused', 415],
    ['rain.pdf', 'not_as_named', 415],
    ['notes\n.txt', 'validation_failed', 400],
  ] as const) {
    const { status: returned, body } = await attach(name);
    expect([returned, body['code']], name).toEqual([status, code]);
  }
  expect((await attach(' ')).body['message']).toBe('Please choose a file');
  expect(await storedFiles()).toEqual(before);
  const rows = Array.from({ length: 20 }, (_, index) => ({
    id: `${lectureId}-${index}`,
    lecture_id: lectureId,
    name: `${index}.csv`,
    size_bytes: 1,
    created_at: 0,
  }));
  await app.database.db.insertInto('lecture_attachments').values(rows).execute();
  const { status, body } = await attach('one-more.csv');
  expect([status, body['code']]).toEqual([409, 'too_many_attachments']);
  expect(await storedFiles()).toEqual(before);
});
