// @module-tag both
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { openBilling } from '#test/billing/open-billing.ts';

const gift = { name: 'Asha', email: 'asha@example.in', message: '' };
const Ref = z.string();

/** A shop with the coupon DIWALI, 20 % off. */
const openShop = async (limits: object) => {
  const money = await openBilling();
  const admin = await money.aUser('ADMIN');
  await money.admin(admin, 'POST', '/coupons', { code: 'DIWALI', percentOff: 20, ...limits });
  const begin = (user: string, order: object = {}, via: Pick<typeof money, 'call'> = money) =>
    via.call(user, 'POST', '/subscribe', { couponCode: 'DIWALI', ...order });
  /** Begins, and returns what can be paid. */
  const order = async (user: string, more: object = {}) => Ref.parse((await begin(user, more)).body['subscription_id']);
  const verify = (user: string, proof: object, via: Pick<typeof money, 'call'> = money) =>
    via.call(user, 'POST', '/verify', proof);
  const payFor = async (user: string, ref: string) => {
    expect((await verify(user, await money.pay(ref))).status).toBe(200);
  };
  /** How many payments with the coupon are paid, and how many can be made. */
  const uses = async () => {
    const { coupons } = (await money.admin(admin, 'GET', '/coupons')).body;
    const [{ uses: paid, reserved } = { uses: -1, reserved: -1 }] = z
      .array(z.object({ uses: z.int(), reserved: z.int() }))
      .parse(coupons);
    return { paid, reserved };
  };
  const toDo = async () => (await money.admin(admin, 'GET', '/payments/to-do')).body['toDo'];
  return { ...money, adminId: admin, begin, order, verify, payFor, uses, toDo };
};

const held = {
  status: 409,
  body: {
    code: 'coupon_not_valid',
    message: 'You have another payment with this code open. Complete that one, or try again in an hour.',
  },
};

describe('one buyer who begins again and again', () => {
  it.each([
    ['in all', { maxUses: 1 }],
    ['per person', { maxUsesPerPerson: 1 }],
    ['for first purchases', { isFirstPurchaseOnly: true }],
  ])('can pay one order of a coupon with one use %s', async (_name, limits) => {
    const { aUser, begin, uses, providerCalls } = await openShop(limits);
    const buyer = await aUser();
    expect((await begin(buyer)).status).toBe(200);
    for (let time = 0; time < 6; time += 1) {
      expect(await begin(buyer, { gift })).toMatchObject(held);
      expect((await begin(buyer)).status).toBe(200);
    }
    expect(await uses()).toEqual({ paid: 0, reserved: 1 });
    expect(await providerCalls('POST', /\/orders$/)).toBe(1);
  });

  it('can pay as many orders as there are uses, also from two processes at once', async () => {
    const shop = await openShop({ maxUses: 2, maxUsesPerPerson: 2 });
    const other = await shop.another();
    const { body } = await shop.admin(shop.adminId, 'POST', '/plans', {
      name: 'Monthly',
      priceInPaise: 7900,
      term: { unit: 'month', count: 1 },
      refundDays: 7,
    });
    const { _id: planId } = z.looseObject({ _id: z.string() }).parse(body['plan']);
    const buyer = await shop.aUser();
    const sales = [{}, { gift }, { planId }, { planId, gift }];
    const responses = await Promise.all(
      [...sales, ...sales].map((sale, index) => shop.begin(buyer, sale, index % 2 ? shop : other)),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await shop.uses()).toEqual({ paid: 0, reserved: 2 });
    expect(await shop.providerCalls('POST', /\/orders$/)).toBe(2);
  });

  it('keeps the same order through reloads, failures and other choices, until it is an hour old', async () => {
    const { aUser, order, subscribe, control, clock, begin, uses } = await openShop({ maxUses: 1 });
    const buyer = await aUser();
    const first = await order(buyer);
    await control('/pay', { order_id: first, outcome: 'failure' });
    clock.advance(31 * MINUTE_MS);
    expect(await order(buyer)).toBe(first);
    const plain = await subscribe(buyer);
    expect(plain).not.toBe(first);
    expect(await order(buyer)).toBe(first);
    expect(await subscribe(buyer)).toBe(plain);
    clock.advance(28 * MINUTE_MS);
    expect(await order(buyer)).toBe(first);
    clock.advance(MINUTE_MS);
    expect(await uses()).toEqual({ paid: 0, reserved: 0 });
    expect((await begin(buyer, { gift })).status).toBe(200);
    expect(await begin(buyer)).toMatchObject(held);
  });

  it('who begins what they began before in many requests at once gets that order', async () => {
    const { aUser, order, subscribe, providerCalls } = await openShop({ maxUses: 1 });
    const buyer = await aUser();
    const first = await order(buyer);
    await subscribe(buyer);
    const again = await Promise.all(Array.from({ length: 8 }, () => order(buyer)));
    expect(new Set(again)).toEqual(new Set([first]));
    expect(await providerCalls('POST', /\/orders$/)).toBe(1);
  });
});

