// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { MINUTE_MS } from '#server/clock.ts';
import { newId } from '#server/ids.ts';
import { openShop } from '#test/billing/open-shop.ts';

/** A shop on 15 June 2026 that sells the course Statistics for a year, with a batch of it in July. */
const openBatch = async ({ places = 1, ...more }: { places?: number; plan_id?: string; webhooks?: true } = {}) => {
  const { webhooks, ...columns } = more;
  const shop = await openShop(webhooks ? { webhooks } : {});
  const courseId = shop.courses.statistics;
  const planId = await shop.addPlan({
    opens: { courseIds: [courseId] },
    term: { unit: 'year', count: 1 },
    refundDays: 7,
  });
  const addBatch = async (over: object = {}): Promise<string> => {
    const id = newId();
    const row = {
      id,
      course_id: courseId,
      name: 'July',
      starts_on: '2026-07-01',
      ends_on: '2026-07-31',
      promised_on: '2026-07-31',
      join_until: '2026-07-01',
      places,
      plan_id: null,
      after_end: 'open' as const,
      shows_places: 1,
      timetable: null,
      code: null,
      code_limit: null,
      code_ends_on: null,
      code_opens_until: null,
      created_at: 0,
      updated_at: 0,
      deleted_at: null,
    };
    await shop.database.db
      .insertInto('batches')
      .values({ ...row, ...columns, ...over })
      .execute();
    return id;
  };
  const batchId = await addBatch();
  const begin = (userId: string, order: object = {}, via: Pick<typeof shop, 'call'> = shop) =>
    via.call(userId, 'POST', '/subscribe', { planId, batchId, ...order });
  const order = async (userId: string, more: object = {}) =>
    z.string().parse((await begin(userId, more)).body['subscription_id']);
  const payFor = async (userId: string, ref: string) => shop.call(userId, 'POST', '/verify', await shop.pay(ref));
  const members = async () =>
    (await shop.database.db.selectFrom('batch_members').selectAll().orderBy('is_excess').orderBy('id').execute()).map(
      ({ batch_id: id, user_id: userId, source, is_excess: isExcess, left_because: why }) =>
        [userId, id === batchId ? 'July' : 'other', source, isExcess, why] as const,
    );
  return { ...shop, courseId, planId, batchId, addBatch, begin, order, payFor, members };
};

const full = { status: 409, body: { code: 'batch_full', message: 'This batch is full' } };

test('a purchase makes a membership once, whose term counts from the end of the batch; a refund ends it', async () => {
  const { aUser, order, payFor, members, rightsOf, rows, call, batchId, begin } = await openBatch();
  const [buyer, other] = [await aUser(), await aUser()];
  const ref = await order(buyer);
  expect((await rows.attempts())[0]?.batch_id).toBe(batchId);
  const proof = await payFor(buyer, ref);
  expect(proof.status).toBe(200);
  await payFor(buyer, ref).catch(() => undefined);
  expect(await members()).toEqual([[buyer, 'July', 'purchase', 0, null]]);
  expect(await rightsOf(buyer)).toEqual(['statistics 2027-07-31 by payment']);
  expect((await rows.payments())[0]?.refundable_until).toBe(Date.parse('2026-06-22T18:29:59.999Z'));
  expect(await begin(other)).toMatchObject(full);
  const [payment] = await rows.payments();
  expect((await call(buyer, 'POST', '/unsubscribe', { paymentId: payment?.provider_payment_id })).status).toBe(200);
  expect(await members()).toEqual([[buyer, 'July', 'purchase', 0, 'refund']]);
  expect((await begin(other)).status).toBe(200);
});

test('the last place is held for fifteen minutes from each press, for who came first', async () => {
  const { aUser, begin, order, clock, payFor, members } = await openBatch();
  const [first, second] = [await aUser(), await aUser()];
  const ref = await order(first);
  clock.advance(14 * MINUTE_MS);
  expect(await begin(second)).toMatchObject(full);
  expect(await order(first)).toBe(ref);
  clock.advance(14 * MINUTE_MS);
  expect(await begin(second)).toMatchObject(full);
  clock.advance(MINUTE_MS);
  const late = await order(second);
  expect(await begin(first)).toMatchObject(full);
  await payFor(second, late);
  // The money of the first comes all the same: it gets its place, and the owner is told.
  await payFor(first, ref);
  expect(await members()).toEqual([
    [second, 'July', 'purchase', 0, null],
    [first, 'July', 'purchase', 1, null],
  ]);
});

test('of two buyers of the last place in two processes at once, one is told that it is gone', async () => {
  const shop = await openBatch({ places: 2 });
  const other = await shop.another();
  const buyers = await Promise.all(Array.from({ length: 6 }, () => shop.aUser()));
  const responses = await Promise.all(buyers.map((id, index) => shop.begin(id, {}, index % 2 ? shop : other)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(2);
  const refused = responses.filter(({ status }) => status === 409);
  expect(new Set(refused.map(({ body }) => body['code']))).toEqual(new Set(['batch_full']));
});

test('a batch is bought with a plan that opens its course, while it can be joined, and not as a gift', async () => {
  const { aUser, begin, addPlan, addBatch, courses, clock, planId } = await openBatch();
  const buyer = await aUser();
  const elsewhere = await addPlan({ opens: { courseIds: [courses.pottery] } });
  const codeOf = async (more: object) => (await begin(buyer, more)).body['code'];
  expect(await codeOf({ planId: elsewhere })).toBe('batch_of_plan');
  expect(await codeOf({ batchId: 'unknown' })).toBe('batch_not_found');
  expect(await codeOf({ batchId: await addBatch({ plan_id: elsewhere }) })).toBe('batch_of_plan');
  expect(await codeOf({ gift: { name: 'Asha', email: 'asha@example.in', message: '' } })).toBe('validation_failed');
  expect(await codeOf({ batchId: await addBatch({ plan_id: planId }) })).toBeUndefined();
  clock.set(Date.parse('2026-07-01T18:29:59.999Z'));
  expect(await codeOf({})).toBeUndefined();
  clock.advance(1);
  expect(await codeOf({})).toBe('batch_closed');
});

test('a recorded payment and a free plan take a place, too', async () => {
  const { aUser, addPlan, begin, admin, adminId, planId, batchId, courseId, members } = await openBatch({ places: 2 });
  const [first, second, third] = [await aUser(), await aUser(), await aUser()];
  const free = await addPlan({ opens: { courseIds: [courseId] }, priceInPaise: 0 });
  expect((await begin(first, { planId: free })).body).toMatchObject({ isPaid: true });
  const record = (userId: string) =>
    admin(adminId, 'POST', `/people/${userId}/payments`, {
      planId,
      batchId,
      way: 'cash',
      reference: '',
      amountInPaise: 29_900,
      receivedOn: '2026-06-15',
    });
  expect((await record(second)).status).toBe(200);
  expect(await record(third)).toMatchObject(full);
  expect((await members()).map(([userId]) => userId)).toEqual(expect.arrayContaining([first, second]));
  expect(await members()).toHaveLength(2);
});
