// @module-tag both
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { openBilling } from '#test/billing/open-billing.ts';

type Money = Awaited<ReturnType<typeof openBilling>>;

const Page = z.object({
  payments: z.array(z.looseObject({ paymentId: z.string(), status: z.string() })),
  nextCursor: z.string().nullable(),
  counts: z.record(z.string(), z.int()),
});
const Tasks = z.object({ toDo: z.array(z.object({ kind: z.string(), paymentId: z.string() }).loose()) });
const Detail = z.object({
  payment: z.object({ timeline: z.array(z.object({ text: z.string(), source: z.string() })) }).loose(),
});

const list = async (money: Money, admin: string, query = '') =>
  Page.parse((await money.admin(admin, 'GET', `/payments${query}`)).body);
const kinds = async (money: Money, admin: string): Promise<string[]> =>
  Tasks.parse((await money.admin(admin, 'GET', '/payments/to-do')).body).toDo.map(({ kind }) => kind);

/** Money that came for nothing that is known here, as its webhook reports it. */
const payForNothing = async (money: Money): Promise<string> => {
  const stranger = await money.aUser();
  const { razorpay_payment_id: id } = await money.paid(stranger);
  money.clock.advance(5 * 60_000);
  await money.reconcile();
  const { db } = money.database;
  await db
    .updateTable('payments')
    .set({ attempt_id: null, user_id: null, problem: 'unmatched' })
    .where('provider_payment_id', '=', id)
    .execute();
  await db.deleteFrom('receipts').where('payment_id', '=', id).execute();
  await money.payments.projections.recompute();
  return id;
};

/** The lines of the export, without their ends. */
const exported = async (money: Money, admin: string): Promise<string[]> => {
  const headers = { authorization: `Bearer ${admin}` };
  const response = await fetch(`${money.origin}/api/v1/admin/payments/export`, { headers });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  return (await response.text()).split('\r\n');
};

