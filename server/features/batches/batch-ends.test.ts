// @module-tag both
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { call } from '#test/call.ts';
import { aCourse, aLecture, aLaterSession, anAdmin, aUser, type Person } from '#test/factories.ts';
import { noticesOf } from '#test/notices.ts';
import { startApp } from '#test/start-app.ts';

const Id = z.looseObject({ _id: z.string() });
const Rights = z.array(z.object({ scope: z.string(), endsAt: z.string().nullable() }));
const Done = z.object({ people: z.int(), comeBack: z.int(), extensionId: z.string().nullable() });
const Shown = z.array(z.looseObject({ lockedBy: z.looseObject({ kind: z.string() }).nullable() }));

const IN_PARTS = {
  graceDays: 0,
  list: [
    { amountInPaise: 200_000, due: { kind: 'at-start' } },
    { amountInPaise: 200_000, due: { kind: 'date', date: '2026-11-01' } },
  ],
};

/** A course with a lecture, which is sold for a month after the end of a batch, and for cash. */
const openSchool = async ({ timeZone = 'Asia/Kolkata', parts }: { timeZone?: string; parts?: object } = {}) => {
  const app = await startApp();
  onTestFinished(() => app.close());
  let admin = await anAdmin(app);
  const [school, ways] = [await app.settings.school(), await app.settings.ways()];
  await app.database.transaction(async (tx) => {
    await app.settings.change(tx, 'school', { ...school, timeZone });
    await app.settings.change(tx, 'ways', { ...ways, cash: true, cashText: 'Office' });
  });
  const courseId = await aCourse(app);
  await aLecture(app, { courseId });
  const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    call(app, method, path, { token: admin.token, ...(body && { body }) });
  const terms = { priceInPaise: 400_000, term: { unit: 'month' }, refundDays: 0, ...(parts && { parts }) };
  const plan = await ask('POST', '/admin/plans', { name: 'Course', opens: { courseIds: [courseId] }, ...terms });
  const planId = Id.parse(plan.body['plan'])._id;
  const base = `/courses/${courseId}/batches`;
  const addBatch = async (days: object): Promise<string> =>
    Id.parse((await ask('POST', base, { name: 'A batch', ...days })).body['batch'])._id;
  const buyer = async (batchId: string, more: object = {}): Promise<Person> => {
    const person = await aUser(app);
    const receivedOn = new Date(app.clock.now()).toISOString().slice(0, 10);
    const paid = { planId, batchId, way: 'cash', amountInPaise: 400_000, receivedOn, ...more };
    const response = await ask('POST', `/admin/people/${person.id}/payments`, paid);
    expect(response.status, response.text).toBe(200);
    return person;
  };
  const endOf = async (person: Person): Promise<string | null | undefined> => {
    const { token } = await aLaterSession(app, person);
    return Rights.parse((await call(app, 'GET', '/user/rights', { token })).body['rights'])[0]?.endsAt;
  };
  /** "open", why its lecture is locked, or why the course is closed. */
  const doorOf = async (person: Person) => {
    const { token } = await aLaterSession(app, person);
    const { body } = await call(app, 'GET', `/courses/${courseId}`, { token });
    const lectures = Shown.safeParse(body['lectures']).data;
    return lectures ? (lectures[0]?.lockedBy?.kind ?? 'open') : body['code'];
  };
  const later = async (at: string): Promise<void> => {
    app.clock.set(Date.parse(at));
    admin = await aLaterSession(app, admin);
  };
  return { app, ask, base, addBatch, buyer, endOf, doorOf, later, planId, courseId };
};

const JULY = { startsOn: '2026-07-01', endsOn: '2026-07-31' };

