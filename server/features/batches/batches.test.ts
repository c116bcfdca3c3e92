// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import { AUGUST, JULY, openBatchSchool as openSchool } from '#test/batch-school.ts';
import { aHolder, aLaterSession, aLecture, aUser, type Person } from '#test/factories.ts';
import { aClass } from '#test/live-classes.ts';
import { noticesOf } from '#test/notices.ts';

const planNotices = defineJob({ name: 'release.plan', lane: 'upkeep', payload: z.object({}) });
const tellNow = defineJob({ name: 'batches.tell', lane: 'upkeep', payload: z.object({}) });
test('teachers add batches, learners choose them, and a full one is deleted only once it is empty', async () => {
  const { app, teacher, assistant, courseId, base, ask, addBatch, join, codeOf } = await openSchool();
  const [one, two] = [await aHolder(app, courseId), await aHolder(app, courseId)];
  const about = async () =>
    z
      .looseObject({ hasBatches: z.boolean() })
      .parse((await ask(undefined, 'GET', `/courses/${courseId}/about`)).body['course']);
  await aLecture(app, { courseId, title: 'Beds' });
  expect((await about()).hasBatches).toBe(false);
  expect([await codeOf(ask(assistant, 'POST', base, JULY)), await codeOf(ask(one, 'POST', base, JULY))]).toEqual([
    'forbidden',
    'forbidden',
  ]);
  expect(await codeOf(ask(teacher, 'POST', base, { ...JULY, endsOn: '2026-06-30' }))).toBe('validation_failed');
  const batchId = await addBatch();
  expect((await about()).hasBatches).toBe(true);
  const choices = async (person?: Person) => (await ask(person, 'GET', base)).body;
  const july = { _id: batchId, name: 'July', state: 'coming', placesLeft: 1, places: 1, isFull: false };
  expect(await choices()).toMatchObject({ batches: [july], mine: null });
  expect((await join(one, batchId)).status).toBe(200);
  expect(await codeOf(join(one, batchId))).toBe('already_in_batch');
  expect(await codeOf(join(two, batchId))).toBe('batch_full');
  expect(await codeOf(join(await aUser(app), batchId))).toBe('not_entitled');
  expect(await choices(one)).toMatchObject({ batches: [{ placesLeft: 0, isFull: true }], mine: { name: 'July' } });
  expect((await ask(assistant, 'GET', `${base}/all`)).body).toMatchObject({ batches: [{ members: 1, code: null }] });
  expect(await codeOf(ask(teacher, 'DELETE', `${base}/${batchId}`))).toBe('batch_has_members');
  expect((await ask(teacher, 'POST', `${base}/${batchId}/members/${one.id}/remove`, {})).status).toBe(200);
  expect((await ask(teacher, 'DELETE', `${base}/${batchId}`)).status).toBe(200);
  expect(await choices()).toMatchObject({ batches: [] });
});

test('lectures are locked until the batch begins, and after its end if it says so; others are not locked', async () => {
  const { app, teacher, courseId, base, ask, addBatch, join, lockOf } = await openSchool();
  const lectureId = await aLecture(app, { courseId, title: 'Beds' });
  const [member, other] = [await aHolder(app, courseId), await aHolder(app, courseId)];
  const batchId = await addBatch({ ...JULY, afterEnd: 'closed' });
  await join(member, batchId);
  const door = async (person: Person) => {
    const now = await aLaterSession(app, person);
    const { status, body } = await ask(now, 'PUT', `/lectures/${lectureId}/done`, { isDone: true });
    return status === 200 ? 'open' : [body['code'], body['message']];
  };
  expect(await lockOf(member)).toEqual({ kind: 'batch-not-begun', batchName: 'July', on: '2026-07-01' });
  expect(await door(member)).toEqual(['lecture_locked', 'Your batch begins on Wednesday, 1 July']);
  expect([await lockOf(other), await lockOf(teacher), await door(other)]).toEqual([null, null, 'open']);
  app.clock.set(Date.parse('2026-06-30T18:29:59.999Z'));
  expect(await door(member)).not.toBe('open');
  app.clock.advance(1);
  expect([await lockOf(member), await door(member)]).toEqual([null, 'open']);
  app.clock.set(Date.parse('2026-07-31T18:29:59.999Z'));
  expect(await door(member)).toBe('open');
  app.clock.advance(1);
  expect(await lockOf(member)).toEqual({ kind: 'batch-ended', batchName: 'July', on: '2026-07-31' });
  expect(await door(member)).toEqual(['lecture_locked', 'Your batch ended on 31 July 2026']);
  await ask(await aLaterSession(app, teacher), 'PUT', `${base}/${batchId}`, { ...JULY, afterEnd: 'open' });
  expect(await door(member)).toBe('open');
});