describe('a payment that arrives after the time of its order', () => {
  const late = (amount: string, what: string, paymentId: string) => ({
    kind: 'coupon_exceeded',
    paymentId,
    userName: 'Meera Nair',
    userEmail: expect.any(String),
    amountInPaise: 39_920,
    since: '2026-06-15T05:30:00.000Z',
    respondBy: null,
    happened: `${amount} was paid with coupon DIWALI, ${what}`,
    advice: 'The buyer has access. Accept the discount and mark it as resolved, or refund it.',
  });

  it('beyond the uses in all keeps its access and is a case for an admin, until it is resolved', async () => {
    const { aUser, order, payFor, status, uses, toDo, clock, rows, admin, adminId, call, refund } = await openShop({
      maxUses: 1,
    });
    const [slow, quick, third] = [await aUser(), await aUser(), await aUser()];
    const old = await order(slow);
    clock.advance(HOUR_MS);
    const oldest = await order(third);
    clock.advance(HOUR_MS);
    await payFor(quick, await order(quick));
    expect(await toDo()).toEqual([]);
    await payFor(slow, old);
    await payFor(third, oldest);
    expect(await Promise.all([slow, quick, third].map(status))).toEqual(['active', 'active', 'active']);
    expect(await uses()).toEqual({ paid: 3, reserved: 0 });
    const exceeded = (await rows.payments()).filter(({ standing }) => standing === 'coupon_exceeded');
    expect(exceeded).toHaveLength(2);
    const [
      { provider_payment_id: first } = { provider_payment_id: '' },
      { provider_payment_id: second } = { provider_payment_id: '' },
    ] = exceeded;
    const what = 'which had no uses left.';
    const cases = [first, second].map((id) => ({ ...late('₹399.20', what, id), since: expect.any(String) }));
    expect(await toDo()).toEqual(expect.arrayContaining(cases));
    expect((await admin(adminId, 'GET', '/payments?status=coupon_exceeded')).body).toMatchObject({
      counts: { paid: 1, coupon_exceeded: 2 },
      payments: [{ coupon: { code: 'DIWALI' } }, { coupon: { code: 'DIWALI' } }],
    });
    const { payment } = (await admin(adminId, 'GET', `/payments/${first}`)).body;
    expect(JSON.stringify(payment)).toContain('Needs attention: coupon DIWALI had no uses left');
    expect((await call(slow, 'GET', '/mine')).body).toMatchObject({ purchases: [{ status: 'paid' }] });

    await admin(adminId, 'POST', `/payments/${first}/handled`, { reason: 'A gesture' });
    expect(await toDo()).toMatchObject([{ paymentId: second }]);
    expect((await refund(adminId, second, { reason: 'No use was left' })).status).toBe(200);
    expect(await toDo()).toEqual([]);
    expect((await Promise.all([slow, third].map(status))).toSorted()).toEqual(['active', 'inactive']);
  });

  it('beyond the uses of its buyer, or after a first purchase, is one too', async () => {
    for (const [limits, what] of [
      [{ maxUsesPerPerson: 1 }, 'of which the buyer had no uses left.'],
      [{ isFirstPurchaseOnly: true }, 'which is for first purchases. The buyer had bought before.'],
    ] as const) {
      const { aUser, order, payFor, status, toDo, clock, rows, send, payments } = await openShop(limits);
      const buyer = await aUser();
      const old = await order(buyer, { gift });
      clock.advance(HOUR_MS);
      await payFor(buyer, await order(buyer));
      await payFor(buyer, old);
      const [paid, exceeded] = (await rows.payments()).toSorted(
        (a, b) => (a.standing ?? '').localeCompare(b.standing ?? '') * -1,
      );
      expect([paid?.standing, exceeded?.standing]).toEqual(['paid', 'coupon_exceeded']);
      expect(await toDo()).toEqual([late('₹399.20', what, exceeded?.provider_payment_id ?? '')]);
      expect(await status(buyer)).toBe('active');
      const { gifts } = (await send('GET', '/api/v1/gifts', undefined, { authorization: `Bearer ${buyer}` })).body;
      expect(gifts).toMatchObject([{ state: 'scheduled' }]);
      expect(await payments.projections.recompute()).toEqual([]);
    }
  });

  it('is within the limits while a use is left, and when an earlier one was refunded', async () => {
    const { aUser, order, payFor, toDo, clock, call } = await openShop({ maxUses: 1 });
    const [slow, quick] = [await aUser(), await aUser()];
    const old = await order(slow);
    clock.advance(HOUR_MS);
    await payFor(quick, await order(quick));
    await call(quick, 'POST', '/unsubscribe');
    await payFor(slow, old);
    expect(await toDo()).toEqual([]);
  });

  it('is counted with those that are paid at the same moment, in two processes', async () => {
    const shop = await openShop({ maxUses: 3 });
    const other = await shop.another();
    const buyers = await Promise.all(Array.from({ length: 9 }, () => shop.aUser()));
    const proofs: [string, object][] = [];
    for (let at = 0; at < 9; at += 3) {
      for (const buyer of buyers.slice(at, at + 3)) proofs.push([buyer, await shop.pay(await shop.order(buyer))]);
      shop.clock.advance(HOUR_MS);
    }
    const responses = await Promise.all(
      proofs.map(([buyer, proof], index) => shop.verify(buyer, proof, index % 2 ? shop : other)),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array<number>(9).fill(200));
    const standings = (await shop.rows.payments()).map(({ standing }) => String(standing));
    expect(standings.toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      ...Array<string>(6).fill('coupon_exceeded'),
      ...Array<string>(3).fill('paid'),
    ]);
    expect(await shop.payments.countSubscribedUsers()).toBe(9);
    expect(await shop.payments.projections.recompute()).toEqual([]);
  });

  it('waits for others of its coupon alone', async () => {
    const { aUser, adminId, admin, order, pay, verify, status, database } = await openShop({ maxUses: 5 });
    await admin(adminId, 'POST', '/coupons', { code: 'OTHER', percentOff: 20, maxUses: 5 });
    const buyers = await Promise.all([aUser(), aUser(), aUser()]);
    const [same, other, none] = buyers;
    const proofOf = async (user: string, more: object) => pay(await order(user, more));
    const proofs = {
      same: await proofOf(same, {}),
      other: await proofOf(other, { couponCode: 'OTHER' }),
      none: await proofOf(none, { couponCode: undefined }),
    };
    const released = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holding = database.transaction(async (tx) => {
      // SQLite has one writer: nothing else is recorded while this transaction is open.
      if (database.engine === 'postgres') {
        await tx.updateTable('coupons').set({ percent_off: 20 }).where('code', '=', 'DIWALI').execute();
        locked.resolve();
        await released.promise;
      } else locked.resolve();
    });
    await locked.promise;
    const waits = verify(same, proofs.same);
    const waiting = sql<{ count: number }>`SELECT COUNT(*) AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    if (database.engine === 'postgres')
      await expect.poll(async () => (await waiting.execute(database.db)).rows[0]?.count).toBe(1);
    expect((await verify(other, proofs.other)).status).toBe(200);
    expect((await verify(none, proofs.none)).status).toBe(200);
    if (database.engine === 'postgres') expect(await status(same)).toBe('inactive');
    released.resolve();
    await holding;
    expect((await waits).status).toBe(200);
    expect(await Promise.all(buyers.map(status))).toEqual(['active', 'active', 'active']);
  });
});
