// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { JULY, openBatchSchool } from '#test/batch-school.ts';
import { MINUTE_MS } from '#server/clock.ts';
import { aUser, type Person } from '#test/factories.ts';

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
  const course = { _id: courseId, title: 'The Kitchen Garden' };
  return { ...school, batchId, sent, received, confirm, queue, course };
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
