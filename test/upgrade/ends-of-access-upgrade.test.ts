// @module-tag both
import { expect, test } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { JUNE_MORNING_MS } from '#test/fake-clock.ts';
import { oldSchool } from './dump.ts';

const BEFORE = 43;
const FOR_LIFE = Date.UTC(9999, 11, 31);
const TOO_LATE = FOR_LIFE + 7 * 86_400_000;

test('access that was extended past the year 9999 is for life after the upgrade', async () => {
  const { database } = await oldSchool({ upTo: BEFORE });
  const { db } = database;
  await db
    .updateTable('payments')
    .set({ access_from: TOO_LATE, access_until: TOO_LATE, previous_end: TOO_LATE })
    .execute();
  await db.updateTable('user_access').set({ ends_at: TOO_LATE }).execute();
  await db.updateTable('access_changes').set({ until: TOO_LATE }).where('kind', '=', 'grant').execute();
  await migrate(database, JUNE_MORNING_MS);
  const payments = await db.selectFrom('payments').select(['access_from', 'access_until', 'previous_end']).execute();
  const lifelong = { access_from: FOR_LIFE, access_until: FOR_LIFE, previous_end: FOR_LIFE };
  expect(payments).toEqual(payments.map(() => lifelong));
  const access = await db.selectFrom('user_access').select('ends_at').execute();
  expect(access).toEqual(access.map(() => ({ ends_at: FOR_LIFE })));
  const changes = await db.selectFrom('access_changes').select(['kind', 'until', 'added_ms']).orderBy('kind').execute();
  expect(changes).toEqual([
    { kind: 'extend', until: expect.any(Number), added_ms: null },
    { kind: 'grant', until: FOR_LIFE, added_ms: null },
    { kind: 'revoke', until: null, added_ms: null },
  ]);
  expect([payments.length, access.length]).toEqual([15, 15]);
});
