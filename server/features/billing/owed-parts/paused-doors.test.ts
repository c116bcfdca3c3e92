// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aCourse, aLecture, anAdmin, aUser } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';

const Created = z.object({ plan: z.object({ _id: z.string() }) });
const Recorded = z.object({ payment: z.object({ paymentId: z.string() }) });
const Listed = z.object({ people: z.array(z.looseObject({ email: z.string(), access: z.looseObject({}) })) });

const Explained = z.object({ access: z.object({ courses: z.array(z.object({ sentence: z.string() })) }) });

const Plans = z.object({ plans: z.array(z.object({ _id: z.string(), holders: z.int() })) });
const Holders = z.object({ price: z.object({ holders: z.int() }) });
const Counted = z.object({ learners: z.array(z.object({ _id: z.string() })) });

const open = async () => {
  const app = await startApp();
  const [admin, learner] = [await anAdmin(app), await aUser(app)];
  const courseId = await aCourse(app);
  const lectureId = await aLecture(app, { courseId });
  const ways = await app.settings.ways();
  await app.database.transaction((tx) => app.settings.change(tx, 'ways', { ...ways, cash: true, cashText: 'Office' }));
  const plan = {
    name: 'Statistics',
    opens: { courseIds: [courseId] },
    priceInPaise: 400_000,
    term: { unit: 'year' },
    refundDays: 0,
    parts: {
      graceDays: 0,
      list: [
        { amountInPaise: 200_000, due: { kind: 'at-start' } },
        { amountInPaise: 200_000, due: { kind: 'date', date: '2026-07-01' } },
      ],
    },
  };
  const made = await call(app, 'POST', '/admin/plans', { token: admin.token, body: plan });
  const planId = Created.parse(made.body).plan._id;
  const record = async (body: object) => {
    const paid = { planId, way: 'cash', amountInPaise: 200_000, receivedOn: '2026-06-15', ...body };
    const response = await call(app, 'POST', `/admin/people/${learner.id}/payments`, {
      token: admin.token,
      body: paid,
    });
    return Recorded.parse(response.body).payment.paymentId;
  };
  const first = await record({ inParts: true });
  const get = (path: string) => call(app, 'GET', path, { token: learner.token });
  const listed = async () => {
    const { body } = await call(app, 'GET', '/admin/people?search=meera', { token: admin.token });
    return Listed.parse(body).people.find(({ email }) => email === learner.email)?.access;
  };
  const explained = async () => {
    const { body } = await call(app, 'GET', `/admin/people/${learner.id}/access`, { token: admin.token });
    return Explained.parse(body).access.courses.map(({ sentence }) => sentence);
  };
  const counted = async () => {
    const ask = (method: 'GET' | 'POST', path: string, body?: object) =>
      call(app, method, path, { token: admin.token, ...(body && { body }) });
    const { plans } = Plans.parse((await ask('GET', '/admin/plans')).body);
    const price = await ask('GET', `/admin/courses/${courseId}/price`);
    const learners = await ask('GET', `/courses/${courseId}/learners`);
    const audience = await ask('POST', '/announcements/audience', { courseId });
    return [
      plans.find(({ _id }) => _id === planId)?.holders,
      Holders.parse(price.body).price.holders,
      Counted.parse(learners.body).learners.map(({ _id }) => _id === learner.id),
      audience.body['people'],
    ];
  };
  return {
    app,
    counted,
    courseId,
    lectureId,
    explained,
    record,
    first,
    get,
    listed,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
};

test('a paused course says which part is overdue, is listed as paused, and opens with the payment', async () => {
  await using school = await open();
  const { app, courseId, lectureId, first, record, get, listed, explained } = school;
  expect((await get(`/lectures/${lectureId}/notes`)).status).toBe(200);
  app.clock.set(Date.parse('2026-07-01T18:29:59.999Z'));
  const overdue = {
    status: 403,
    body: {
      code: 'parts_overdue',
      message: 'Part 2, ₹2,000.00, was due on 1 July 2026. Pay it to continue where you left off.',
    },
  };
  expect(await get(`/lectures/${lectureId}/notes`)).toMatchObject(overdue);
  expect((await get('/user/rights')).body['rights']).toEqual([]);
  expect(await listed()).toMatchObject({
    state: 'active',
    rights: [{ until: '2027-06-15T04:30:00.000Z', pausedSince: '2026-07-01T18:29:59.999Z' }],
  });
  expect(await explained()).toEqual([
    expect.stringMatching(/ is paused since 1 July 2026: a part of the price is overdue\.$/),
  ]);
  app.clock.advance(DAY_MS);
  await record({ partsOf: first, receivedOn: '2026-07-02' });
  expect((await get(`/lectures/${lectureId}/notes`)).status).toBe(200);
  expect((await get('/user/rights')).body['rights']).toMatchObject([{ scope: courseId }]);
  expect(await listed()).toMatchObject({ state: 'active', rights: [{ pausedSince: null }] });
});

test('a pause is no end in the counts of a plan and a course, among learners and for announcements', async () => {
  await using school = await open();
  const before = await school.counted();
  expect(before).toEqual([1, 1, [true], 1]);
  school.app.clock.set(Date.parse('2026-07-01T18:30:01Z'));
  expect(await school.counted()).toEqual(before);
});
