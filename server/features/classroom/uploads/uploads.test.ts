// @module-tag both
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { HOUR_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, aUser, type Person } from '#test/factories.ts';
import { mediaPaths } from '#test/publish.ts';
import { type Overrides, startApp, type TestApp } from '#test/start-app.ts';

const VIDEO = await readFile('test/media/three-seconds.mp4');
const PIECE = Math.ceil(VIDEO.length / 3);
const Refusal = z.object({ success: z.literal(false), code: z.string(), message: z.string() });

interface School {
  app: TestApp;
  admin: Person;
  courseId: string;
  origin: string;
}

const openSchool = async (overrides: Overrides = {}): Promise<School> => {
  const app = await startApp(overrides);
  onTestFinished(() => app.close());
  return { app, admin: await anAdmin(app), courseId: await aCourse(app), origin: await app.listen() };
};

type Headers = Record<string, string>;

const ask = async ({ origin, admin }: School, method: string, path: string, headers: Headers = {}, body?: Uint8Array) =>
  fetch(new URL(path, origin), {
    method,
    headers: { ...admin.headers, 'tus-resumable': '1.0.0', ...headers },
    ...(body ? { body: new Uint8Array(body) } : {}),
  });

const metadata = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

const create = (school: School, sizeBytes: number, values: Record<string, string> = {}) =>
  ask(school, 'POST', '/api/v1/uploads', {
    'upload-length': String(sizeBytes),
    'upload-metadata': metadata({ courseId: school.courseId, filename: 'talk.mp4', filetype: 'video/mp4', ...values }),
  });

const begin = async (school: School, sizeBytes = VIDEO.length): Promise<string> => {
  const response = await create(school, sizeBytes);
  expect(response.status).toBe(201);
  return response.headers.get('location') ?? '';
};

const patch = (school: School, path: string, offset: number, bytes: Uint8Array) =>
  ask(
    school,
    'PATCH',
    path,
    { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
    bytes,
  );

const offsetOf = async (school: School, path: string): Promise<string | null> => {
  const response = await ask(school, 'HEAD', path);
  return response.status === 200 ? response.headers.get('upload-offset') : String(response.status);
};

const expectRefused = async (response: Response, status: number, code: string): Promise<void> => {
  expect([response.status, Refusal.parse(await response.json()).code]).toEqual([status, code]);
};

const LECTURE = { title: 'A talk', description: 'Of the sea.' };
const idOf = (path: string): string => path.split('/').at(-1) ?? '';
const makeLecture = ({ app, admin }: School, path: string, more: object = {}) =>
  call(app, 'POST', `/uploads/${idOf(path)}/lecture`, { token: admin.token, body: { ...LECTURE, ...more } });

const filesIn = async ({ app }: School): Promise<string[]> =>
  readdir(join(app.config.dataDir, 'uploads')).catch(() => []);

test(
  'a video uploaded in chunks across a restart becomes one lecture with the same bytes',
  { tags: ['VID-36'] },
  async () => {
    const school = await openSchool();
    const path = await begin(school);
    expect(path).toMatch(/^\/api\/v1\/uploads\/[0-9a-f]{24}$/);
    const first = await patch(school, path, 0, VIDEO.subarray(0, PIECE));
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, String(PIECE)]);

    const app = await school.app.restart();
    onTestFinished(() => app.close());
    const later = { ...school, app, origin: await app.listen() };
    expect(await offsetOf(later, path)).toBe(String(PIECE));
    const list = await call(app, 'GET', '/uploads', { token: school.admin.token });
    expect(list.body['uploads']).toMatchObject([
      { fileName: 'talk.mp4', sizeBytes: VIDEO.length, receivedBytes: PIECE, lectureId: null },
    ]);
    await expectRefused(await patch(later, path, 0, VIDEO.subarray(0, PIECE)), 409, 'upload_moved_on');
    expect((await patch(later, path, PIECE, VIDEO.subarray(PIECE))).status).toBe(204);

    const [one, two] = await Promise.all([makeLecture(later, path), makeLecture(later, path)]);
    const third = await makeLecture(later, path);
    expect(one.body).toMatchObject({ success: true, course: { numberOfLectures: 1, lectures: [LECTURE] } });
    expect(new Set([one, two, third].map(({ body }) => body['lectureId'])).size).toBe(1);
    const [media = ''] = await mediaPaths(app, school.admin, school.courseId);
    const played = await app.http.inject({ url: media });
    const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
    expect(sha(played.rawPayload)).toBe(sha(VIDEO));
    expect(await filesIn(later)).toEqual([]);
    await expectRefused(await patch(later, path, VIDEO.length, new Uint8Array([1])), 413, 'too_large');
  },
);

