import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import { newId } from '#server/ids.ts';
import { openBilling } from '#test/billing/open-billing.ts';

type Money = Awaited<ReturnType<typeof openBilling>>;

/** What an admin does in the provider's own dashboard. */
const refundAtProvider = async (money: Money, paymentId: string, body: object = {}): Promise<void> => {
  const sandbox = money.sandbox.current();
  const authorization = `Basic ${Buffer.from(`${sandbox?.keyId}:${sandbox?.keySecret}`).toString('base64')}`;
  await money.send('POST', `/sandbox/v1/payments/${paymentId}/refund`, body, { authorization });
  await sandbox?.idle();
  await money.jobs.runDue('accounting');
};

const toDo = async (money: Money, admin: string): Promise<unknown> =>
  (await money.admin(admin, 'GET', '/payments/to-do')).body['toDo'];

/** How the buyer's own newest purchase is shown. */
const statusInProfile = async (money: Money, user: string): Promise<string | undefined> =>
  (await money.payments.purchasesOf({ id: user }))[0]?.status;

const bought = async (settings: Record<string, string> = {}) => {
  const money = await openBilling({ webhooks: true, settings });
  const user = await money.aUser();
  const { razorpay_payment_id: paymentId, razorpay_subscription_id: subscriptionId } = await money.buy(user);
  await money.sandbox.current()?.idle();
  const dispute = async (phase: string): Promise<string> => {
    const { id } = await money.control('/disputes', { payment_id: paymentId, phase });
    await money.sandbox.current()?.idle();
    return z.string().parse(id);
  };
  const settle = async (id: string, status: string): Promise<void> => {
    await money.control('/disputes/settle', { dispute_id: id, status });
    await money.sandbox.current()?.idle();
  };
  /** Lets the sandbox do what fell due. */
  const pass = async (ms: number): Promise<void> => {
    money.clock.advance(ms);
    await money.control('/clock');
    await money.sandbox.current()?.idle();
  };
  return { money, user, paymentId, subscriptionId, dispute, settle, pass };
};

describe('refunds made by the school in the provider’s dashboard', () => {
  it('a full one ends access', { tags: ['RZP-7.15', 'RZP-10.12'] }, async () => {
    const { money, user, paymentId } = await bought();
    await refundAtProvider(money, paymentId);
    expect(await money.status(user)).toBe('inactive');
    expect(await money.payments.countSubscribedUsers()).toBe(0);
  });

  it('a partial one keeps access; cancelling then refunds the rest', { tags: ['RZP-7.16', 'RZP-10.12'] }, async () => {
    const { money, user, paymentId } = await bought();
    await refundAtProvider(money, paymentId, { amount: 10_000 });
    expect(await money.status(user)).toBe('active');
    expect((await money.payments.admin.sales(10)).netInPaise).toBe(39_900);
    await money.call(user, 'POST', '/unsubscribe');
    expect((await money.rows.refunds()).map((row) => row.amount_in_paise).toSorted((a, b) => a - b)).toEqual([
      10_000, 39_900,
    ]);
    expect(await money.payments.admin.sales(10)).toMatchObject({ netInPaise: 0, allPayments: { count: 0 } });
  });

  it('an unreported partial one leaves the rest to be refunded', { tags: ['RZP-7.16', 'RZP-7.18'] }, async () => {
    const { money, user, paymentId } = await bought();
    await money.control('/webhooks', { enabled: false });
    await refundAtProvider(money, paymentId, { amount: 10_000 });
    expect(await money.call(user, 'POST', '/unsubscribe')).toMatchObject({
      status: 200,
      body: { outcome: 'refund_initiated', subscription: { status: 'inactive' } },
    });
    const amounts = (await money.rows.refunds()).map((row) => `${row.status} ${row.amount_in_paise}`);
    expect(new Set(amounts)).toEqual(new Set(['processed 10000', 'processed 39900', 'withdrawn 49900']));
    expect((await money.payments.admin.sales(1)).netInPaise).toBe(0);
  });

  it('an unreported full one fulfils a refund request without a second refund', { tags: ['RZP-7.18'] }, async () => {
    const { money, user, paymentId } = await bought();
    await money.control('/webhooks', { enabled: false });
    await refundAtProvider(money, paymentId);
    expect(await money.status(user)).toBe('active');
    expect(await money.call(user, 'POST', '/unsubscribe')).toMatchObject({
      status: 200,
      body: { outcome: 'refund_initiated', subscription: { status: 'inactive' } },
    });
    expect((await money.rows.refunds()).map(({ status }) => status).toSorted()).toEqual(['processed', 'withdrawn']);
  });
});

