// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { call } from '#test/call.ts';
import { anAdmin, aUser } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

/** Its last attempt failed, a week ago or more: then nothing of it is left. */
const fail = async ({ database: { db } }: TestApp, name: string, isForgotten: boolean): Promise<void> => {
  if (isForgotten) await db.deleteFrom('jobs').where('name', '=', name).execute();
  else await db.updateTable('jobs').set({ state: 'failed', attempts: 12 }).where('name', '=', name).execute();
};

const Ready = z.object({ ready: z.object({}).nullable(), hasFailed: z.boolean() });

test.each([false, true])(
  'an export of one’s data that failed says so, and is tried again (forgotten: %s)',
  async (old) => {
    await using app = await startApp();
    const { token } = await aUser(app);
    const request = async () => (await call(app, 'POST', '/user/export', { token })).body['export'];
    const latest = async () => Ready.parse((await call(app, 'GET', '/user/data', { token })).body['export']);
    expect(await request()).toMatchObject({ ready: null, hasFailed: false });
    expect(await latest()).toMatchObject({ ready: null, hasFailed: false });
    await fail(app, 'personal-data.export', old);
    expect(await latest()).toMatchObject({ ready: null, hasFailed: true });
    expect(await request()).toMatchObject({ ready: null, hasFailed: false });
    await app.jobs.runDue();
    expect(await latest()).toMatchObject({ ready: {}, hasFailed: false });
    const rows = await app.database.db.selectFrom('data_exports').select('id').execute();
    expect(rows).toHaveLength(1);
  },
);

test.each([false, true])('an export of the school that failed does too (forgotten: %s)', async (old) => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  const request = async () => (await call(app, 'POST', '/admin/school-exports', { token })).body['export'];
  const list = async () =>
    z.array(Ready).parse((await call(app, 'GET', '/admin/school-exports', { token })).body['exports']);
  await request();
  expect(await list()).toMatchObject([{ ready: null, hasFailed: false }]);
  await fail(app, 'school.export', old);
  expect(await list()).toMatchObject([{ ready: null, hasFailed: true }]);
  expect(await request()).toMatchObject({ ready: null, hasFailed: false });
  await app.jobs.runDue();
  expect(await list()).toMatchObject([{ ready: {}, hasFailed: false }]);
});

test('an import of people that failed goes on where it stopped', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  const file = {
    bytes: Buffer.from('email,name\nasha@school.example,Asha Rao\n'),
    name: 'class.csv',
    type: 'text/csv',
  };
  const made = await call(app, 'POST', '/admin/people/imports', { token, parts: { fileName: 'class.csv', file } });
  const id = z.object({ _id: z.string() }).parse(made.body['import'])._id;
  const run = async () => call(app, 'POST', `/admin/people/imports/${id}/run`, { token, body: {} });
  const read = async () => (await call(app, 'GET', `/admin/people/imports/${id}`, { token })).body['import'];
  await run();
  expect(await read()).toMatchObject({ state: 'running', hasFailed: false });
  expect((await run()).body['code']).toBe('import_started');
  await fail(app, 'people.import', false);
  expect(await read()).toMatchObject({ state: 'running', hasFailed: true });
  expect((await run()).status).toBe(200);
  await app.jobs.runDue();
  expect(await read()).toMatchObject({ state: 'done', hasFailed: false, counts: { new: 1 } });
});
