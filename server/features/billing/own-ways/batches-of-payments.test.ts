// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { AUGUST, JULY, openBatchSchool } from '#test/batch-school.ts';
import { MINUTE_MS } from '#server/clock.ts';
import { aLaterSession, aUser, type Person } from '#test/factories.ts';

const Ordered = z.object({ order: z.looseObject({ _id: z.string() }) });
const BatchIds = z.object({ batches: z.array(z.looseObject({ _id: z.string() })) });
const Paid = z.object({ payment: z.looseObject({ paymentId: z.string() }) });
const Sent = z.object({ request: z.looseObject({ _id: z.string() }) });

/** A school on 15 June 2026 that sells everything for cash and UPI, with a batch in July that has one place. */
const open = async () => {
  const school = await openBatchSchool();
  const { app, admin, courseId, ask } = school;
  const ways = await app.settings.ways();
  const on = { ...ways, upi: true, upiId: 'school@okbank', cash: true, cashText: 'At the office' };
  await app.database.transaction((tx) => app.settings.change(tx, 'ways', on));
  const batchId = await school.addBatch();
  const sent = async (person: Person, reference: string, more: object = {}) => {
    const body = { planId: 'yearly-bundle', way: 'upi', reference, paidOn: '2026-06-15', ...more };
    return Sent.parse((await ask(person, 'POST', '/payments/requests', body)).body).request._id;
  };
  const received = { amountInPaise: 49_900, receivedOn: '2026-06-15' };
  const confirm = (id: string, more: object) =>
    ask(admin, 'POST', `/admin/payment-requests/${id}/confirm`, { ...received, ...more });
  const queue = async () => (await ask(admin, 'GET', '/admin/payment-requests')).body['requests'];
  const order = async (person: Person, id: string): Promise<string> =>
    Ordered.parse((await ask(person, 'POST', '/payments/orders', { planId: 'yearly-bundle', batchId: id })).body).order
      ._id;
  const queueLater = async (at: string) => {
    app.clock.set(Date.parse(at));
    return (await ask(await aLaterSession(app, admin), 'GET', '/admin/payment-requests')).body['requests'];
  };
  const course = { _id: courseId, title: 'The Kitchen Garden' };
  return { ...school, batchId, sent, received, confirm, queue, queueLater, order, course };
};

test('who confirms a payment chooses its batch where the buyer chose none', async () => {
  const { app, batchId, sent, confirm, queue, course, ask } = await open();
  const [meera, ravi, asha] = [await aUser(app), await aUser(app), await aUser(app)];
  const first = await sent(meera, '432611870955');
  expect(await queue()).toMatchObject([{ batch: null, coursesWithBatches: [course] }]);
  const preview = await confirm(first, { batchId, isDryRun: true });
  // A year after the end of the batch.
  expect(preview.body).toMatchObject({ payment: { accessUntil: '2027-07-31T18:29:59.999Z' } });
  expect(await queue()).toMatchObject([{ batch: null }]);
  expect((await confirm(first, { batchId })).body).toMatchObject({
    request: {
      batch: { _id: batchId, name: 'July', startsOn: '2026-07-01', endsOn: '2026-07-31' },
      coursesWithBatches: [],
    },
    payment: { accessUntil: '2027-07-31T18:29:59.999Z' },
  });
  expect((await ask(meera, 'GET', '/user/batches')).body).toMatchObject({ batches: [{ _id: batchId }] });
  const second = await sent(ravi, '432611870956');
  expect((await confirm(second, { batchId })).body['code']).toBe('batch_full');
  expect(await queue()).toMatchObject([{ _id: second, state: 'waiting', batch: null }]);
  const gift = await sent(asha, '432611870957', { gift: { name: 'Bina', email: 'bina@example.in', message: '' } });
  expect((await confirm(gift, { batchId })).body['code']).toBe('batch_of_plan');
});

test('an order holds its place for fifteen minutes, and from "I have paid" until the payment is decided', async () => {
  const { app, batchId, order, sent, ask, base, queue, confirm } = await open();
  const [meera, ravi] = [await aUser(app), await aUser(app)];
  const isFull = async () => (await ask(ravi, 'GET', base)).body;
  const ordered = await order(meera, batchId);
  expect(await isFull()).toMatchObject({ batches: [{ isFull: true }] });
  app.clock.advance(15 * MINUTE_MS);
  expect(await isFull()).toMatchObject({ batches: [{ isFull: false }] });
  const lost = await sent(meera, '432611870955', { orderId: ordered });
  expect(await isFull()).toMatchObject({ batches: [{ isFull: true }] });
  app.clock.advance(60 * MINUTE_MS);
  expect(await isFull()).toMatchObject({ batches: [{ isFull: true }] });
  expect(await queue()).toMatchObject([{ _id: lost, warning: null }]);
  expect((await confirm(lost, {})).status).toBe(200);
});