test('access of a batch is extended: counted first, then for its members alone, and taken back', async () => {
  const { ask, addBatch, buyer, endOf, later, base } = await openSchool();
  const [july, other] = [await addBatch(JULY), await addBatch(JULY)];
  const [one, two, left, elsewhere] = [await buyer(july), await buyer(july), await buyer(july), await buyer(other)];
  expect((await ask('POST', `${base}/${july}/members/${left.id}/remove`, {})).status).toBe(200);
  const ends = () => Promise.all([one, two, left, elsewhere].map(endOf));
  const usual = '2026-08-31T18:29:59.999Z';
  expect(await ends()).toEqual([usual, usual, usual, usual]);
  const extend = async (more: object) => {
    const response = await ask('POST', '/admin/access/extend', { batchId: july, reason: 'The exam moved', ...more });
    return Done.parse(response.body);
  };
  expect(await extend({ until: '2026-09-30', isDryRun: true })).toEqual({ people: 2, comeBack: 0, extensionId: null });
  expect(await ends()).toEqual([usual, usual, usual, usual]);
  const { extensionId, ...done } = await extend({ until: '2026-09-30' });
  expect(done).toEqual({ people: 2, comeBack: 0 });
  const extended = '2026-09-30T18:29:59.999Z';
  expect(await ends()).toEqual([extended, extended, usual, usual]);
  expect(await extend({ until: '2026-09-30' })).toEqual({ people: 0, comeBack: 0, extensionId: null });
  expect((await ask('GET', `/admin/access/extensions?batchId=${july}`)).body['extensions']).toMatchObject([
    { _id: extensionId, until: '2026-09-30', people: 2, undoneAt: null },
  ]);
  expect((await ask('POST', `/admin/access/extensions/${extensionId}/undo`)).status).toBe(200);
  expect(await ends()).toEqual([usual, usual, usual, usual]);
  await later('2026-09-05T04:30:00Z');
  expect(await extend({ days: 10, isDryRun: true })).toEqual({ people: 2, comeBack: 2, extensionId: null });
});

test('a purchase that paused and ended long ago is extended only where it is asked for', async () => {
  const { graceDays, list } = IN_PARTS;
  const [first, last] = list;
  const parts = { graceDays, list: [first, { ...last, due: { kind: 'date', date: '2026-08-15' } }] };
  const { ask, addBatch, buyer, doorOf, later, courseId } = await openSchool({ parts });
  const member = await buyer(await addBatch(JULY), { amountInPaise: 200_000, inParts: true });
  const extend = async (more: object = {}) => {
    const body = { courseId, until: '2027-06-30', reason: 'The exam moved', isDryRun: true, ...more };
    const { people, comeBack } = Done.parse((await ask('POST', '/admin/access/extend', body)).body);
    return [people, comeBack];
  };
  await later('2026-08-20T04:30:00Z');
  expect([await doorOf(member), await extend()]).toEqual(['parts_overdue', [1, 0]]);
  await later('2026-09-05T04:30:00Z');
  expect(await extend()).toEqual([1, 1]);
  await later('2027-03-01T04:30:00Z');
  expect([await extend(), await extend({ endedWithinDays: 365 })]).toEqual([
    [0, 0],
    [1, 1],
  ]);
});

test('a later end of a batch makes the access of its members longer, and an earlier one shortens nothing', async () => {
  const { app, ask, base, addBatch, buyer, endOf } = await openSchool();
  const july = await addBatch({ ...JULY, joinUntil: '2026-07-31' });
  const member = await buyer(july);
  const moveEnd = async (endsOn: string) => {
    const changed = await ask('PUT', `${base}/${july}`, { name: 'July', ...JULY, endsOn, joinUntil: '2026-07-10' });
    expect(changed.status, changed.text).toBe(200);
    await app.jobs.runDue();
    return [await endOf(member), await endOf(await buyer(july))];
  };
  const [august, september] = ['2026-08-31T18:29:59.999Z', '2026-09-30T18:29:59.999Z'];
  expect(await endOf(member)).toBe(august);
  expect(await moveEnd('2026-08-31')).toEqual([september, september]);
  expect(await moveEnd('2026-07-20')).toEqual([september, september]);
  expect(await moveEnd('2026-08-15')).toEqual([september, september]);
  expect(await moveEnd('2026-09-30')).toEqual(['2026-10-30T18:29:59.999Z', '2026-10-30T18:29:59.999Z']);
});

