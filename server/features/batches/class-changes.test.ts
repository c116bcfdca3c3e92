// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { HOUR_MS } from '#server/clock.ts';
import { JULY, openBatchSchool } from '#test/batch-school.ts';
import { call } from '#test/call.ts';
import { countStatements } from '#test/count-statements.ts';
import { aHolder, aLaterSession, type Person } from '#test/factories.ts';
import { aClass, remindOfClasses } from '#test/live-classes.ts';

const Content = z.looseObject({ count: z.int(), classes: z.array(z.record(z.string(), z.unknown())) });
const Batches = z.object({ batches: z.array(z.object({ _id: z.string() })) });
const Lectures = z.array(
  z.object({ live: z.object({ startsAt: z.string(), url: z.string().nullable(), isCancelled: z.boolean() }) }),
);
const WEDNESDAYS = { weekdays: [3], time: '18:30', minutes: 45, holidays: [] };
const DAYS = ['2026-07-01T13:00:00.000Z', '2026-07-08T13:00:00.000Z', '2026-07-15T13:00:00.000Z'] as const;

/** A batch of July with a member and three classes on its Wednesdays, which the lectures have in September. */
const openClasses = async () => {
  const school = await openBatchSchool();
  const { app, admin, teacher, courseId, base, ask, addBatch, join } = school;
  const ids: string[] = [];
  for (const [index, title] of ['Cubes', 'Roots', 'Powers'].entries()) {
    const startsAtMs = Date.parse('2026-09-01T10:00:00Z') + index * HOUR_MS;
    ids.push(await aClass(app, admin, { courseId, title, startsAtMs }));
  }
  const [batchId, member] = [await addBatch({ ...JULY, places: null }), await school.aScholar()];
  const path = `${base}/${batchId}`;
  await ask(teacher, 'PUT', `${path}/timetable`, WEDNESDAYS);
  await join(member, batchId);
  const notified = async (kind = 'batch_classes') => {
    const notices = app.database.db.selectFrom('notices').select('content').where('kind', '=', kind);
    const rows = await notices.where('user_id', '=', member.id).orderBy('created_at').execute();
    return rows.map(({ content }) => Content.partial().parse(JSON.parse(content)));
  };
  const kindsOf = async ({ id }: Person): Promise<string[]> => {
    const notices = app.database.db.selectFrom('notices').select('kind').where('user_id', '=', id);
    return (await notices.orderBy('created_at').execute()).map(({ kind }) => kind);
  };
  /** As a later act of the teacher. */
  const put = async (place: string, body: object) => {
    app.clock.advance(1000);
    const response = await ask(await aLaterSession(app, teacher), 'PUT', `${path}/${place}`, body);
    expect(response.status, response.text).toBe(200);
  };
  const seen = async () => {
    const { body } = await ask(await aLaterSession(app, member), 'GET', `/courses/${courseId}`);
    return Lectures.parse(body['lectures']).map(({ live }) => [live.startsAt, live.isCancelled]);
  };
  return { ...school, ids, member, notified, kindsOf, put, seen };
};

test('members get one notice of all classes that a change moves, with the old and the new time', async () => {
  const { app, ids, notified, put, seen } = await openClasses();
  expect(await notified()).toEqual([]);
  await put('timetable', { ...WEDNESDAYS, isDryRun: true, time: '19:30' });
  await put('timetable', WEDNESDAYS);
  expect(await notified()).toEqual([]);
  await put('timetable', { ...WEDNESDAYS, time: '19:30' });
  const moved = (title: string, at: number, [before, now]: [string, string]) => ({
    lectureId: ids[at],
    title,
    before,
    now,
    isCancelled: false,
  });
  const evening = ['2026-07-01T14:00:00.000Z', '2026-07-08T14:00:00.000Z', '2026-07-15T14:00:00.000Z'] as const;
  expect(await notified()).toMatchObject([
    {
      count: 3,
      classes: [
        moved('Cubes', 0, [DAYS[0], evening[0]]),
        moved('Roots', 1, [DAYS[1], evening[1]]),
        moved('Powers', 2, [DAYS[2], evening[2]]),
      ],
    },
  ]);
  const at = '2026-07-09T10:00:00.000Z';
  await put(`classes/${ids[1]}`, { startsAt: at });
  expect((await notified()).slice(1)).toMatchObject([{ count: 1, classes: [moved('Roots', 1, [evening[1], at])] }]);
  await put(`classes/${ids[0]}`, { startsAt: '2026-07-02T14:00:00.000Z', scope: 'all' });
  expect((await notified()).slice(2)).toMatchObject([{ count: 3 }]);
  app.clock.set(Date.parse('2026-06-30T18:30:00Z'));
  expect((await seen()).map(([startsAt]) => startsAt)).toEqual([
    '2026-07-02T14:00:00.000Z',
    '2026-07-10T10:00:00.000Z',
    '2026-07-16T14:00:00.000Z',
  ]);
});

