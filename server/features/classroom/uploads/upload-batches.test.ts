// @module-tag both
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, type Person } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const VIDEO = await readFile('test/media/silent.mp4');
let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await anAdmin(app);
});
afterAll(() => app.close());

const tus = (method: 'POST' | 'PATCH', url: string, headers: Record<string, string>, payload?: Buffer) =>
  app.http.inject({
    method,
    url,
    headers: { ...admin.headers, 'tus-resumable': '1.0.0', ...headers },
    ...(payload ? { payload } : {}),
  });

/** Begins the upload of a video; returns its address. */
const begin = async (courseId: string): Promise<string> => {
  const metadata = `courseId ${Buffer.from(courseId).toString('base64')},filename ${btoa('a.mp4')}`;
  const { headers } = await tus('POST', '/api/v1/uploads', {
    'upload-length': String(VIDEO.length),
    'upload-metadata': metadata,
  });
  return headers.location ?? '';
};

const describe = (path: string, body: object) =>
  call(app, 'POST', `/uploads/${path.split('/').at(-1)}/lecture`, { token: admin.token, body });

const send = async (path: string): Promise<void> => {
  const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
  expect((await tus('PATCH', path, headers, VIDEO)).statusCode).toBe(204);
};

const manage = async (courseId: string) => {
  const { body } = await call(app, 'GET', `/courses/${courseId}/manage`, { token: admin.token });
  return api.authoring.manageCourse.response.parse(body);
};

test('lectures of a batch are in its order, whichever upload arrives first, and stay in their section', async () => {
  const courseId = await aCourse(app);
  const outline = (lectureIds: string[], sections: object[]) =>
    call(app, 'PUT', `/courses/${courseId}/outline`, { token: admin.token, body: { lectureIds, sections } });
  await outline(
    [],
    ['Rain', 'Wind'].map((title) => ({ title, lectureIds: [] })),
  );
  const { sections } = await manage(courseId);
  const sectionId = sections[0]?._id;
  const paths = [await begin(courseId), await begin(courseId), await begin(courseId)];
  for (const [index, path] of paths.entries())
    await describe(path, {
      title: `Number ${index}`,
      description: '',
      isDraft: true,
      sectionId,
      batch: { _id: 'together', index },
    });
  for (const index of [2, 0, 1]) await send(paths[index] ?? '');
  const alone = await begin(courseId);
  await describe(alone, { title: 'Alone', description: 'Of the wind.', isDraft: false });
  await send(alone);
  const before = await begin(courseId);
  await describe(before, { title: 'Before', description: '', isDraft: true, sectionId: '' });
  await send(before);

  const { lectures } = await manage(courseId);
  expect(lectures.map(({ title, sectionId: section, isDraft }) => [title, section, isDraft])).toEqual([
    ['Before', null, true],
    ['Number 0', sections[0]?._id, true],
    ['Number 1', sections[0]?._id, true],
    ['Number 2', sections[0]?._id, true],
    ['Alone', sections[1]?._id, false],
  ]);
});

test('a lecture that follows in its batch and was moved to another section does not take the next one along', async () => {
  const courseId = await aCourse(app);
  const put = (sections: object[]) =>
    call(app, 'PUT', `/courses/${courseId}/outline`, { token: admin.token, body: { lectureIds: [], sections } });
  await put(['Rain', 'Wind'].map((title) => ({ title, lectureIds: [] })));
  const [rain, wind] = (await manage(courseId)).sections;
  const paths = [await begin(courseId), await begin(courseId)];
  for (const [index, path] of paths.entries())
    await describe(path, {
      title: `Number ${index}`,
      description: '',
      isDraft: true,
      sectionId: wind?._id,
      batch: { _id: 'b', index },
    });
  await send(paths[1] ?? '');
  const moved = (await manage(courseId)).lectures.map(({ _id }) => _id);
  await put([
    { ...rain, lectureIds: moved },
    { ...wind, lectureIds: [] },
  ]);
  await send(paths[0] ?? '');
  expect((await manage(courseId)).lectures.map(({ title, sectionId }) => [title, sectionId])).toEqual([
    ['Number 1', rain?._id],
    ['Number 0', wind?._id],
  ]);
});

test('only a draft may wait for its description', async () => {
  const path = await begin(await aCourse(app));
  const published = await describe(path, { title: 'A talk', description: '' });
  expect([published.status, published.body['message']]).toEqual([400, 'All fields are mandatory']);
  expect((await describe(path, { title: 'A talk', description: '', isDraft: true })).status).toBe(200);
});