describe('disputes', () => {
  it('suspend access, block the refund, and restore access when won', { tags: ['RZP-7.23', 'RZP-10.14'] }, async () => {
    const { money, user, dispute, settle } = await bought();
    const id = await dispute('chargeback');
    expect(await money.status(user)).toBe('inactive');
    expect(await money.payments.countSubscribedUsers()).toBe(0);
    await money.call(user, 'POST', '/unsubscribe');
    expect(await money.rows.refunds()).toEqual([]);
    await settle(id, 'under_review');
    expect(await money.status(user)).toBe('inactive');
    await settle(id, 'won');
    expect(await money.status(user)).toBe('active');
  });

  it('end access for good when lost', { tags: ['RZP-7.23', 'RZP-10.14'] }, async () => {
    const { money, user, paymentId, dispute, settle } = await bought();
    const admin = await money.aUser('ADMIN');
    const id = await dispute('fraud');
    await money.admin(admin, 'POST', `/payments/${paymentId}/handled`, { reason: 'OpenApiResponse' });
    expect(await toDo(money, admin)).toEqual([]);
    await settle(id, 'lost');
    expect(await money.status(user)).toBe('inactive');
    expect(await toDo(money, admin)).toMatchObject([
      { happened: expect.stringMatching(/^A dispute was lost: ₹499\.00/) },
    ]);
    expect(await statusInProfile(money, user)).toBe('dispute_lost');
    expect((await money.admin(admin, 'GET', `/people/${user}/access`)).body['access']).toMatchObject({
      sentence: 'Meera Nair has no access: the payment of 15 June 2026 was lost in a dispute.',
    });
  });

  it('change nothing when the bank only requests documents', { tags: ['RZP-7.23'] }, async () => {
    const { money, user, dispute } = await bought();
    const admin = await money.aUser('ADMIN');
    await dispute('retrieval');
    expect(await money.status(user)).toBe('active');
    expect(await statusInProfile(money, user)).toBe('paid');
    expect(await toDo(money, admin)).toMatchObject([
      { kind: 'dispute', happened: 'The buyer’s bank asks for documents about ₹499.00. Access stays open.' },
    ]);
  });
});

describe('renewals (two cycles)', () => {
  const two = { SUBSCRIPTION_CYCLES: '2' };

  it('a charge on the day adds a year', { tags: ['RZP-7.26', 'RZP-10.16'] }, async () => {
    const { money, user, pass } = await bought(two);
    expect(await money.payments.subscriptionOf(user)).toMatchObject({ auto_renew: true });
    await pass(365 * DAY_MS);
    expect(await money.payments.subscriptionOf(user)).toMatchObject({
      status: 'active',
      access_until: '2028-06-15T04:30:00.000Z',
      auto_renew: false,
    });
    expect((await money.rows.payments()).map(({ problem }) => problem)).toEqual([null, null]);
  });

  it('a failed charge keeps access for four days of grace', { tags: ['RZP-7.26', 'RZP-10.16'] }, async () => {
    const { money, user, pass } = await bought(two);
    await money.control('/switches', { failing_charges: 10 });
    await pass(365 * DAY_MS);
    expect(await money.rows.attempts()).toMatchObject([{ provider_status: 'pending' }]);
    await pass(HOUR_MS);
    expect(await money.status(user)).toBe('active');
    expect(await money.payments.countSubscribedUsers()).toBe(1);
    await pass(4 * DAY_MS);
    expect(await money.rows.attempts()).toMatchObject([{ provider_status: 'halted' }]);
    expect(await money.status(user)).toBe('inactive');
    expect(await money.payments.countSubscribedUsers()).toBe(0);
  });

  it(
    'a mandate that the buyer withdraws turns renewal off and keeps the paid time',
    { tags: ['RZP-7.27', 'RZP-7.28'] },
    async () => {
      const { money, user, subscriptionId } = await bought(two);
      await money.control('/mandate/cancel', { subscription_id: subscriptionId });
      await money.sandbox.current()?.idle();
      expect(await money.payments.subscriptionOf(user)).toMatchObject({
        status: 'active',
        access_until: '2027-06-15T04:30:00.000Z',
        auto_renew: false,
      });
    },
  );
});