test('who confirms a payment is warned that its batch is full, which it is of their order that lapsed', async () => {
  const { app, batchId, order, sent, queue, confirm, ask } = await open();
  const [meera, ravi] = [await aUser(app), await aUser(app)];
  const ordered = await order(meera, batchId);
  app.clock.advance(25 * 60 * MINUTE_MS);
  const first = await sent(ravi, '432611870956', { batchId });
  app.clock.advance(MINUTE_MS);
  const second = await sent(meera, '432611870955', { orderId: ordered });
  const full = 'The batch July is full: this person will be one member too many';
  // The place is that of who said first that they had paid.
  expect(await queue()).toMatchObject([
    { _id: first, warning: null },
    { _id: second, warning: full },
  ]);
  expect((await confirm(second, {})).body).toMatchObject({ code: 'payment_warning', message: full });
  expect((await confirm(first, {})).status).toBe(200);
  expect(await queue()).toMatchObject([{ _id: second, warning: full }]);
  expect((await confirm(second, {})).body).toMatchObject({ code: 'payment_warning', message: full });
  expect((await confirm(second, { isWarned: true })).status).toBe(200);
  expect((await ask(meera, 'GET', '/user/batches')).body).toMatchObject({ batches: [{ _id: batchId }] });
});

test('who confirms a payment is warned that its batch is over, and closed', async () => {
  const { app, addBatch, sent, queueLater } = await open();
  const [meera, ravi] = [await aUser(app), await aUser(app)];
  const june = { startsOn: '2026-06-15', endsOn: '2026-06-17', joinUntil: '2026-06-17', places: null };
  const [closed, kept] = [
    await addBatch({ ...june, name: 'June', afterEnd: 'closed' }),
    await addBatch({ ...june, name: 'Short' }),
  ];
  await sent(meera, '432611870955', { batchId: closed });
  app.clock.advance(MINUTE_MS);
  await sent(ravi, '432611870956', { batchId: kept });
  expect(await queueLater('2026-06-17T18:29:59.999Z')).toMatchObject([{ warning: null }, { warning: null }]);
  expect(await queueLater('2026-06-17T18:30:00Z')).toMatchObject([
    { warning: 'The batch June ended on 17 June 2026: its lectures are closed to this person' },
    { warning: 'The batch Short ended on 17 June 2026' },
  ]);
});

test('a payment that is reversed gives back the batch that it replaced, while that is paid', async () => {
  const { app, admin, addBatch, batchId, sent, received, confirm, ask } = await open();
  const meera = await aUser(app);
  const august = await addBatch(AUGUST);
  const days = { startsOn: '2026-09-01', endsOn: '2026-09-30', joinUntil: '2026-09-30' };
  const late = await addBatch({ ...AUGUST, ...days, name: 'September' });
  const now = async () => {
    const [boss, learner] = [await aLaterSession(app, admin), await aLaterSession(app, meera)];
    const batches = async () =>
      BatchIds.parse((await ask(learner, 'GET', '/user/batches')).body).batches.map(({ _id }) => _id);
    const pay = async (id: string): Promise<string> => {
      const body = { planId: 'yearly-bundle', way: 'cash', ...received, batchId: id, isWarned: true };
      return Paid.parse((await ask(boss, 'POST', `/admin/people/${meera.id}/payments`, body)).body).payment.paymentId;
    };
    const reverse = async (id: string): Promise<void> => {
      const reversed = await ask(boss, 'POST', `/admin/payments/${id}/reverse`, { reason: 'It bounced' });
      expect(reversed.status, reversed.text).toBe(200);
    };
    return { batches, pay, reverse };
  };
  const june = await now();
  const waiting = await sent(meera, '432611870955', { batchId });
  const second = await june.pay(august);
  const { payment } = Paid.parse((await confirm(waiting, { isWarned: true })).body);
  expect(await june.batches()).toEqual([batchId]);
  await june.reverse(payment.paymentId);
  expect(await june.batches()).toEqual([august]);
  app.clock.set(Date.parse('2026-09-01T04:30:00Z'));
  const september = await now();
  const third = await september.pay(late);
  expect(await september.batches()).toEqual([late]);
  await september.reverse(third);
  expect(await september.batches()).toEqual([august]);
  await september.reverse(second);
  expect(await september.batches()).toEqual([]);
});