describe('the list of payments', () => {
  it(
    'filters, searches by user and by id, and pages without losing or repeating a row',
    { tags: ['RZP-7.35'] },
    async () => {
      const money = await openBilling();
      const admin = await money.aUser('ADMIN');
      const ids: string[] = [];
      for (let index = 0; index < 5; index += 1) {
        ids.unshift((await money.buy(await money.aUser())).razorpay_payment_id);
        money.clock.advance(1000);
      }
      const failing = await money.aUser();
      await money.control('/pay', { subscription_id: await money.subscribe(failing), outcome: 'failure' });
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: z.infer<typeof Page> = await list(
          money,
          admin,
          `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
        );
        seen.push(...page.payments.map(({ paymentId }) => paymentId));
        cursor = page.nextCursor;
      }
      expect(seen).toEqual(ids);
      expect((await list(money, admin, `?search=${ids[3]}`)).payments).toMatchObject([{ paymentId: ids[3] }]);
      const [attempt] = await money.rows.attempts();
      expect((await list(money, admin, `?search=${attempt?.subscription_ref}`)).payments).toHaveLength(1);
      expect((await list(money, admin, `?search=${attempt?.user_id.slice(0, 12)}`)).payments).toHaveLength(1);
      expect((await list(money, admin, '?search=MEERA')).payments).toHaveLength(5);
      expect((await list(money, admin, '?search=nobody%25')).payments).toEqual([]);
      expect((await list(money, admin, '?search=TR2627-000005')).payments).toMatchObject([{ paymentId: ids[0] }]);
      expect((await list(money, admin, '?status=refunded')).payments).toEqual([]);
      expect((await money.admin(admin, 'GET', '/payments?cursor=%27')).status).toBe(400);
      expect((await money.admin(failing, 'GET', '/payments')).status).toBe(403);
    },
  );

  it('is sorted by date and amount over all pages, and counts every status whatever is shown', async () => {
    const money = await openBilling();
    const admin = await money.aUser('ADMIN');
    const idOf: Record<string, string> = {};
    for (const [name, couponCode] of [['full'], ['half', 'HALF'], ['fifth', 'FIFTH'], ['again']] as const) {
      if (couponCode !== undefined)
        await money.admin(admin, 'POST', '/coupons', { code: couponCode, percentOff: couponCode === 'HALF' ? 50 : 20 });
      const order = couponCode === undefined ? {} : { couponCode };
      idOf[(await money.buy(await money.aUser(), order)).razorpay_payment_id] = name;
      money.clock.advance(1000);
    }
    await money.refund(admin, Object.keys(idOf)[2] ?? '', { reason: 'A test' });
    const sorted = async (sort: string): Promise<string[]> => {
      const names: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const query = `?sort=${sort}&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`;
        const page: z.infer<typeof Page> = await list(money, admin, query);
        names.push(...page.payments.map(({ paymentId }) => idOf[paymentId] ?? paymentId));
        cursor = page.nextCursor;
      }
      return names;
    };
    expect(await sorted('date')).toEqual(['full', 'half', 'fifth', 'again']);
    expect(await sorted('-date')).toEqual(['again', 'fifth', 'half', 'full']);
    const byAmount = await sorted('amount');
    expect(byAmount.slice(0, 2)).toEqual(['half', 'fifth']);
    expect(byAmount.slice(2).toSorted()).toEqual(['again', 'full']);
    expect(await sorted('-amount')).toEqual(byAmount.toReversed());
    expect((await money.admin(admin, 'GET', '/payments?sort=buyer')).status).toBe(400);
    const { counts, payments } = await list(money, admin, '?status=refunded&search=nobody');
    expect(payments).toEqual([]);
    expect(counts).toEqual({ paid: 3, refunded: 1 });
  });

  it('is exported as CSV in which no cell is a formula', async () => {
    const money = await openBilling();
    const admin = await money.aUser('ADMIN');
    const user = await money.aUser();
    await money.database.db
      .updateTable('users')
      .set({ full_name: '=HYPERLINK("http://x")' })
      .where('id', '=', user)
      .execute();
    await money.buy(user);
    const lines = await exported(money, admin);
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(lines[1]).toContain('"paid"');
    expect(lines[1]).toContain('"499.00"');
  });

  it('names the plan, its version and the coupon, in the list, in the details and in the export', async () => {
    const money = await openBilling();
    const [admin, user] = [await money.aUser('ADMIN'), await money.aUser()];
    const bundle = { name: 'Everything', priceInPaise: 60_000, term: { unit: 'year' }, refundDays: 7 };
    await money.admin(admin, 'PUT', '/plans/yearly-bundle', bundle);
    await money.admin(admin, 'POST', '/coupons', { code: 'DIWALI', percentOff: 20 });
    await money.buy(user, { couponCode: 'diwali' });
    const bought = {
      amountInPaise: 48_000,
      planName: 'Everything',
      planVersion: 2,
      coupon: { code: 'DIWALI', discountInPaise: 12_000 },
    };
    const { payments } = await list(money, admin);
    expect(payments).toMatchObject([bought]);
    expect((await money.admin(admin, 'GET', `/payments/${payments[0]?.paymentId}`)).body['payment']).toMatchObject(
      bought,
    );
    const [head, line] = await exported(money, admin);
    expect(head).toMatch(
      /"Plan","Opens","Plan version","Parts","Coupon","Discount","Gift for","Gift redeemed","Failure"$/,
    );
    expect(line).toMatch(/"Everything","All courses","2","","DIWALI","120.00","","",""$/);
  });
});

describe('the to-do list', () => {
  it('shows a duplicate with what to do, until it is refunded', { tags: ['RZP-7.3'] }, async () => {
    const money = await openBilling();
    const [admin, user] = [await money.aUser('ADMIN'), await money.aUser()];
    const early = await money.subscribe(user);
    money.clock.advance(DAY_MS - 15 * 60_000);
    await money.buy(user);
    const late = await money.pay(early);
    await money.call(user, 'POST', '/verify', late);
    const { toDo } = Tasks.parse((await money.admin(admin, 'GET', '/payments/to-do')).body);
    expect(toDo).toMatchObject([
      { kind: 'duplicate', happened: '₹499.00 was paid while an earlier bundle was active.' },
    ]);
    const refund = (reason: string) => money.refund(admin, String(toDo[0]?.paymentId), { reason });
    expect(await refund('')).toMatchObject({
      status: 400,
      body: { message: 'Please enter a reason. It is stored with the change.' },
    });
    expect(await refund('Paid twice')).toMatchObject({
      status: 200,
      body: { outcome: 'initiated', payment: { status: 'refunded', refundableInPaise: 0 } },
    });
    expect(await kinds(money, admin)).toEqual([]);
    expect(await money.status(user)).toBe('active');
    expect(await refund('Again')).toMatchObject({
      status: 409,
      body: { message: 'This payment is fully refunded, or its refund is pending' },
    });
  });

  it('shows an unmatched payment, until it is refunded or resolved with a reason', async () => {
    const money = await openBilling();
    const admin = await money.aUser('ADMIN');
    const [one, two] = [await payForNothing(money), await payForNothing(money)];
    expect(await kinds(money, admin)).toEqual(['unmatched', 'unmatched']);
    expect(await money.payments.admin.notices()).toMatchObject([
      { code: 'test_mode' },
      { code: 'payments_to_do', text: { values: { count: 2 } } },
    ]);
    expect((await money.refund(admin, one, { reason: 'Unknown' })).body).toMatchObject({
      payment: { status: 'refunded', userName: null },
    });
    expect((await money.admin(admin, 'POST', `/payments/${two}/handled`, { reason: 'Paid in cash' })).status).toBe(200);
    expect(await kinds(money, admin)).toEqual([]);
    expect(await money.payments.admin.notices()).toMatchObject([{ code: 'test_mode' }]);
    expect((await money.admin(admin, 'POST', '/payments/pay_none/handled', { reason: 'x' })).status).toBe(404);
  });

  it(
    'shows an owed refund and a dispute; a disputed payment cannot be refunded',
    { tags: ['RZP-7.17', 'RZP-7.23'] },
    async () => {
      const money = await openBilling({ webhooks: true });
      const [admin, user, other] = [await money.aUser('ADMIN'), await money.aUser(), await money.aUser()];
      const { razorpay_payment_id: owed } = await money.buy(user);
      const { razorpay_payment_id: disputed } = await money.buy(other);
      await money.control('/disputes', { payment_id: disputed });
      await money.control('/switches', { refunds: 'failed' });
      await money.call(user, 'POST', '/unsubscribe');
      for (let tries = 0; tries < 8; tries += 1) {
        await money.sandbox.current()?.idle();
        money.clock.advance(DAY_MS);
        await money.jobs.runDue();
      }
      expect((await kinds(money, admin)).toSorted()).toEqual(['dispute', 'refund_owed']);
      expect(await money.refund(admin, disputed, { reason: 'x' })).toMatchObject({
        status: 409,
      });
      await money.control('/switches', { refunds: 'processed' });
      await money.refund(admin, owed, { reason: 'Once more' });
      expect(await kinds(money, admin)).toEqual(['dispute']);
      expect(await money.payments.projections.recompute()).toEqual([]);
    },
  );
});

describe('one purchase', () => {
  it(
    'keeps access after a partial refund and loses it after the rest, long after the window; the timeline lists both',
    { tags: ['RZP-7.16'] },
    async () => {
      const money = await openBilling();
      const [admin, user] = [await money.aUser('ADMIN'), await money.aUser()];
      const { razorpay_payment_id: paymentId } = await money.buy(user);
      money.clock.advance(40 * DAY_MS);
      const refund = (body: object) => money.refund(admin, paymentId, body);
      await money.control('/faults', { effect: 'low-balance', path_contains: '/refund', method: 'POST' });
      expect(await refund({ reason: 'Moved away' })).toMatchObject({
        status: 409,
        body: {
          message: expect.stringMatching(
            /^The payment provider refused this refund: Your account does not have enough balance/,
          ),
        },
      });
      await money.jobs.runDue();
      expect((await refund({ amountInPaise: 50_000, reason: 'Too much' })).status).toBe(400);
      expect((await refund({ amountInPaise: 10_000, reason: 'Goodwill' })).body).toMatchObject({
        payment: { status: 'partly_refunded', refundableInPaise: 39_900, isInRefundWindow: false },
      });
      expect(await money.status(user)).toBe('active');
      await refund({ reason: 'Moved away' });
      expect(await money.status(user)).toBe('inactive');
      const { payment } = Detail.parse((await money.admin(admin, 'GET', `/payments/${paymentId}`)).body);
      expect(payment['status']).toBe('refunded');
      const texts = payment.timeline.map(({ text }) => text);
      for (const text of [
        'Checkout started',
        'Paid ₹499.00',
        'TR2627-000001 issued',
        'Refund of ₹100.00 requested: Goodwill',
        'Refund of ₹399.00 requested: Moved away',
        'Refund of ₹399.00 processed',
        'TC2627-000002 issued',
      ])
        expect(texts).toContain(text);
      expect(texts[0]).toBe('Checkout started');
      expect(texts.at(-1)).toBe('Meera Nair has no access: the payment of 15 June 2026 was refunded.');
      expect(payment.timeline.find(({ text }) => text.includes('Goodwill'))?.source).toContain('@school.example');
      expect(await money.payments.admin.sales(1)).toMatchObject({
        grossInPaise: 49_900,
        refundedInPaise: 49_900,
        netInPaise: 0,
      });
    },
  );
});

describe('access changed by an admin', () => {
  it('is granted, extended and revoked with a reason, and explained in one sentence', async () => {
    const money = await openBilling();
    const [admin, user] = [await money.aUser('ADMIN'), await money.aUser()];
    const act = async (action: string, body: object) =>
      (await money.admin(admin, 'POST', `/people/${user}/${action}`, body)).body;
    const why = async () => (await money.admin(admin, 'GET', `/people/${user}/access`)).body['access'];
    expect(await why()).toMatchObject({
      hasAccess: false,
      sentence: 'Meera Nair has no access: nothing was bought.',
    });
    expect(await act('grant', { untilDay: '2026-06-14', reason: 'x' })).toMatchObject({ code: 'validation_failed' });
    expect(await act('grant', { untilDay: '2026-07-01', reason: 'Scholarship' })).toMatchObject({
      access: {
        hasAccess: true,
        sentence: 'Meera Nair has access until 1 July 2026: granted by an admin.',
        subscription: { status: 'active', access_until: '2026-07-01T18:29:59.999Z' },
      },
    });
    expect(await money.payments.holds(user, 'a-course')).toBe(true);
    expect(await money.payments.countSubscribedUsers()).toBe(1);
    money.clock.advance(1000);
    expect(await act('revoke', { reason: 'Left' })).toMatchObject({
      access: { hasAccess: false, sentence: 'Meera Nair has no access: an admin revoked it on 15 June 2026.' },
    });
    expect(await money.payments.countSubscribedUsers()).toBe(0);
    money.clock.advance(1000);
    await money.buy(user);
    expect(await act('extend', { days: 10, reason: 'The site was down' })).toMatchObject({
      access: {
        subscription: { access_until: '2027-06-25T04:30:02.000Z' },
        manualChanges: [{ kind: 'extend' }, { kind: 'revoke' }, { kind: 'grant' }],
      },
    });
    expect(await why()).toMatchObject({
      sentence:
        'Meera Nair has access until 25 June 2027: the bundle was paid on 15 June 2026, and an admin added days.',
    });
    expect(await money.payments.projections.recompute()).toEqual([]);
    await money.call(user, 'POST', '/unsubscribe');
    expect(await money.status(user)).toBe('inactive');
    expect((await money.admin(admin, 'GET', '/people/nobody/access')).status).toBe(404);
  });
});