test(
  'with the title sent first, the last byte creates the lecture, as a draft if requested',
  { tags: ['VID-36'] },
  async () => {
    const school = await openSchool();
    const { app, admin, courseId } = school;
    const path = await begin(school);
    await patch(school, path, 0, VIDEO.subarray(0, PIECE));
    const early = await makeLecture(school, path, { isDraft: true });
    expect(early.body).toMatchObject({ lectureId: null, course: null });
    await patch(school, path, PIECE, VIDEO.subarray(PIECE));
    const again = await makeLecture(school, path);
    expect(again.body).toMatchObject({ lectureId: expect.any(String), course: { numberOfLectures: 0, lectures: [] } });
    expect(await mediaPaths(app, admin, courseId)).toEqual([]);
    const { body } = await call(app, 'GET', `/courses/${courseId}/manage`, { token: admin.token });
    expect(body['lectures']).toMatchObject([{ ...LECTURE, isDraft: true }]);
  },
);

test('an upload started for a lecture replaces its video with the last byte', async () => {
  const school = await openSchool();
  const { app, admin, courseId } = school;
  const path = await begin(school);
  await patch(school, path, 0, VIDEO);
  const lectureId = z.string().parse((await makeLecture(school, path)).body['lectureId']);
  await expectRefused(await create(school, 9, { lectureId: 'unknown' }), 404, 'lecture_not_found');
  const silent = await readFile('test/media/silent.mp4');
  const next = (await create(school, silent.length, { lectureId })).headers.get('location') ?? '';
  await patch(school, next, 0, silent.subarray(0, 4096));
  const open = await call(app, 'GET', '/uploads', { token: admin.token });
  expect(open.body['uploads']).toMatchObject([{ replacesLectureId: lectureId, receivedBytes: 4096 }]);
  expect((await patch(school, next, 4096, silent.subarray(4096))).status).toBe(204);
  const [now = '', ...others] = await mediaPaths(app, admin, courseId);
  expect((await app.http.inject({ url: now })).rawPayload).toEqual(silent);
  expect([others, await filesIn(school)]).toEqual([[], []]);
});

test('an upload can replace a video, which keeps playing under its old address', async () => {
  const school = await openSchool();
  const { app, admin, courseId } = school;
  const path = await begin(school);
  await patch(school, path, 0, VIDEO);
  const lectureId = z.string().parse((await makeLecture(school, path)).body['lectureId']);
  const [old = ''] = await mediaPaths(app, admin, courseId);
  const silent = await readFile('test/media/silent.mp4');
  const next = await begin(school, silent.length);
  const replace = () =>
    call(app, 'POST', `/courses/${courseId}/lecture/${lectureId}/video`, {
      token: admin.token,
      body: { uploadId: idOf(next) },
    });
  expect((await replace()).body['code']).toBe('upload_unfinished');
  await patch(school, next, 0, silent);
  const body = { uploadId: idOf(next) };
  const elsewhere = await call(app, 'POST', `/courses/${courseId}/lecture/_/video`, { token: admin.token, body });
  expect([elsewhere.status, elsewhere.body['code']]).toEqual([404, 'lecture_not_found']);
  expect((await replace()).status).toBe(200);
  expect((await replace()).body['code']).toBe('upload_used');
  const [now = ''] = await mediaPaths(app, admin, courseId);
  expect((await app.http.inject({ url: now })).rawPayload).toEqual(silent);
  expect((await app.http.inject({ url: old })).rawPayload).toEqual(VIDEO);
  app.clock.advance(8 * HOUR_MS);
  expect((await app.http.inject({ url: old })).statusCode).toBe(403);
});

