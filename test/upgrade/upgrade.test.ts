// @module-tag both
import { expect, test } from 'vitest';
import { startAppIn } from '#test/start-app.ts';
import { oldSchool } from './dump.ts';
import { readRecorded, returnedNow, SELLER } from './returned-now.ts';

/** Its last migration. */
const VERSION_0_1 = 9;

test('data of version 0.1 migrates, and all users keep access, purchases, receipts and totals', async () => {
  const recorded = await readRecorded();
  const { data, database } = await oldSchool({ upTo: VERSION_0_1 });
  await database.close();
  await using app = await startAppIn(data, recorded.clockMs, SELLER);
  await app.listen();
  await app.begin();
  expect(await returnedNow(app)).toEqual(recorded);
  // The first start computes what version 0.1 did not count.
  const computedFor = async () =>
    (
      await app.database.db
        .selectFrom('settings')
        .select('value')
        .where('name', '=', 'billing.computed-by')
        .executeTakeFirst()
    )?.value;
  await expect.poll(computedFor).toMatch('"rules":4,"timeZone":"Asia/Kolkata"');
  expect(await app.recompute()).toBe('Terms, standings, daily sales and access agree with the ledger');
  expect(await returnedNow(app)).toEqual(recorded);
});