test('an earlier end closes no lecture sooner, and what members were to keep does not close', async () => {
  const { app, teacher, courseId, base, ask, addBatch, join, lockOf, codeOf } = await openSchool();
  await aLecture(app, { courseId, title: 'Beds' });
  const [one, two] = [await aHolder(app, courseId), await aHolder(app, courseId)];
  const closed = { ...JULY, afterEnd: 'closed' };
  const [closing, staying] = [await addBatch(closed), await addBatch(JULY)];
  await join(one, closing);
  const change = async (id: string, body: object) =>
    codeOf(ask(await aLaterSession(app, teacher), 'PUT', `${base}/${id}`, body));
  expect(await change(staying, closed)).toBeUndefined();
  expect(await change(staying, JULY)).toBeUndefined();
  await join(two, staying);
  app.clock.set(Date.parse('2026-07-15T06:30:00Z'));
  expect(await change(closing, { ...closed, endsOn: '2026-07-20' })).toBeUndefined();
  expect(await change(staying, closed)).toBe('validation_failed');
  app.clock.set(Date.parse('2026-07-31T18:29:59.999Z'));
  expect([await lockOf(one), await lockOf(two)]).toEqual([null, null]);
  app.clock.advance(1);
  const ended = { kind: 'batch-ended', batchName: 'July', on: '2026-07-31' };
  expect([await lockOf(one), await lockOf(two)]).toEqual([ended, null]);
  expect(await change(staying, { ...closed, endsOn: '2026-07-31' })).toBe('validation_failed');
});

test('days of a release rule count from the first day of the batch', async () => {
  const { app, teacher, courseId, ask, addBatch, join, lockOf } = await openSchool();
  const lectureId = await aLecture(app, { courseId, title: 'Beds' });
  const member = await aHolder(app, courseId);
  await ask(teacher, 'PUT', `/courses/${courseId}/release`, { rules: [{ lectureId, afterDays: 3 }] });
  await join(member, await addBatch());
  app.clock.set(Date.parse('2026-07-03T18:29:59.999Z'));
  expect(await lockOf(member)).toEqual({ kind: 'days', days: 3 });
  app.clock.advance(1);
  expect(await lockOf(member)).toBeNull();
});

test('a member moves to a later batch once, the school moves anybody, and who waits is told of the place', async () => {
  const { app, teacher, courseId, base, ask, addBatch, join, codeOf } = await openSchool();
  const [member, waiter] = [await aHolder(app, courseId), await aHolder(app, courseId)];
  const [july, august] = [await addBatch(), await addBatch(AUGUST)];
  const move = (batchId: string) => ask(member, 'POST', `${base}/${batchId}/move`);
  const own = async () => (await ask(member, 'GET', '/user/batches')).body['batches'];
  expect(await codeOf(move(august))).toBe('batch_member_not_found');
  await join(member, july);
  expect(await own()).toMatchObject([{ name: 'July', movesTo: [{ _id: august }] }]);
  expect((await ask(waiter, 'POST', `${base}/${july}/wait`)).status).toBe(200);
  expect((await ask(waiter, 'POST', `${base}/${july}/wait`)).status).toBe(200);
  const tell = async () => {
    await app.database.transaction((tx) => app.jobs.enqueue(tx, tellNow, {}));
    await app.jobs.runDue();
    return (await noticesOf(app, waiter)).filter(({ kind }) => kind === 'batch_place').length;
  };
  expect(await tell()).toBe(0);
  expect((await move(august)).status).toBe(200);
  expect(await own()).toMatchObject([{ name: 'August', movesTo: [] }]);
  expect(await tell()).toBe(1);
  expect(await tell()).toBe(1);
  expect(await codeOf(move(july))).toBe('batch_not_later');
  const later = await addBatch({ ...AUGUST, startsOn: '2026-08-10' });
  expect(await codeOf(move(later))).toBe('batch_moved_once');
  const bySchool = (toBatchId: string) =>
    ask(teacher, 'POST', `${base}/${august}/members/${member.id}/move`, { toBatchId, reason: 'You asked for it' });
  expect((await bySchool(july)).status).toBe(200);
  expect(await own()).toMatchObject([{ name: 'July' }]);
  expect((await noticesOf(app, member)).map(({ kind }) => kind)).toContain('batch_moved');
  expect(await codeOf(bySchool(july))).toBe('batch_member_not_found');
});