test(
  'an upload is hidden from visitors, learners and other admins; OPTIONS and DELETE follow the protocol',
  { tags: ['VID-36', 'VID-33'] },
  async () => {
    const school = await openSchool();
    const path = await begin(school);
    const as = async (person: Person) => ({ ...school, admin: person });
    await expectRefused(
      await fetch(new URL('/api/v1/uploads', school.origin), { method: 'POST' }),
      401,
      'unauthenticated',
    );
    await expectRefused(await create(await as(await aUser(school.app)), 9), 403, 'forbidden');
    const other = await as(await anAdmin(school.app));
    await expectRefused(await patch(other, path, 0, VIDEO), 404, 'upload_not_found');
    expect(await offsetOf(other, path)).toBe('404');
    expect((await ask(other, 'DELETE', path)).status).toBe(404);
    expect((await call(school.app, 'GET', '/uploads', { token: other.admin.token })).body['uploads']).toEqual([]);

    const options = await ask(school, 'OPTIONS', '/api/v1/uploads');
    expect([options.status, options.headers.get('tus-version')]).toEqual([204, '1.0.0']);
    expect(options.headers.get('tus-extension')).toContain('creation');
    expect((await ask(school, 'DELETE', path)).status).toBe(204);
    expect(await offsetOf(school, path)).toBe('404');
    expect(await filesIn(school)).toEqual([]);
  },
);

test('an upload that cannot be accepted is refused before its bytes', { tags: ['VID-36', 'VID-31'] }, async () => {
  const school = await openSchool({ MAX_UPLOAD_BYTES: '1000000' });
  await expectRefused(await create(school, 1_000_001), 413, 'too_large');
  await expectRefused(await create(school, 9, { courseId: 'unknown' }), 404, 'course_not_found');
  await expectRefused(await create(school, 0), 400, 'malformed_request');
  for (const headers of [{}, { 'upload-length': 'many' }, { 'upload-defer-length': '1' }])
    await expectRefused(await ask(school, 'POST', '/api/v1/uploads', headers), 400, 'malformed_request');
  const old = { ...school.admin.headers, 'upload-length': '9' };
  const withoutVersion = await fetch(new URL('/api/v1/uploads', school.origin), { method: 'POST', headers: old });
  await expectRefused(withoutVersion, 412, 'upload_version');
  const path = await begin(school, 10_000);
  await expectRefused(await patch(school, path, 0, new Uint8Array(20_000)), 413, 'too_large');
  for (const strange of ['/api/v1/uploads/..%2f..%2flectern.db', '/api/v1/uploads/%00', `${path}x`])
    expect((await ask(school, 'HEAD', strange)).status).toBe(404);
});

test('missing disk space is reported before anything is written', { tags: ['VID-38'] }, async () => {
  const school = await openSchool({ MAX_UPLOAD_BYTES: String(Number.MAX_SAFE_INTEGER) });
  await expectRefused(await create(school, 2 ** 52), 507, 'disk_full');
  expect(await filesIn(school)).toEqual([]);
});

test(
  'a file that is no video is refused at its first chunk, a damaged one at its last, and nothing is kept',
  { tags: ['VID-35'] },
  async () => {
    const school = await openSchool();
    const page = Buffer.alloc(10_000, '<html>');
    const path = await begin(school, page.length * 2);
    await expectRefused(await patch(school, path, 0, page), 415, 'not_a_video');
    const cut = VIDEO.subarray(0, VIDEO.length - 500);
    const second = await begin(school, cut.length);
    await expectRefused(await patch(school, second, 0, cut), 422, 'damaged_video');
    const small = await begin(school, 5);
    await expectRefused(await patch(school, small, 0, Buffer.from('hello')), 415, 'not_a_video');
    expect(await filesIn(school)).toEqual([]);
    for (const gone of [path, second, small]) expect(await offsetOf(school, gone)).toBe('404');
  },
);

