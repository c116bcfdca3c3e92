// @module-tag both
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { z } from 'zod';
import { newId } from '#server/ids.ts';
import { announcementIn, draftAnnouncement } from './announcements.ts';
import { call } from './call.ts';
import { aCertifiedCourse, certificatesOf, complete } from './certificates.ts';
import { aCourse, aLecture, aSubscriber, joinCourse, type Person } from './factories.ts';
import { noticesOf } from './notices.ts';
import { startApp, type TestApp } from './start-app.ts';

/** Ids of another person, and of another course in the place of one’s own. */

const TABLES = [
  'announcements',
  'certificates',
  'identities',
  'lecture_attachments',
  'notices',
  'passkeys',
  'push_subscriptions',
  'uploads',
];

let app: TestApp;
let hers: Person;
let his: Person;
let herCourse: { courseId: string; lectureId: string };
let hisCourse: { courseId: string; lectureId: string };
let ids: Record<'code' | 'noticeId' | 'announcementId' | 'attachmentId' | 'uploadId', string>;

const addLogins = async ({ id: userId, email }: Person): Promise<void> => {
  const { db } = app.database;
  const at = { user_id: userId, created_at: app.clock.now(), last_used_at: null };
  const key = { public_key: '', counter: 0, transports: '[]', name: 'Telefon' };
  await db
    .insertInto('passkeys')
    .values({ id: 'herkey', ...key, ...at })
    .execute();
  const identity = { id: 'heridentity', issuer: 'https://login.example', subject: 'meera', email };
  await db
    .insertInto('identities')
    .values({ ...identity, ...at })
    .execute();
};

const upload = (person: Person, method: 'POST' | 'PATCH' | 'DELETE' | 'HEAD', url: string, more: object = {}) =>
  app.http.inject({
    method,
    url: `/api/v1/uploads${url}`,
    headers: { ...person.headers, 'tus-resumable': '1.0.0', ...more },
    ...(method === 'PATCH' && { payload: Buffer.from('xx') }),
  });

const Lectures = z.object({ lectures: z.array(z.object({ attachments: z.array(z.object({ _id: z.string() })) })) });

const anAttachment = async (): Promise<string> => {
  const file = { bytes: Buffer.from('Rain'), name: 'rain.txt', type: 'text/plain' };
  const { body } = await call(
    app,
    'POST',
    `/courses/${herCourse.courseId}/lecture/${herCourse.lectureId}/attachments`,
    { token: hers.token, parts: { name: 'rain.txt', attachment: file } },
  );
  return Lectures.parse(body).lectures.flatMap(({ attachments }) => attachments)[0]?._id ?? '';
};

const encoded = (value: string): string => Buffer.from(value).toString('base64');

beforeAll(async () => {
  app = await startApp();
  hers = await aSubscriber(app);
  his = await aSubscriber(app);
  const certified = await aCertifiedCourse(app);
  herCourse = { courseId: certified.courseId, lectureId: certified.lectures[0] };
  for (const lectureId of certified.lectures)
    await complete(app, hers, { courseId: certified.courseId, lectureId, minutes: 10 });
  const courseId = await aCourse(app);
  hisCourse = { courseId, lectureId: await aLecture(app, { courseId }) };
  await joinCourse(app, { courseId: herCourse.courseId, userId: hers.id, role: 'teacher' });
  await joinCourse(app, { courseId, userId: his.id, role: 'teacher' });
  await addLogins(hers);
  const draft = await draftAnnouncement(app, hers, { audience: { courseId: herCourse.courseId } });
  const begun = await upload(hers, 'POST', '', {
    'upload-length': '4',
    'upload-metadata': `courseId ${encoded(herCourse.courseId)},filename ${encoded('a.mp4')},filetype ${encoded('video/mp4')}`,
  });
  ids = {
    code: (await certificatesOf(app, hers))[0]?.code ?? '',
    noticeId: z.string().parse((await noticesOf(app, hers))[0]?._id),
    announcementId: announcementIn(draft)._id,
    attachmentId: await anAttachment(),
    uploadId: String(begun.headers.location).split('/').at(-1) ?? '',
  };
});
afterAll(() => app.close());

