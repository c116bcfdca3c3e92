// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openShop } from '#test/billing/open-shop.ts';
import { insertTestUser } from '#test/insert-user.ts';
import { jobsToRunAgain } from '#test/run-again.ts';

const COUNT = 120;
const reason = 'The exam moved';
const Done = z.object({
  people: z.int(),
  comeBack: z.int(),
  isQueued: z.boolean(),
  extensionId: z.string().nullable(),
});

/** So many have Pottery until the end of June, and so many until the sixteenth. */
const openFull = async (count = COUNT, early = 0) => {
  const shop = await openShop();
  const { database, clock, adminId, payments, courses } = shop;
  const until = [
    ...Array.from({ length: early }, () => '2026-06-16'),
    ...Array.from({ length: count }, () => '2026-06-30'),
  ];
  for (const day of until) {
    const userId = await insertTestUser(database.db, clock.now());
    await payments.admin.access.grant({ adminId, userId, reason: 'A class', courseId: courses.pottery }, day);
  }
  const ask = async (more: object = {}) => {
    const body = { courseId: courses.pottery, until: '2026-09-30', reason, ...more };
    return (await shop.admin(adminId, 'POST', '/access/extend', body)).body;
  };
  const extend = async (more?: object) => Done.parse(await ask(more));
  /** How many have Pottery until the end of each day. */
  const ends = async (): Promise<Record<string, number>> => {
    const rows = await database.db.selectFrom('course_access').select('ends_at').where('mode', '=', 'test').execute();
    const days = rows.map((row) => new Date(row.ends_at).toISOString().slice(0, 10));
    return Object.fromEntries([...Map.groupBy(days, (day) => day)].map(([day, all]) => [day, all.length]));
  };
  const changes = () =>
    database.db.selectFrom('access_changes').select('id').where('extension_id', 'is not', null).execute();
  const noticed = () =>
    database.db.selectFrom('notices').select('user_id').where('kind', '=', 'access_extended').execute();
  return { ...shop, ask, extend, ends, changes, noticed };
};

test('many are extended in the background, once each, also when a process is killed between, with one notice each', async () => {
  const { ask, extend, ends, changes, noticed, jobs, another, database } = await openFull();
  const key = { idempotencyKey: 'one-press-of-a-button' };
  const { extensionId, ...done } = await extend(key);
  expect(done).toEqual({ people: COUNT, comeBack: 0, isQueued: true });
  expect(await extend(key)).toEqual({ people: COUNT, comeBack: 0, isQueued: true, extensionId });
  expect(await ask({ ...key, until: '2026-10-31' })).toMatchObject({ code: 'extension_key_reused' });
  expect(await ends()).toEqual({ '2026-06-30': COUNT });
  const again = await jobsToRunAgain({ database }, 'access.extend');
  const elsewhere = await another();
  await Promise.all([jobs.runDue(), elsewhere.jobs.runDue()]);
  await again();
  await Promise.all([jobs.runDue(), elsewhere.jobs.runDue()]);
  expect(await ends()).toEqual({ '2026-09-30': COUNT });
  expect([(await changes()).length, (await noticed()).length]).toEqual([COUNT, COUNT]);
});

test('the exam moves: 412 people are extended, and 37 of them come back', async () => {
  const { extend, ends, changes, noticed, jobs, clock } = await openFull(375, 37);
  clock.set(Date.parse('2026-06-20T04:30:00Z'));
  expect(await extend({ isDryRun: true })).toMatchObject({ people: 412, comeBack: 37, extensionId: null });
  expect(await ends()).toEqual({ '2026-06-30': 375, '2026-06-16': 37 });
  expect(await extend()).toMatchObject({ people: 412, comeBack: 37, isQueued: true });
  await jobs.runDue();
  expect(await ends()).toEqual({ '2026-09-30': 412 });
  expect([(await changes()).length, (await noticed()).length]).toEqual([412, 412]);
  expect(await extend({ isDryRun: true })).toMatchObject({ people: 0, comeBack: 0 });
});

test('an undo stops what is not done yet, and takes back what is', async () => {
  const { extend, ends, changes, jobs, another, admin, adminId, database } = await openFull();
  const { extensionId } = await extend();
  const again = await jobsToRunAgain({ database }, 'access.extend');
  const elsewhere = await another();
  const undo = () => admin(adminId, 'POST', `/access/extensions/${extensionId}/undo`);
  const [undone] = await Promise.all([undo(), elsewhere.jobs.runDue()]);
  expect(undone.status).toBe(200);
  await again();
  await Promise.all([jobs.runDue(), elsewhere.jobs.runDue()]);
  expect(await ends()).toEqual({ '2026-06-30': COUNT });
  const left = database.db.selectFrom('access_changes').select('id').where('undone_at', 'is', null);
  expect(await left.where('extension_id', '=', extensionId).execute()).toEqual([]);
  expect((await changes()).length).toBeLessThanOrEqual(COUNT);
});
