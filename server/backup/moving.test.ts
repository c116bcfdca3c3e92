// @module-tag long
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { restoreFrom, saveBackup } from '#server/backup/backup.ts';
import { setReadOnly } from '#server/database/read-only.ts';
import { aFolder, addMissingFiles, aPlace, emptyPlaces, placeAt, schoolIn } from '#test/backup/schools.ts';
import { call } from '#test/call.ts';
import { aUser } from '#test/factories.ts';
import { startAppIn, type TestApp } from '#test/start-app.ts';
import { loadDump } from '#test/upgrade/dump.ts';
import { readRecorded, SELLER } from '#test/upgrade/returned-now.ts';

/** A school that is served, and the same opened beside it, as the commands do. */
const servedSchool = async () => {
  const place = await aPlace();
  await loadDump(place);
  const { clockMs } = await readRecorded();
  const app = await startAppIn(place, clockMs, SELLER);
  const school = await schoolIn(place, clockMs);
  onTestFinished(() => setReadOnly(school.database, false).then(app.close));
  await addMissingFiles(school);
  return { app, school, clockMs };
};

const write = async (app: TestApp, name: string) =>
  call(app, 'POST', '/contact', { body: { name, email: `${name}@home.example`, message: 'Is it in Hindi?' } });

/** Writes, four at once, until it is refused; returns who was confirmed. */
const writeUntilRefused = async (app: TestApp) => {
  const confirmed: string[] = [];
  const refusals = new Set<unknown>();
  const visit = async (name: string): Promise<void> => {
    for (let turn = 0; ; turn += 1) {
      const { status, body } = await write(app, `${name}-${turn}`);
      if (status === 200) confirmed.push(`${name}-${turn}`);
      else return void refusals.add(body['code']);
    }
  };
  await Promise.all(['ana', 'bela', 'chitra', 'devi'].map(visit));
  return { confirmed, refusals };
};

test.each(emptyPlaces)('a school that is used moves to %s, and loses nothing', async (_engine, emptyPlace) => {
  const { app, school, clockMs } = await servedSchool();
  const { token } = await aUser(app);
  const load = writeUntilRefused(app);
  const messages = () => app.database.db.selectFrom('contact_messages').select('name').execute();
  await expect.poll(messages).not.toEqual([]);
  await setReadOnly(school.database, true);
  const backup = placeAt(join(await aFolder(), 'school.backup'));
  await saveBackup(backup, school);
  const { confirmed, refusals } = await load;
  expect(refusals).toEqual(new Set(['read_only']));

  const place = await emptyPlace();
  const target = await schoolIn(place, clockMs);
  await restoreFrom(backup, target);
  const moved = await target.database.db.selectFrom('contact_messages').select('name').execute();
  expect(moved.map(({ name }) => name).toSorted()).toEqual(confirmed.toSorted());

  expect((await write(app, 'late')).status).toBe(503);
  expect((await call(app, 'GET', '/user/me', { token })).status).toBe(200);
  await using there = await startAppIn(place, clockMs, SELLER);
  expect((await call(there, 'GET', '/user/me', { token })).status).toBe(200);
  expect((await write(there, 'after')).status).toBe(200);
});

test.each(emptyPlaces)('a move to %s leaves the files where they are', async (_engine, emptyPlace) => {
  const { school, clockMs } = await servedSchool();
  const { database } = await schoolIn(await emptyPlace(), clockMs);
  const backup = placeAt(join(await aFolder(), 'school.backup'));
  await setReadOnly(school.database, true);
  const { files } = await saveBackup(backup, school);
  // Kept for a day after its last row, so that it is in no backup.
  await school.storage.put('videos/replaced.mp4', Buffer.from('a lecture before'));
  const target = { ...school, database };
  await expect(restoreFrom(backup, target)).rejects.toThrow('The place for files is not empty: videos/replaced.mp4');
  await restoreFrom(backup, { ...target, keepsFiles: true });
  expect(await addMissingFiles(target)).toHaveLength((await addMissingFiles(school)).length);
  expect(files.count).toBeGreaterThan(3);
});
