// @module-tag long
import { cp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { saveBackup } from '#server/backup/backup.ts';
import { openBackupStore } from '#server/backup/open-store.ts';
import { openRepository } from '#server/backup/repository.ts';
import { verifyBackup } from '#server/backup/verify-backup.ts';
import { schoolData } from '#server/school-data.ts';
import { aFolder, addMissingFiles, aSchool, PASSPHRASE, placeAt, prove } from '#test/backup/schools.ts';

describe('a damaged backup is recognized', () => {
  const archive = async () => {
    const school = await aSchool();
    const path = join(await aFolder(), 'school.backup');
    await saveBackup(placeAt(path), school);
    return { school, path };
  };

  test('when bits changed, anywhere', async () => {
    const { school, path } = await archive();
    const whole = await readFile(path);
    // The last blocks are empty, whatever they hold.
    for (let part = 1; part <= 6; part += 1) {
      const at = Math.floor(((whole.length - 2048) * part) / 7);
      const changed = Buffer.from(whole);
      // Padding between parts means nothing.
      const position = changed.subarray(at).findIndex((byte) => byte !== 0) + at;
      changed[position] = (changed[position] ?? 0) ^ 0x10;
      await writeFile(path, changed);
      await expect(prove(placeAt(path), school), `byte ${position}`).rejects.toThrow(/damaged|cut off|differ|not what/);
    }
  });

  test('when its end is missing', async () => {
    const { school, path } = await archive();
    const { size } = await stat(path);
    for (const length of [size - 1024, Math.floor(size / 2), 700, 0]) {
      await truncate(path, length);
      await expect(prove(placeAt(path), school)).rejects.toThrow(`${path} is cut off: its end is missing`);
    }
  });

  test('when a part of a repository is missing, cut off or another one', async () => {
    const school = await aSchool();
    const folder = await aFolder();
    await saveBackup(placeAt(`${folder}/good/`), school);
    const chunks = (await readdir(join(folder, 'good'), { recursive: true })).filter((name) => name.endsWith('.chunk'));
    const damage: ((path: string) => Promise<void>)[] = [
      (path) => rm(path),
      (path) => truncate(path, 10),
      (path) => cp(join(folder, 'good', chunks.at(-1) ?? ''), path),
    ];
    for (const [turn, harm] of damage.entries()) {
      await cp(join(folder, 'good'), join(folder, `bad-${turn}`), { recursive: true });
      await harm(join(folder, `bad-${turn}`, chunks[0] ?? ''));
      await expect(prove(placeAt(`${folder}/bad-${turn}/`), school)).rejects.toThrow(
        /is damaged: chunks\/.* (is missing|cannot be read|is not what was written)/,
      );
    }
  });

  test('when it has another number of files than it says', async () => {
    const school = await aSchool();
    const folder = `${await aFolder()}/repository/`;
    await saveBackup(placeAt(folder), school);
    const store = await openBackupStore(folder, 'read', {});
    const repository = await openRepository(store, { passphrase: undefined, isNew: false });
    const manifest = await repository.manifest();
    const files = { ...manifest.files, count: manifest.files.count + 1 };
    const needs = { data: schoolData, clock: school.clock };
    await expect(verifyBackup(repository, { ...manifest, files }, needs)).rejects.toThrow(
      `is damaged: it has ${manifest.files.count} files, not ${manifest.files.count + 1}`,
    );
  });

  test('when a row names a file that was not there', async () => {
    const school = await aSchool();
    const [lost = ''] = await addMissingFiles(school);
    await school.storage.remove(lost);
    const place = placeAt(join(await aFolder(), 'school.backup'));
    expect((await saveBackup(place, school)).missing).toEqual([lost]);
    await expect(prove(place, school)).rejects.toThrow(`Files are missing that rows name: ${lost}`);
  });

  test('when the totals do not follow from the ledger', async () => {
    const school = await aSchool();
    const { database, clock, timeZone } = school;
    await schoolData.recompute(database, { timeZone, now: clock.now() });
    await database.db.updateTable('daily_sales').set({ gross_in_paise: 1 }).execute();
    const place = placeAt(join(await aFolder(), 'school.backup'));
    await saveBackup(place, school);
    await expect(prove(place, school)).rejects.toThrow('do not follow from the ledger');
  });

  test('when a term does not follow from its payment, unless an upgrade has changed the rule since', async () => {
    const school = await aSchool();
    const { database, clock, timeZone } = school;
    await schoolData.recompute(database, { timeZone, now: clock.now() });
    const { db } = database;
    await db
      .updateTable('payments')
      .set((eb) => ({ access_until: eb('access_until', '+', 30 * DAY_MS) }))
      .execute();
    const folder = await aFolder();
    await saveBackup(placeAt(join(folder, 'damaged')), school);
    await expect(prove(placeAt(join(folder, 'damaged')), school)).rejects.toThrow(
      'do not follow from the ledger: term of',
    );
    const byRulesOfBefore = JSON.stringify({ rules: 1, timeZone, atMs: 0 });
    await db
      .updateTable('settings')
      .set({ value: byRulesOfBefore })
      .where('name', '=', 'billing.computed-by')
      .execute();
    await saveBackup(placeAt(join(folder, 'earlier')), school);
    await prove(placeAt(join(folder, 'earlier')), school);
  });

  test('when the access of a user differs', async () => {
    const school = await aSchool();
    const place = placeAt(join(await aFolder(), 'school.backup'));
    const digestEntitlements = async () => ({ users: 3, digest: '0'.repeat(64) });
    await saveBackup(place, { ...school, data: { ...schoolData, digestEntitlements } });
    await expect(prove(place, school)).rejects.toThrow('Access differs from the backup');
  });

  test('when the passphrase is another one, none, or not needed', async () => {
    const school = await aSchool();
    const folder = await aFolder();
    const sealed = join(folder, 'sealed');
    await saveBackup(placeAt(sealed, PASSPHRASE), school);
    await expect(prove(placeAt(sealed, 'another passphrase'), school)).rejects.toThrow(
      `The passphrase does not open ${sealed}`,
    );
    await expect(prove(placeAt(sealed), school)).rejects.toThrow(`${sealed} is encrypted: set BACKUP_PASSPHRASE`);
    await saveBackup(placeAt(join(folder, 'plain')), school);
    await expect(prove(placeAt(join(folder, 'plain'), PASSPHRASE), school)).rejects.toThrow('is not encrypted');
  });
});