test('a reversal gives back no batch that the school took away, nor one that an earlier version left', async () => {
  const { app, admin, base, addBatch, batchId, sent, received, confirm, ask } = await open();
  const meera = await aUser(app);
  const [august, september] = [
    await addBatch(AUGUST),
    await addBatch({
      ...AUGUST,
      startsOn: '2026-09-01',
      endsOn: '2026-09-30',
      joinUntil: '2026-09-30',
      name: 'September',
    }),
  ];
  const batches = async () =>
    BatchIds.parse((await ask(meera, 'GET', '/user/batches')).body).batches.map(({ _id }) => _id);
  const pay = async (id?: string): Promise<string> => {
    const body = { planId: 'yearly-bundle', way: 'cash', ...received, batchId: id, isWarned: true };
    return Paid.parse((await ask(admin, 'POST', `/admin/people/${meera.id}/payments`, body)).body).payment.paymentId;
  };
  const reverse = async (id: string): Promise<void> => {
    expect((await ask(admin, 'POST', `/admin/payments/${id}/reverse`, { reason: 'It bounced' })).status).toBe(200);
  };
  const waiting = await sent(meera, '432611870955', { batchId });
  await pay(august);
  expect((await confirm(waiting, { isWarned: true })).status).toBe(200);
  expect(await batches()).toEqual([batchId]);
  app.clock.advance(MINUTE_MS);
  const removed = await ask(admin, 'POST', `${base}/${batchId}/members/${meera.id}/remove`, { reason: 'Moved away' });
  expect(removed.status, removed.text).toBe(200);
  app.clock.advance(MINUTE_MS);
  const last = await pay(september);
  expect(await batches()).toEqual([september]);
  await reverse(last);
  expect(await batches()).toEqual([]);
  await pay();
  expect(await batches()).toEqual([]);
});

test('plans are listed with the courses whose batches can be joined with them', async () => {
  const { app, admin, addBatch, batchId, base, ask, course, received } = await open();
  const listed = async () => (await ask(admin, 'GET', '/admin/plans')).body['coursesWithBatches'];
  expect(await listed()).toEqual([course]);
  const another = await addBatch({ ...JULY, name: 'Another' });
  expect(await listed()).toEqual([course]);
  const { id } = await aUser(app);
  const body = { planId: 'yearly-bundle', way: 'cash', ...received, batchId };
  expect((await ask(admin, 'POST', `/admin/people/${id}/payments`, body)).body).toMatchObject({
    payment: { accessUntil: '2027-07-31T18:29:59.999Z' },
  });
  const closed = { ...JULY, startsOn: '2026-06-01', joinUntil: '2026-06-14' };
  for (const changed of [another, batchId]) await ask(admin, 'PUT', `${base}/${changed}`, closed);
  expect(await listed()).toEqual([]);
});

test('its buyer reads for which batch a payment is, whose place is kept until it is refused', async () => {
  const { app, admin, batchId, sent, ask, base } = await open();
  const [meera, ravi] = [await aUser(app), await aUser(app)];
  const id = await sent(meera, '432611870955', { batchId });
  const batch = { _id: batchId, name: 'July', startsOn: '2026-07-01', endsOn: '2026-07-31' };
  expect((await ask(meera, 'GET', '/payments/requests')).body).toMatchObject({
    requests: [{ state: 'waiting', batch }],
  });
  // An hour after a place that is held for a payment online.
  app.clock.advance(75 * MINUTE_MS);
  const seen = async () => (await ask(ravi, 'GET', base)).body;
  expect(await seen()).toMatchObject({ batches: [{ isFull: true, placesLeft: 0 }] });
  await ask(admin, 'POST', `/admin/payment-requests/${id}/refuse`, { reason: 'Nothing came' });
  expect((await ask(meera, 'GET', '/payments/requests')).body).toMatchObject({
    requests: [{ state: 'refused', batch }],
  });
  expect(await seen()).toMatchObject({ batches: [{ isFull: false, placesLeft: 1 }] });
});
