// @module-tag long
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { restoreFrom, saveBackup } from '#server/backup/backup.ts';
import { schemaOf } from '#server/database/whole-tables.ts';
import { schoolData } from '#server/school-data.ts';
import {
  aFolder,
  addMissingFiles,
  aPlace,
  aSchool,
  emptyPlaces,
  PASSPHRASE,
  placeAt,
  prove,
  schoolIn,
} from '#test/backup/schools.ts';
import { startAppIn } from '#test/start-app.ts';
import { loadDump } from '#test/upgrade/dump.ts';
import { readRecorded, returnedNow, SELLER } from '#test/upgrade/returned-now.ts';

describe.each(emptyPlaces)('a backup restored on %s', (_engine, emptyPlace) => {
  test('has all access, purchases, receipts and totals', async () => {
    const school = await aSchool();
    const place = placeAt(join(await aFolder(), 'school.backup'), PASSPHRASE);
    await saveBackup(place, school);
    const target = await emptyPlace();
    const restored = await schoolIn(target, school.clock.now());
    await restoreFrom(place, restored);
    expect(await addMissingFiles(restored)).toHaveLength((await addMissingFiles(school)).length);
    await using app = await startAppIn(target, school.clock.now(), SELLER);
    await app.listen();
    await app.begin();
    expect(await returnedNow(app)).toEqual(await readRecorded());
    expect(await app.recompute()).toBe('Terms, standings, daily sales and access agree with the ledger');
  });

  test('is migrated when it is of an earlier version', async () => {
    const { clockMs, ...recorded } = await readRecorded();
    const migrated = await aSchool();
    const place = await aPlace();
    await loadDump(place);
    const earlier = await schoolIn(place, clockMs);
    const keys = await addMissingFiles({ ...earlier, database: migrated.database });
    const archive = placeAt(join(await aFolder(), 'school.backup'));
    const saved = await saveBackup(archive, earlier);
    expect([saved.schema, saved.missing, saved.entitlements]).toEqual([
      9,
      [],
      await schoolData.digestEntitlements(migrated.database.db),
    ]);
    expect(saved.files.count).toBeGreaterThanOrEqual(keys.length);
    expect(await schemaOf(earlier.database)).toBe(9);
    await prove(archive, migrated);
    const target = await emptyPlace();
    await restoreFrom(archive, await schoolIn(target, clockMs));
    await using app = await startAppIn(target, clockMs, SELLER);
    await app.listen();
    expect(await returnedNow(app)).toEqual({ clockMs, ...recorded });
  });
});
