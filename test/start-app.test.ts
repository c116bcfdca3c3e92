// @module-tag both
import { expect, test } from 'vitest';
import { aSubscriber, aCourse, coursesOfBefore } from './factories.ts';
import { startApp } from './start-app.ts';

const countUsers = async ({ database }: Awaited<ReturnType<typeof startApp>>): Promise<number> =>
  (await database.db.selectFrom('users').select('id').execute()).length;

test('each test app has its own data, and keeps it over a restart', async () => {
  await using first = await startApp();
  await using second = await startApp();
  await aSubscriber(first);
  await aCourse(first);
  expect(first.database.engine).toBe(process.env['TEST_ENGINE'] ?? 'sqlite');
  expect([await countUsers(first), await countUsers(second)]).toEqual([1, 0]);
  await using again = await first.restart();
  expect(await countUsers(again)).toBe(1);
});

test('a second test app can share the data', async () => {
  await using app = await startApp();
  await using further = await app.another();
  await aSubscriber(app);
  expect(await countUsers(further)).toBe(1);
});

test('a test app listens on a free port', async () => {
  await using app = await startApp();
  const origin = await app.listen();
  const response = await fetch(`${origin}/healthz`);
  expect(response.status).toBe(200);
});

test('an app that closes while it begins first ends what it has begun', async () => {
  await using app = await startApp();
  // What has not listened takes longer to close.
  await app.listen();
  await coursesOfBefore(app, 50, 'Glazes');
  const begun = app.begin();
  await app.close();
  await begun;
  expect(app.logLines().filter((line) => line.includes('"level":50'))).toEqual([]);
});
