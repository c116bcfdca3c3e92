import { expect, test } from 'vitest';
import { aSubscriber, aCourse } from './factories.ts';
import { startApp } from './start-app.ts';

const countUsers = async ({ database }: Awaited<ReturnType<typeof startApp>>): Promise<number> =>
  (await database.db.selectFrom('users').select('id').execute()).length;

test('each app has data of its own, and keeps it over a restart', async () => {
  await using first = await startApp();
  await using second = await startApp();
  await aSubscriber(first);
  await aCourse(first);
  expect(first.database.engine).toBe(process.env['TEST_ENGINE'] ?? 'sqlite');
  expect([await countUsers(first), await countUsers(second)]).toEqual([1, 0]);
  await using again = await first.restart();
  expect(await countUsers(again)).toBe(1);
});

test('a further app shares the data', async () => {
  await using app = await startApp();
  await using further = await app.another();
  await aSubscriber(app);
  expect(await countUsers(further)).toBe(1);
});

test('it listens on a free port', async () => {
  await using app = await startApp();
  const origin = await app.listen();
  const answer = await fetch(`${origin}/healthz`);
  expect(answer.status).toBe(200);
});