test('lectures that open on a day are no news to who is in a batch that ended', async () => {
  const { app, teacher, courseId, ask, addBatch, join, aScholar } = await openSchool();
  const lectureId = await aLecture(app, { courseId, title: 'Beds' });
  const [ended, other] = [await aScholar(), await aScholar()];
  await join(ended, await addBatch({ ...JULY, afterEnd: 'closed' }));
  const boss = await aLaterSession(app, teacher);
  await ask(boss, 'PUT', `/courses/${courseId}/release`, { rules: [{ lectureId, on: '2026-08-03' }] });
  app.clock.set(Date.parse('2026-08-03T02:30:00Z'));
  await app.database.transaction((tx) => app.jobs.enqueue(tx, planNotices, {}));
  await app.jobs.runDue();
  const kinds = async (person: Person) =>
    (await noticesOf(app, await aLaterSession(app, person))).map(({ kind }) => kind);
  expect([await kinds(ended), await kinds(other)]).toEqual([[], ['lectures_opened']]);
});

test('nobody moves out of a batch that is over on their own', async () => {
  const { app, teacher, courseId, base, ask, addBatch, join, codeOf } = await openSchool();
  const [member, other] = [await aHolder(app, courseId), await aHolder(app, courseId)];
  const july = await addBatch({ ...JULY, places: 2 });
  await join(member, july);
  await join(other, july);
  const autumn = await addBatch({ ...AUGUST, startsOn: '2026-08-10', joinUntil: '2026-08-20', places: 5 });
  const move = async (person: Person) => ask(await aLaterSession(app, person), 'POST', `${base}/${autumn}/move`);
  app.clock.set(Date.parse('2026-07-31T18:29:59.999Z'));
  expect((await move(other)).status).toBe(200);
  app.clock.advance(1);
  expect(await codeOf(move(member))).toBe('batch_closed');
  const bySchool = { toBatchId: autumn, reason: 'She was ill' };
  const path = `${base}/${july}/members/${member.id}/move`;
  expect((await ask(await aLaterSession(app, teacher), 'POST', path, bySchool)).status).toBe(200);
});

const Timetable = z.object({
  classes: z.array(z.object({ title: z.string(), startsAt: z.string().nullable() })),
  withoutDay: z.int(),
  daysLeft: z.int(),
});

test('a timetable gives classes their days once, also twice at once; a class that was moved manually stays', async () => {
  const { app, admin, teacher, courseId, base, ask, addBatch, join } = await openSchool();
  const startsAtMs = app.clock.now() + 90 * DAY_MS;
  const ids: string[] = [];
  for (const title of ['One', 'Two', 'Three'])
    ids.push(await aClass(app, admin, { courseId, title, startsAtMs: startsAtMs + ids.length * HOUR_MS }));
  const [batchId, member] = [await addBatch({ ...JULY, endsOn: '2026-07-10' }), await aHolder(app, courseId)];
  await join(member, batchId);
  const path = `${base}/${batchId}`;
  const pattern = { weekdays: [3, 5], time: '18:30', minutes: 45, holidays: ['2026-07-03'] };
  const put = async (more: object = {}) =>
    Timetable.parse((await ask(teacher, 'PUT', `${path}/timetable`, { ...pattern, ...more })).body);
  const days = ['2026-07-01T13:00:00.000Z', '2026-07-08T13:00:00.000Z', '2026-07-10T13:00:00.000Z'];
  const startsOf = ({ classes }: z.output<typeof Timetable>) => classes.map((one) => one.startsAt);
  const stored = async () => startsOf(Timetable.parse((await ask(teacher, 'GET', `${path}/timetable`)).body));
  expect(startsOf(await put({ isDryRun: true }))).toEqual(days);
  expect(await stored()).toEqual([null, null, null]);
  const [first, second] = await Promise.all([put(), put()]);
  expect([startsOf(first), startsOf(second), await stored()]).toEqual([days, days, days]);
  expect(await put({ holidays: [] })).toMatchObject({ withoutDay: 0, daysLeft: 1 });
  expect(await put({ weekdays: [3] })).toMatchObject({ withoutDay: 1, daysLeft: 0 });
  await put();
  const at = '2026-07-09T10:00:00.000Z';
  await ask(teacher, 'PUT', `${path}/classes/${ids[1]}`, { startsAt: at });
  await put();
  expect(await stored()).toEqual([days[0], at, days[2]]);
  app.clock.set(Date.parse('2026-06-30T18:30:00Z'));
  const { lectures } = (await ask(await aLaterSession(app, member), 'GET', `/courses/${courseId}`)).body;
  const shown = z.array(z.looseObject({ live: z.looseObject({ startsAt: z.string() }).nullable() })).parse(lectures);
  expect(shown.map(({ live }) => live?.startsAt)).toEqual([days[0], at, days[2]]);
});
