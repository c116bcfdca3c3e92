// @module-tag both
import { expect, onTestFinished, test } from 'vitest';
import { aUser } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';

test('nothing is in an empty list, and everything outside of it', async () => {
  const app = await startApp();
  onTestFinished(app.close);
  const { id } = await aUser(app);
  const users = app.database.db.selectFrom('users').select('id');
  expect(await users.where('id', 'in', []).execute()).toEqual([]);
  expect(await users.where('id', 'not in', []).execute()).toEqual([{ id }]);
});