test('a class is cancelled for one batch: its members see that, and nobody else', async () => {
  const { app, courseId, ids, member, notified, put, seen, ask } = await openClasses();
  const other = await aHolder(app, courseId);
  await put(`classes/${ids[0]}/cancelled`, { isCancelled: true });
  await put(`classes/${ids[0]}/cancelled`, { isCancelled: true });
  const cancelled = { lectureId: ids[0], title: 'Cubes', before: DAYS[0], now: DAYS[0], isCancelled: true };
  expect(await notified()).toMatchObject([{ count: 1, classes: [cancelled] }]);
  await put('timetable', { ...WEDNESDAYS, time: '18:30' });
  app.clock.set(Date.parse('2026-07-01T12:50:00Z'));
  expect(await seen()).toEqual([
    [DAYS[0], true],
    [DAYS[1], false],
    [DAYS[2], false],
  ]);
  const learner = await aLaterSession(app, member);
  const { body: refused } = await ask(learner, 'POST', `/lectures/${ids[0]}/join`);
  expect(refused['code']).toBe('class_not_open');
  const events = async (token: string) => {
    const { address } = z
      .looseObject({ address: z.string() })
      .parse((await call(app, 'GET', '/user/calendar', { token })).body);
    const { body } = await app.http.inject({ url: `${new URL(address).pathname}/classes.ics` });
    return body.split('BEGIN:VEVENT').filter((event) => event.includes('STATUS:CANCELLED')).length;
  };
  expect([await events(learner.token), await events((await aLaterSession(app, other)).token)]).toEqual([1, 0]);
  await remindOfClasses(app);
  expect(await notified('class_soon')).toEqual([]);
  await put(`classes/${ids[0]}/cancelled`, { isCancelled: false });
  expect((await notified()).slice(1)).toMatchObject([{ count: 1, classes: [{ ...cancelled, isCancelled: false }] }]);
  expect((await seen())[0]).toEqual([DAYS[0], false]);
});

test('only members to whom a class is open are told of it', async () => {
  const { app, admin, courseId, ids, member, base, ask, addBatch, join, aScholar, put, kindsOf } = await openClasses();
  const [revoked, ended] = [await aScholar(), await aScholar()];
  const closed = await addBatch({ ...JULY, name: 'Closed', places: null, afterEnd: 'closed' });
  await join(revoked, await addBatch({ ...JULY, name: 'Other', places: null }));
  await join(ended, closed);
  for (const { _id } of Batches.parse((await ask(admin, 'GET', `${base}/all`)).body).batches)
    await ask(admin, 'PUT', `${base}/${_id}/classes/${ids[0]}`, { startsAt: '2026-08-03T13:00:00Z' });
  app.clock.set(Date.parse('2026-08-02T04:30:00Z'));
  const boss = await aLaterSession(app, admin);
  await ask(boss, 'POST', `/admin/people/${revoked.id}/revoke`, { courseId, reason: 'Shared the account' });
  app.clock.set(Date.parse('2026-08-03T12:30:00Z'));
  await remindOfClasses(app);
  await put(`classes/${ids[0]}`, { startsAt: '2026-08-03T14:00:00Z' });
  expect(await kindsOf(member)).toEqual(['batch_classes', 'class_soon', 'batch_classes']);
  expect([await kindsOf(revoked), await kindsOf(ended)]).toEqual([['batch_classes'], ['batch_classes']]);
});

test('members who were reminded are not looked at again', async () => {
  const { app, base, ask, member, aScholar, kindsOf, join } = await openClasses();
  const { batches } = Batches.parse((await ask(member, 'GET', base)).body);
  const others = [await aScholar(), await aScholar()];
  app.clock.set(Date.parse('2026-07-01T12:30:00Z'));
  await remindOfClasses(app);
  const again = () => countStatements(() => remindOfClasses(app));
  const statements = await again();
  for (const other of others) await join(await aLaterSession(app, other), batches[0]?._id ?? '');
  expect(await again()).toBeGreaterThan(statements);
  expect(await again()).toBe(statements);
  for (const person of [member, ...others]) expect(await kindsOf(person)).toEqual(['class_soon']);
});
