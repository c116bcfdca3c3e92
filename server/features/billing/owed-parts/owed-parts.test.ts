// @module-tag both
import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import { openPartsShop } from '#test/billing/parts-shop.ts';

const open = async () => {
  const shop = await openPartsShop();
  const userId = await shop.aUser();
  const { razorpay_payment_id: first } = await shop.buyFirst(userId);
  const reminders = async () => {
    await shop.runReminders();
    const rows = await shop.database.db
      .selectFrom('notices')
      .select('content')
      .where('kind', '=', 'part_due')
      .orderBy('created_at')
      .execute();
    return rows.length;
  };
  const now = async () => [await shop.status(userId), ...(await shop.standing(userId))];
  return { ...shop, userId, first, reminders, now };
};

it('reminds two days before, on the day, after three days and weekly three times, until it is paid', async () => {
  const { reminders, clock } = await open();
  const sent: string[] = [];
  let before = await reminders();
  const last = Date.parse('2026-08-11T00:00:00Z');
  while (clock.now() < last) {
    clock.advance(6 * HOUR_MS);
    const count = await reminders();
    if (count > before) sent.push(new Date(clock.now()).toISOString().slice(0, 10));
    before = count;
  }
  expect(sent).toEqual(['2026-07-13', '2026-07-15', '2026-07-18', '2026-07-25', '2026-08-01', '2026-08-08']);
});

it('after a long pause of the server one reminder is sent, and none to who paid or waits', async () => {
  const { userId, first, reminders, passDays, payPart, as, planId, clock } = await open();
  passDays(58);
  expect(await reminders()).toBe(1);
  expect(await reminders()).toBe(1);
  const paidOn = new Date(clock.now()).toISOString().slice(0, 10);
  const said = { planId, partsOf: first, way: 'upi', reference: '432611870955', paidOn };
  expect((await as(userId, 'POST', '/payments/requests', said)).status).toBe(200);
  passDays(3);
  expect(await reminders()).toBe(1);
  await payPart(userId, first, 3);
  passDays(30);
  expect(await reminders()).toBe(1);
});

it('the owner sees who owes, postpones a part, writes it off, and takes that back', async () => {
  const { userId, first, owner, passDays, now } = await open();
  expect((await owner('GET', 'overdue')).body).toMatchObject({ purchases: [], total: { people: 0, owedInPaise: 0 } });
  passDays(40);
  expect((await owner('GET', 'overdue')).body).toMatchObject({
    purchases: [
      {
        paymentId: first,
        state: 'paused',
        user: { _id: userId },
        owedInPaise: 200_000,
        dueOn: '2026-07-15',
        daysOverdue: 10,
        remindedAt: null,
        isWaiting: false,
      },
    ],
    nextCursor: null,
    total: { people: 1, owedInPaise: 200_000 },
  });
  expect((await owner('POST', `${first}/remind`)).status).toBe(200);
  expect((await owner('GET', 'overdue')).body['purchases']).toMatchObject([{ remindedAt: '2026-07-25T04:30:00.000Z' }]);
  expect(await owner('POST', `${first}/postpone`, { n: 2, until: '2026-07-10', reason: 'Salary' })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  });
  const postponed = await owner('POST', `${first}/postpone`, { n: 2, until: '2026-08-05', reason: 'Salary' });
  expect(postponed.body).toMatchObject({
    purchase: { state: 'running', parts: [{}, { dueOn: '2026-08-05', agreedOn: '2026-07-15', state: 'open' }, {}] },
  });
  expect((await now())[0]).toBe('active');
  await owner('POST', `${first}/undo`, { n: 2 });
  expect((await now())[0]).toBe('inactive');
  await owner('POST', `${first}/write-off`, { n: 2, reason: 'Hardship' });
  expect(await now()).toEqual(['active', 'running: paid 0, written-off 0, open 200000']);
  expect((await owner('POST', `${first}/write-off`, { n: 2, reason: 'Again' })).body).toMatchObject({
    code: 'part_not_open',
  });
  expect((await owner('GET', 'overdue')).body).toMatchObject({ purchases: [] });
});

it('who breaks a promise owes again, since the promised day', async () => {
  const { first, owner, passDays } = await open();
  passDays(40);
  await owner('POST', `${first}/postpone`, { n: 2, until: '2026-08-05', reason: 'Salary' });
  expect((await owner('GET', 'overdue')).body).toMatchObject({ purchases: [] });
  passDays(20);
  expect((await owner('GET', 'overdue')).body).toMatchObject({
    purchases: [
      {
        state: 'paused',
        dueOn: '2026-08-05',
        daysOverdue: 9,
        owedInPaise: 200_000,
        parts: [{}, { dueOn: '2026-08-05', agreedOn: '2026-07-15' }, { dueOn: '2026-08-14', agreedOn: '2026-08-14' }],
      },
    ],
  });
});

it('pages of who owes leave nobody out', async () => {
  const { aUser, buyFirst, owner, passDays, clock } = await open();
  for (let count = 0; count < 3; count += 1) {
    clock.advance(DAY_MS);
    await buyFirst(await aUser());
  }
  passDays(40);
  const seen: unknown[] = [];
  let cursor: unknown = '';
  while (typeof cursor === 'string') {
    const { body } = await owner('GET', `overdue?limit=1&cursor=${cursor}`);
    seen.push(...(Array.isArray(body['purchases']) ? body['purchases'] : []));
    cursor = body['nextCursor'];
  }
  expect(seen.map((one) => JSON.stringify(one))).toHaveLength(4);
});
