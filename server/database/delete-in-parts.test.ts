// @module-tag both
import { expect, test } from 'vitest';
import { pruneFinished } from '#server/jobs/jobs.queries.ts';
import { countStatements } from '#test/count-statements.ts';
import { startApp } from '#test/start-app.ts';

test('no statement deletes more than a thousand rows of a table that grows with the school', async () => {
  await using app = await startApp();
  const { db } = app.database;
  const job = { name: 'test.old', payload: '{}', run_at: 1, attempts: 1, created_at: 1 };
  const old = Array.from({ length: 2500 }, (_, index) => ({
    ...job,
    id: `old-${index}`,
    state: 'done' as const,
    finished_at: 9,
  }));
  await db
    .insertInto('jobs')
    .values([...old, { ...job, id: 'newer', state: 'done', finished_at: 10 }, { ...job, id: 'open', state: 'waiting' }])
    .execute();
  let deleted = 0;
  const statements = await countStatements(async () => {
    deleted = await pruneFinished(db, 10);
  });
  expect([deleted, statements]).toEqual([2500, 4]);
  const kept = await db.selectFrom('jobs').select('id').where('name', '=', 'test.old').orderBy('id').execute();
  expect(kept).toEqual([{ id: 'newer' }, { id: 'open' }]);
});
