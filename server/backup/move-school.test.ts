// @module-tag long
import { expect, onTestFinished, test } from 'vitest';
import { cancelMove, moveSchool } from '#server/backup/move-school.ts';
import type { EmptyPlace } from '#server/backup/restore-backup.ts';
import { addMissingFiles, aPlace, emptyPlaces, schoolIn } from '#test/backup/schools.ts';
import { call } from '#test/call.ts';
import { aUser } from '#test/factories.ts';
import { startAppIn, type TestApp } from '#test/start-app.ts';
import { loadDump } from '#test/upgrade/dump.ts';
import { readRecorded, returnedNow, SELLER } from '#test/upgrade/returned-now.ts';

/** A school that is served, and the same opened beside it, as the command does. */
const servedSchool = async () => {
  const place = await aPlace();
  await loadDump(place);
  const { clockMs } = await readRecorded();
  const app = await startAppIn(place, clockMs, SELLER);
  onTestFinished(() => app.close());
  const school = await schoolIn(place, clockMs);
  await addMissingFiles(school);
  return { app, school, clockMs };
};

const write = async (app: TestApp, name: string) =>
  call(app, 'POST', '/contact', { body: { name, email: `${name}@home.example`, message: 'Is it in Hindi?' } });

/** Writes until it is ended; returns who was confirmed. */
const openLoad = (app: TestApp) => {
  const confirmed: string[] = [];
  const statuses = new Set<number>();
  const ending = new AbortController();
  const running = (async () => {
    for (let turn = 0; !ending.signal.aborted; turn += 1) {
      const { status } = await write(app, `visitor-${turn}`);
      statuses.add(status);
      if (status === 200) confirmed.push(`visitor-${turn}`);
      else await new Promise((resolve) => void setImmediate(resolve));
    }
  })();
  return {
    end: async () => {
      ending.abort();
      await running;
      return { confirmed, statuses };
    },
  };
};

const quiet = (): void => undefined;

test.each(emptyPlaces)('a school that is used moves to %s, and loses nothing', async (_engine, emptyPlace) => {
  const { app, school, clockMs } = await servedSchool();
  const place = await emptyPlace();
  const target: EmptyPlace = await schoolIn(place, clockMs);
  const learner = await aUser(app);
  const load = openLoad(app);
  await moveSchool(school, target, quiet);
  const { confirmed, statuses } = await load.end();
  expect(confirmed.length).toBeGreaterThan(0);
  expect(statuses).toEqual(new Set([200, 503]));
  const moved = await target.database.db.selectFrom('contact_messages').select('name').execute();
  const names = new Set(moved.map(({ name }) => name));
  expect(confirmed.filter((name) => !names.has(name))).toEqual([]);
  expect(await addMissingFiles(school)).toHaveLength((await addMissingFiles({ ...school, ...target })).length);

  const refused = await write(app, 'late');
  expect([refused.status, refused.headers['retry-after'], refused.body['code']]).toEqual([503, '30', 'read_only']);
  expect((await call(app, 'GET', '/user/me', { token: learner.token })).status).toBe(200);
  expect((await call(app, 'GET', '/courses')).status).toBe(200);

  await target.database.db.deleteFrom('sessions').where('user_id', '=', learner.id).execute();
  await target.database.db.deleteFrom('users').where('id', '=', learner.id).execute();
  await using there = await startAppIn(place, clockMs, SELLER);
  await there.listen();
  expect(await returnedNow(there)).toEqual(await readRecorded());
  expect((await write(there, 'after')).status).toBe(200);
});

test('a move that was interrupted continues, with what changed and was deleted meanwhile', async () => {
  const { app, school, clockMs } = await servedSchool();
  const target = await schoolIn(await aPlace(), clockMs);
  const broken = {
    ...target.storage,
    receive: async () => {
      throw new Error('the disk is full');
    },
  };
  const stays = await aUser(app, { fullName: 'Before' });
  const goes = await aUser(app);
  await expect(moveSchool(school, { ...target, storage: broken }, quiet)).rejects.toThrow('the disk is full');
  expect((await write(app, 'between')).status).toBe(200);
  const { db } = app.database;
  await db.updateTable('users').set({ full_name: 'After' }).where('id', '=', stays.id).execute();
  await db.deleteFrom('sessions').where('user_id', '=', goes.id).execute();
  await db.deleteFrom('users').where('id', '=', goes.id).execute();
  // Positions that are unique are swapped.
  const lectures = await db
    .selectFrom('lectures')
    .select(['id', 'course_id', 'position'])
    .orderBy('course_id')
    .execute();
  const [first, second] = lectures.filter((one) =>
    lectures.some((other) => other !== one && other.course_id === one.course_id),
  );
  if (!first || !second) throw new Error('the dump has no course with two lectures');
  for (const [id, position] of [
    [first.id, 9999],
    [second.id, first.position],
    [first.id, second.position],
  ] as const)
    await db.updateTable('lectures').set({ position }).where('id', '=', id).execute();
  await moveSchool(school, target, quiet);
  const people = await target.database.db.selectFrom('users').select(['id', 'full_name']).execute();
  expect(people.find(({ id }) => id === stays.id)?.full_name).toBe('After');
  expect(people.some(({ id }) => id === goes.id)).toBe(false);
});

test('a move to a place that is not empty is refused, and a cancelled one leaves the school as it was', async () => {
  const { app, school, clockMs } = await servedSchool();
  await expect(
    moveSchool(
      school,
      await schoolIn(await aPlace(), clockMs).then(async (other) => {
        await other.database.db.insertInto('settings').values({ name: 'a', value: 'b', updated_at: 0 }).execute();
        return other;
      }),
      quiet,
    ),
  ).rejects.toThrow('The database is not empty: settings has rows');
  await cancelMove(school);
  expect((await write(app, 'still')).status).toBe(200);
  await moveSchool(school, await schoolIn(await aPlace(), clockMs), quiet);
  expect((await write(app, 'refused')).status).toBe(503);
  await cancelMove(school);
  expect((await write(app, 'again')).status).toBe(200);
});