describe('the sales figures', () => {
  const list = async (money: Money) => money.payments.admin.sales(100);
  const listedFor = {
    '?count=100': 100,
    '?count=7': 7,
    '?count=2.9': 2,
    '?count=0': 1,
    '?count=-3': 1,
    '?count=101': 100,
    '?count=500': 100,
    '?count=1e9': 100,
    '?count=1e999': 100,
    '?count=abc': 100,
    '?count=': 100,
    '?count=1&count=2': 100,
    '': 100,
  };

  it('are zero at first', { tags: ['RZP-7.35', 'RZP-10.21'] }, async () => {
    const money = await openBilling();
    const admin = await money.aUser('ADMIN');
    expect(await money.call(admin, 'GET', '?count=100')).toMatchObject({
      status: 200,
      body: {
        message: 'Payment records fetched successfully',
        allPayments: { count: 0, items: [] },
        finalMonths: { January: 0, June: 0, December: 0 },
        monthlySalesRecord: Array.from({ length: 12 }, () => 0),
        monthylySalesRecords: Array.from({ length: 12 }, () => 0),
        netInPaise: 0,
      },
    });
    expect((await money.call(await money.aUser(), 'GET', '?count=100')).status).toBe(403);
  });

  it(
    'count every row, list a hundred, and put last year’s into no month',
    { tags: ['RZP-7.35', 'RZP-10.9', 'RZP-10.21', 'ADD-03', 'ADD-04'] },
    async () => {
      const money = await openBilling();
      const sellTo = async (count: number): Promise<void> => {
        for (let index = 0; index < count; index += 1) await money.paid(await money.aUser());
        money.clock.advance(5 * 60_000);
        await money.reconcile();
      };
      money.clock.set(Date.UTC(2026, 11, 31, 18, 0));
      await sellTo(1);
      money.clock.set(Date.UTC(2026, 11, 31, 19, 0));
      await sellTo(4);
      const last = (await money.rows.payments()).at(-1);
      if (!last) throw new Error('nothing was sold');
      const copies = Array.from({ length: 145 }, (_, index) => ({
        ...last,
        id: newId(),
        provider_payment_id: `pay_copy_${index}`,
        // Whose access they give is not what this is about.
        user_id: null,
        receipt_no: null,
      }));
      expect(await money.payments.projections.recompute()).toEqual([]);
      await money.database.db.insertInto('payments').values(copies).execute();
      expect(await money.payments.projections.recompute()).toEqual([
        expect.stringMatching(
          /^test 2027-01-01: stored 4 sold for 199600, 199600 gross, 0 refunded, 0 lost,.* computed 149 sold for 7435100, 7435100 gross, 0 refunded, 0 lost,/,
        ),
      ]);
      expect(await money.payments.projections.recompute()).toEqual([]);
      const sales = await list(money);
      expect(sales.allPayments.count).toBe(150);
      expect(sales.allPayments.items).toHaveLength(100);
      expect(sales.monthlySalesRecord).toEqual([149, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
      expect(sales.finalMonths).toMatchObject({ January: 149, December: 0 });
      expect(sales.netInPaise).toBe(150 * 49_900);
      expect(sales.allPayments.items[0]).toMatchObject({
        status: 'paid',
        userName: 'Meera Nair',
        amountInPaise: 49_900,
      });
      const admin = await money.aUser('ADMIN');
      for (const [query, length] of Object.entries(listedFor)) {
        const items = Array.from({ length }, (): unknown => expect.anything());
        const body = { allPayments: { count: 150, items } };
        expect(await money.call(admin, 'GET', query), query).toMatchObject({ status: 200, body });
      }
    },
  );

  it('count each month under its own name', { tags: ['RZP-7.35', 'ADD-04'] }, async () => {
    const { money } = await bought();
    const [sold] = await money.rows.payments();
    if (!sold) throw new Error('nothing was sold');
    // The one that was bought is of June: each month has as many as its number.
    const copies = Array.from({ length: 12 }, (_, month) =>
      Array.from({ length: month === 5 ? 5 : month + 1 }, (_copy, index) => ({
        ...sold,
        id: newId(),
        provider_payment_id: `pay_copy_${month}_${index}`,
        captured_at: Date.UTC(2026, month, 15),
        receipt_no: null,
      })),
    ).flat();
    await money.database.db.insertInto('payments').values(copies).execute();
    await money.payments.projections.recompute();
    const { finalMonths, allPayments } = await list(money);
    expect(finalMonths).toEqual({
      January: 1,
      February: 2,
      March: 3,
      April: 4,
      May: 5,
      June: 6,
      July: 7,
      August: 8,
      September: 9,
      October: 10,
      November: 11,
      December: 12,
    });
    expect(allPayments.count).toBe(78);
    const newest = allPayments.items.map(({ paidAt }) => Date.parse(paidAt ?? ''));
    expect(newest).toEqual(newest.toSorted((a, b) => b - a));
    expect(newest).toHaveLength(78);
  });

  it('exclude refunds', { tags: ['RZP-7.15', 'RZP-7.35', 'RZP-10.21', 'ADD-03'] }, async () => {
    const { money, user, paymentId } = await bought();
    await money.buy(await money.aUser());
    await refundAtProvider(money, paymentId);
    expect(await list(money)).toMatchObject({
      allPayments: { count: 1 },
      grossInPaise: 99_800,
      refundedInPaise: 49_900,
      netInPaise: 49_900,
    });
    expect((await list(money)).monthlySalesRecord[5]).toBe(1);
    expect(await money.status(user)).toBe('inactive');
  });
});