test('an extension opens the lectures of a batch that closed, as long as it says, and its undo closes them', async () => {
  const { app, ask, addBatch, buyer, doorOf, later, planId, courseId } = await openSchool();
  const july = await addBatch({ ...JULY, afterEnd: 'closed' });
  const [meera, ravi] = [await buyer(july), await buyer(july)];
  const doors = async (at: string) => {
    await later(at);
    return [await doorOf(meera), await doorOf(ravi)];
  };
  const extend = async (more: object) => {
    const done = Done.parse((await ask('POST', '/admin/access/extend', { reason: 'The exam moved', ...more })).body);
    await app.jobs.runDue();
    return done;
  };
  const undo = (id: string | null) => ask('POST', `/admin/access/extensions/${id}/undo`);
  const [both, none, ended] = [
    ['open', 'open'],
    ['batch-ended', 'batch-ended'],
    ['open', 'batch-ended'],
  ];
  expect(await doors('2026-08-05T04:30:00Z')).toEqual(none);
  expect(await extend({ batchId: july, days: 4 })).toEqual({ people: 0, comeBack: 0, extensionId: null });
  // Their right lasts until 31 August.
  const { extensionId: exam, ...done } = await extend({ batchId: july, until: '2026-08-20' });
  expect(done).toEqual({ people: 2, comeBack: 2 });
  expect((await noticesOf(app, await aLaterSession(app, meera)))[0]).toMatchObject({
    kind: 'access_extended',
    what: 'A batch',
    endsAt: '2026-08-20T18:29:59.999Z',
  });
  expect(await doors('2026-08-20T18:29:59.999Z')).toEqual(both);
  expect(await doors('2026-08-20T18:30:00Z')).toEqual(none);
  expect((await undo(exam)).status).toBe(200);
  const { extensionId: longer } = await extend({ batchId: july, days: 22 });
  expect(await doors('2026-08-22T18:29:59.999Z')).toEqual(both);
  expect(await doors('2026-08-22T18:30:00Z')).toEqual(none);
  await undo(longer);
  await later('2026-08-05T04:30:00Z');
  const longerForOne = { days: 10, reason: 'Ill', courseId };
  expect((await ask('POST', `/admin/people/${ravi.id}/extend`, longerForOne)).status).toBe(200);
  expect(await doors('2026-08-10T18:29:59.999Z')).toEqual(['batch-ended', 'open']);
  expect(await doors('2026-08-10T18:30:00Z')).toEqual(none);
  for (const about of [{ userId: meera.id }, { courseId }, { planId }]) {
    const isOne = 'userId' in about;
    const { extensionId, people } = await extend({ ...about, until: '2026-10-31' });
    expect([people, await doors('2026-09-12T04:30:00Z')]).toEqual(isOne ? [1, ['open', 'not_entitled']] : [2, both]);
    await undo(extensionId);
    expect(await doors('2026-09-12T04:30:00Z')).toEqual(['not_entitled', 'not_entitled']);
    await later('2026-08-25T04:30:00Z');
    expect(await doors('2026-08-25T04:30:00Z')).toEqual(none);
  }
  void ended;
});

test('access that starts again opens a batch that closed until it ends, and what opened the batch does not', async () => {
  const { app, ask, base, addBatch, buyer, doorOf, later, courseId } = await openSchool();
  const july = await addBatch({ ...JULY, afterEnd: 'closed' });
  const [extended, granted, invited] = [await buyer(july), await buyer(july), await aUser(app)];
  const link = { isOn: true, opensUntil: '2026-12-31' };
  const { code } = z
    .looseObject({ code: z.string() })
    .parse((await ask('PUT', `${base}/${july}/code`, link)).body['code']);
  expect((await call(app, 'POST', `/batches/join/${code}`, { token: invited.token })).status).toBe(200);
  const doors = () => Promise.all([extended, granted, invited].map(doorOf));
  const give = async (person: Person, how: string, body: object) =>
    (await ask('POST', `/admin/people/${person.id}/${how}`, { courseId, reason: 'Ill', ...body })).status;
  await later('2026-12-01T04:30:00Z');
  expect(await doors()).toEqual(['not_entitled', 'not_entitled', 'batch-ended']);
  expect([
    await give(extended, 'extend', { days: 30 }),
    await give(granted, 'grant', { untilDay: '2026-12-20' }),
  ]).toEqual([200, 200]);
  await later('2026-12-20T18:29:00Z');
  expect(await doors()).toEqual(['open', 'open', 'batch-ended']);
  await later('2026-12-31T04:29:00Z');
  expect(await doors()).toEqual(['open', 'not_entitled', 'batch-ended']);
  // Who has access keeps it for as much longer.
  expect(await give(extended, 'extend', { days: 3 })).toBe(200);
  await later('2027-01-03T04:29:59.999Z');
  expect(await doorOf(extended)).toBe('open');
  await later('2027-01-03T04:30:00Z');
  expect(await doorOf(extended)).toBe('not_entitled');
});