test('an upload that another process receives is reported busy, then continues', { tags: ['VID-36'] }, async () => {
  const school = await openSchool();
  const path = await begin(school);
  const { db } = school.app.database;
  const another = { holder: 'another', wanted_by: null, held_until: school.app.clock.now() + 30_000 };
  await db.updateTable('upload_locks').set(another).execute();
  await expectRefused(await patch(school, path, 0, VIDEO), 423, 'upload_busy');
  const held = await db.selectFrom('upload_locks').select('wanted_by').executeTakeFirst();
  expect(held?.wanted_by).toEqual(expect.any(String));
  school.app.clock.advance(31_000);
  expect((await patch(school, path, 0, VIDEO)).status).toBe(204);
});

test('an upload continues at another process after the first one releases it', { tags: ['VID-36'] }, async () => {
  const school = await openSchool();
  const path = await begin(school);
  await patch(school, path, 0, VIDEO.subarray(0, PIECE));
  const second = await school.app.another();
  onTestFinished(() => second.close());
  const there = { ...school, origin: await second.listen() };
  expect(await offsetOf(there, path)).toBe(String(PIECE));
  expect((await patch(there, path, PIECE, VIDEO.subarray(PIECE))).status).toBe(204);
});

test('a new request takes an upload over from a hanging connection', { tags: ['VID-36'] }, async () => {
  const school = await openSchool();
  const path = await begin(school);
  const hanging = new AbortController();
  const { promise: isSent, resolve } = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(new Uint8Array(VIDEO.subarray(0, PIECE)));
      resolve();
    },
  });
  const slowly: RequestInit & { duplex: 'half' } = {
    method: 'PATCH',
    headers: {
      ...school.admin.headers,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
    },
    body,
    duplex: 'half',
    signal: hanging.signal,
  };
  const first = fetch(new URL(path, school.origin), slowly).catch(() => undefined);
  await isSent;
  await expect.poll(() => school.app.database.db.selectFrom('upload_locks').selectAll().execute()).toHaveLength(1);
  await expect.poll(() => offsetOf(school, path)).toBe(String(PIECE));
  expect((await patch(school, path, PIECE, VIDEO.subarray(PIECE))).status).toBe(204);
  hanging.abort();
  await first;
  expect(await offsetOf(school, path)).toBe(String(VIDEO.length));
});

test('each part of an upload keeps it for another 24 hours', { tags: ['VID-36'] }, async () => {
  const school = await openSchool();
  const path = await begin(school);
  await patch(school, path, 0, VIDEO.subarray(0, PIECE));
  school.app.clock.advance(20 * HOUR_MS);
  expect((await patch(school, path, PIECE, VIDEO.subarray(PIECE, 2 * PIECE))).status).toBe(204);
  school.app.clock.advance(20 * HOUR_MS);
  expect((await patch(school, path, 2 * PIECE, VIDEO.subarray(2 * PIECE))).status).toBe(204);
});

test(
  'an upload takes no more bytes than it declared, also of a part of unknown length',
  { tags: ['VID-31'] },
  async () => {
    const school = await openSchool();
    const path = await begin(school, 10_000);
    const body = new ReadableStream({
      start: (stream) => {
        stream.enqueue(VIDEO.subarray(0, 6000));
        stream.enqueue(VIDEO.subarray(6000, 12_000));
        stream.close();
      },
    });
    const inPieces: RequestInit & { duplex: 'half' } = {
      method: 'PATCH',
      headers: {
        ...school.admin.headers,
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
      },
      body,
      duplex: 'half',
    };
    const response = await fetch(new URL(path, school.origin), inPieces);
    await expectRefused(response, 413, 'too_large');
    const [file = ''] = await filesIn(school);
    const { size } = await stat(join(school.app.config.dataDir, 'uploads', file));
    expect(size).toBeLessThanOrEqual(10_000);
  },
);

test('an abandoned upload expires and is removed', { tags: ['VID-36'] }, async () => {
  const school = await openSchool();
  const path = await begin(school);
  await patch(school, path, 0, VIDEO.subarray(0, PIECE));
  school.app.clock.advance(25 * HOUR_MS);
  await expectRefused(await patch(school, path, PIECE, VIDEO.subarray(PIECE)), 410, 'upload_expired');
  school.app.jobs.start();
  await expect.poll(() => filesIn(school)).toEqual([]);
  expect(await offsetOf(school, path)).toBe('404');
});
