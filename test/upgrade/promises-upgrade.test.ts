// @module-tag both
import { expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { startAppIn } from '#test/start-app.ts';
import { oldSchool } from './dump.ts';
import { readRecorded, SELLER } from './returned-now.ts';

/** The last schema whose payments had no time zone of their own. */
const BEFORE_ZONES = 45;

const datesOf = ({ db }: Pick<Database, 'db'>) =>
  db
    .selectFrom('payments')
    .select(['provider_payment_id', 'access_until', 'refundable_until'])
    .where('access_until', 'is not', null)
    .orderBy('provider_payment_id')
    .execute();

test('no date that was promised moves, also where the school has another time zone than when it was sold', async () => {
  const { clockMs } = await readRecorded();
  const { data, database } = await oldSchool({ upTo: BEFORE_ZONES, nowMs: clockMs });
  // As other rules computed them: an hour more, of a zone whose clocks changed in between.
  await database.db
    .updateTable('payments')
    .set((eb) => ({ access_until: eb('access_until', '+', 3_600_000) }))
    .where('access_until', '<', clockMs + 10 * 365 * 86_400_000)
    .execute();
  const promised = await datesOf(database);
  expect(promised).toHaveLength(15);
  await database.close();

  await using app = await startAppIn(data, clockMs, { ...SELLER, TIME_ZONE: 'America/New_York' });
  await app.begin();
  const said = await app.recompute();
  expect(said).toContain('Dates that an earlier version promised are kept:\nterm of ');
  expect(await datesOf(app.database)).toEqual(promised);
});