test('who buys the course again without a batch has its lectures, also after their batch closed', async () => {
  const { ask, addBatch, buyer, doorOf, later, planId } = await openSchool();
  const member = await buyer(await addBatch({ ...JULY, afterEnd: 'closed' }));
  await later('2026-08-28T04:30:00Z');
  expect(await doorOf(member)).toBe('batch-ended');
  const paid = { planId, way: 'cash', amountInPaise: 400_000, receivedOn: '2026-08-28' };
  const { body, status } = await ask('POST', `/admin/people/${member.id}/payments`, paid);
  expect([status, await doorOf(member)]).toEqual([200, 'open']);
  await later('2026-09-20T04:30:00Z');
  expect(await doorOf(member)).toBe('open');
  await later('2026-08-29T04:30:00Z');
  const { paymentId } = z.looseObject({ paymentId: z.string() }).parse(body['payment']);
  expect((await ask('POST', `/admin/payments/${paymentId}/reverse`, { reason: 'It bounced' })).status).toBe(200);
  expect(await doorOf(member)).toBe('batch-ended');
});

test('an extension of a person with several purchases moves the end of their batch once', async () => {
  const { app, ask, addBatch, buyer, doorOf, later } = await openSchool();
  const member = await buyer(await addBatch({ ...JULY, afterEnd: 'closed' }));
  const all = { name: 'All', opens: 'everything', priceInPaise: 900_000, term: { unit: 'year' }, refundDays: 0 };
  const planId = Id.parse((await ask('POST', '/admin/plans', all)).body['plan'])._id;
  const paid = { planId, way: 'cash', amountInPaise: 900_000, receivedOn: '2026-06-15' };
  expect((await ask('POST', `/admin/people/${member.id}/payments`, paid)).status).toBe(200);
  await later('2026-07-20T04:30:00Z');
  await ask('POST', '/admin/access/extend', { userId: member.id, days: 10, reason: 'Ill' });
  const changes = app.database.db.selectFrom('access_changes').select(['kind', 'days']);
  expect(await changes.execute()).toEqual([
    { kind: 'extend', days: 10 },
    { kind: 'extend', days: 10 },
  ]);
  await later('2026-08-10T18:29:59.999Z');
  expect(await doorOf(member)).toBe('open');
  await later('2026-08-10T18:30:00Z');
  expect(await doorOf(member)).toBe('batch-ended');
});

const ZONES = [
  {
    // The clocks go back an hour on 1 November.
    timeZone: 'America/New_York',
    begins: '2026-10-31T04:00:00.000Z',
    isOver: '2026-11-02T05:00:00.000Z',
    keptUntil: '2026-12-02T04:59:59.999Z',
  },
  {
    timeZone: 'Pacific/Kiritimati',
    begins: '2026-10-30T10:00:00.000Z',
    isOver: '2026-11-01T10:00:00.000Z',
    keptUntil: '2026-12-01T09:59:59.999Z',
  },
];
const before = (at: string): string => new Date(Date.parse(at) - 1).toISOString();

test.each(ZONES)('in $timeZone a batch begins and ends at midnight there', async (zone) => {
  const { timeZone, begins, isOver, keptUntil } = zone;
  const { addBatch, buyer, endOf, doorOf, later } = await openSchool({ timeZone });
  const days = { startsOn: '2026-10-31', endsOn: '2026-11-01', joinUntil: '2026-11-01', afterEnd: 'closed' };
  const member = await buyer(await addBatch(days));
  expect(await endOf(member)).toBe(keptUntil);
  const doors: unknown[] = [];
  for (const at of [before(begins), begins, before(isOver), isOver]) {
    await later(at);
    doors.push(await doorOf(member));
  }
  expect(doors).toEqual(['batch-not-begun', 'open', 'open', 'batch-ended']);
});

test.each(ZONES)('in $timeZone a part is payable until midnight there', async ({ timeZone, isOver }) => {
  const { addBatch, buyer, doorOf, later } = await openSchool({ timeZone, parts: IN_PARTS });
  const batchId = await addBatch({ startsOn: '2026-06-16', endsOn: '2026-11-30', joinUntil: '2026-06-30' });
  await later('2026-06-20T04:30:00Z');
  const member = await buyer(batchId, { amountInPaise: 200_000, inParts: true });
  const doors: unknown[] = [];
  for (const at of [before(before(isOver)), before(isOver)]) {
    await later(at);
    doors.push(await doorOf(member));
  }
  expect(doors).toEqual(['open', 'parts_overdue']);
});
