import { expect, test } from 'vitest';
import { z } from 'zod';
import { type CallInput, call } from '#test/call.ts';
import { aCourse, anAdmin, aUser } from '#test/factories.ts';
import { COURSE } from '#test/publish.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const URL_ENCODED = 'application/x-www-form-urlencoded';

/** Any text in any type, which the other calls of the tests cannot send. */
const send = async (app: TestApp, url: string, { type, token }: { type: string; token?: string }) => {
  const response = await app.http.inject({
    method: 'POST',
    url: `/api/v1${url}`,
    headers: { 'content-type': type, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    payload: 'email=a%40b.example&password=long-enough',
  });
  return [response.statusCode, response.json<unknown>()];
};
const refusedWith = (message: string) => [415, { success: false, code: 'unsupported_media_type', message }];

test('a form whose files are all optional may be sent as JSON', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  const id = await aCourse(app);
  const put = (input: CallInput) => call(app, 'PUT', `/courses/${id}`, { token, ...input });
  const changed = await put({ body: { ...COURSE, title: 'Winter rain' } });
  expect([changed.status, changed.body['course']]).toMatchObject([200, { ...COURSE, title: 'Winter rain' }]);
  const incomplete = await put({ body: { ...COURSE, title: undefined, category: 7 } });
  expect([incomplete.status, incomplete.body]).toEqual([
    400,
    {
      success: false,
      code: 'validation_failed',
      message: 'Please fill all the fields',
      details: [
        { path: 'title', message: 'Please fill all the fields' },
        { path: 'category', message: 'Please fill all the fields' },
      ],
    },
  ]);
});

test('a form that needs a file says which one is missing, and how to send it', async () => {
  await using app = await startApp();
  const learner = await aUser(app);
  const admin = await anAdmin(app);
  const courseId = await aCourse(app);
  const message = 'This file is missing: send the fields and the file as multipart/form-data';
  const visitor = { fullName: 'Meera Nair', email: 'meera@school.example', password: 'long-enough' };
  for (const [method, path, body, token, sentence, file] of [
    ['POST', '/user/register', visitor, undefined, 'Please fill all the details', 'avatar'],
    ['PUT', '/user/update', { fullName: 'Meera Nair' }, learner.token, 'All fields are mandatory', 'avatar'],
    ['POST', '/courses', COURSE, admin.token, 'Please fill all the fields', 'thumbnail'],
    [
      'POST',
      `/courses/${courseId}`,
      { title: 'One', description: 'Rain' },
      admin.token,
      'All fields are mandatory',
      'lecture',
    ],
  ] as const) {
    const refused = await call(app, method, path, { body, ...(token === undefined ? {} : { token }) });
    expect([refused.status, refused.body], path).toEqual([
      400,
      { success: false, code: 'validation_failed', message: sentence, details: [{ path: file, message }] },
    ]);
  }
  const both = await call(app, 'POST', '/user/register', { body: { ...visitor, fullName: 'M' } });
  expect(both.body['details']).toEqual([
    { path: 'fullName', message: 'Name should be atleast of 5 characters' },
    { path: 'avatar', message },
  ]);
});

test('an unsupported content type is rejected, and the supported ones are listed', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  const asJson = refusedWith('Send this request as application/json');
  for (const type of [URL_ENCODED, 'text/plain', 'application/xml', 'multipart/form-data; boundary=b'])
    expect(await send(app, '/user/login', { type }), type).toEqual(asJson);
  expect(await send(app, '/contact', { type: URL_ENCODED })).toEqual(asJson);
  expect(await send(app, '/user/register', { type: URL_ENCODED })).toEqual(
    refusedWith('Send this request as multipart/form-data'),
  );
  const url = `/api/v1/courses/${await aCourse(app)}`;
  const headers = { 'content-type': URL_ENCODED, authorization: `Bearer ${token}` };
  const put = await app.http.inject({ method: 'PUT', url, headers, payload: 'title=One' });
  expect([put.statusCode, put.json<unknown>()]).toEqual(
    refusedWith('Send this request as multipart/form-data or application/json'),
  );
  expect(await send(app, '/admin/plan-check', { type: URL_ENCODED, token })).toEqual(
    refusedWith('Send this request without a body'),
  );
});

test('OpenAPI lists JSON for the forms that may be sent as JSON, and for no other', async () => {
  await using app = await startApp();
  const Body = z.object({ requestBody: z.object({ content: z.record(z.string(), z.unknown()) }) });
  const Paths = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
  const { paths } = Paths.parse((await app.http.inject({ url: '/api/v1/openapi.json' })).json());
  const contentOf = (path: string, method: string) => Body.parse(paths[path]?.[method]).requestBody.content;
  const course = contentOf('/courses/{courseId}', 'put');
  expect(Object.keys(course)).toEqual(['multipart/form-data', 'application/json']);
  expect(course['application/json']).toMatchObject({
    schema: { type: 'object', required: ['title', 'category', 'createdBy', 'description'] },
  });
  expect(JSON.stringify(course['application/json'])).not.toContain('thumbnail');
  expect(Object.keys(contentOf('/user/register', 'post'))).toEqual(['multipart/form-data']);
  expect(Object.keys(contentOf('/user/login', 'post'))).toEqual(['application/json']);
});
