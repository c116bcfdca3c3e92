import { expect, onTestFinished, test } from 'vitest';
import { isolatedData } from '#test/isolated-data.ts';
import { startAppIn } from '#test/start-app.ts';
import { loadDump } from './dump.ts';
import { readRecorded, returnedNow, SELLER } from './returned-now.ts';

test('data of version 0.1 migrates, and all users keep access, purchases, receipts and totals', async () => {
  const recorded = await readRecorded();
  const data = await isolatedData();
  onTestFinished(data.remove);
  await loadDump(data);
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
  await expect.poll(computedFor).toMatch('"rules":2,"timeZone":"Asia/Kolkata"');
  expect(await app.recompute()).toBe('Terms, standings, daily sales and access agree with the ledger');
  expect(await returnedNow(app)).toEqual(recorded);
});