const rows = async () => {
  const found: unknown[] = [];
  for (const table of TABLES)
    found.push((await sql`SELECT * FROM ${sql.table(table)} ORDER BY 1`.execute(app.database.db)).rows);
  return found;
};

test('the ids belong to her and work for her', async () => {
  expect(Object.values(ids).every((id) => id.length > 3)).toBe(true);
  expect((await upload(hers, 'HEAD', `/${ids.uploadId}`)).statusCode).toBe(200);
  const { token } = hers;
  expect((await call(app, 'GET', `/announcements/${ids.announcementId}/manage`, { token })).status).toBe(200);
});

test('logins, certificates, notices and announcements of another are not there', async () => {
  const before = await rows();
  const { code, noticeId, announcementId } = ids;
  const draft = { title: 'Win', body: 'a prize', audience: { courseId: hisCourse.courseId } };
  const tried: [Parameters<typeof call>[1], string, object?][] = [
    ['PUT', '/user/passkeys/herkey', { name: 'mine' }],
    ['DELETE', '/user/passkeys/herkey'],
    ['DELETE', '/user/identities/heridentity'],
    ['PUT', `/user/certificates/${code}/name`, { holderName: 'Ravi Shah' }],
    ['PUT', `/user/certificates/${code}/listed`, { isListed: true }],
    ['GET', `/announcements/${announcementId}`],
    ['GET', `/announcements/${announcementId}/manage`],
    ['PUT', `/announcements/${announcementId}`, draft],
    ['DELETE', `/announcements/${announcementId}`],
    ['POST', `/announcements/${announcementId}/test`, {}],
    ['POST', `/announcements/${announcementId}/send`, {}],
    ['POST', `/announcements/${announcementId}/cancel`, {}],
  ];
  for (const [method, path, body] of tried) {
    const { status } = await call(app, method, path, { token: his.token, ...(body && { body }) });
    expect([method, path, status]).toEqual([method, path, 404]);
  }
  // Reading what is not one’s own changes nothing, and says nothing.
  await call(app, 'POST', `/notices/${noticeId}/read`, { token: his.token });
  expect(await rows()).toEqual(before);
});

test.each([
  ['in her course', () => herCourse],
  ['in his course', () => hisCourse],
  ['of her lecture in his course', () => ({ ...hisCourse, lectureId: herCourse.lectureId })],
  ['of his lecture in her course', () => ({ ...herCourse, lectureId: hisCourse.lectureId })],
])('an attachment of another course is not removed %s', async (_, place) => {
  const before = await rows();
  const { courseId, lectureId } = place();
  const path = `/courses/${courseId}/lecture/${lectureId}/attachments/${ids.attachmentId}`;
  expect([403, 404]).toContain((await call(app, 'DELETE', path, { token: his.token })).status);
  expect(await rows()).toEqual(before);
});

test('an upload of another is not read, continued, ended or made a lecture', async () => {
  const before = await rows();
  const piece = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
  for (const method of ['HEAD', 'PATCH', 'DELETE'] as const)
    expect((await upload(his, method, `/${ids.uploadId}`, method === 'PATCH' ? piece : {})).statusCode).toBe(403);
  for (const { courseId } of [herCourse, hisCourse]) {
    const body = { title: newId(), kind: 'video', courseId, uploadId: ids.uploadId };
    const made = await call(app, 'POST', `/uploads/${ids.uploadId}/lecture`, { token: his.token, body });
    expect([400, 403, 404]).toContain(made.status);
    const parts = { title: 'Mine', kind: 'video', uploadId: ids.uploadId };
    const added = await call(app, 'POST', `/courses/${courseId}/lectures`, { token: his.token, parts });
    expect([400, 403, 404]).toContain(added.status);
  }
  expect(await rows()).toEqual(before);
});
