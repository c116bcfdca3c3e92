import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newId } from '#server/ids.ts';
import { DAY_MS, HOUR_MS } from '#test/fake-clock.ts';
import { openMoney } from './open-for-test.ts';

type Money = Awaited<ReturnType<typeof openMoney>>;

/** What an admin does in the provider's own dashboard. */
const refundAtProvider = async (money: Money, paymentId: string, body: object = {}): Promise<void> => {
  const sandbox = money.stage.current();
  const authorization = `Basic ${Buffer.from(`${sandbox?.keyId}:${sandbox?.keySecret}`).toString('base64')}`;
  await money.send('POST', `/sandbox/v1/payments/${paymentId}/refund`, body, { authorization });
  await sandbox?.idle();
};

const toDo = async (money: Money, admin: string): Promise<unknown> =>
  (await money.admin(admin, 'GET', '/payments/to-do')).body['toDo'];

/** How the buyer's own newest purchase is shown. */
const statusInProfile = async (money: Money, user: string): Promise<string | undefined> =>
  (await money.payments.purchasesOf(user))[0]?.status;

const bought = async (settings: Record<string, string> = {}) => {
  const money = await openMoney({ webhooks: true, settings });
  const user = await money.aUser();
  const { razorpay_payment_id: paymentId, razorpay_subscription_id: subscriptionId } = await money.buy(user);
  await money.stage.current()?.idle();
  const dispute = async (phase: string): Promise<string> => {
    const { id } = await money.control('/disputes', { payment_id: paymentId, phase });
    await money.stage.current()?.idle();
    return z.string().parse(id);
  };
  const settle = async (id: string, status: string): Promise<void> => {
    await money.control('/disputes/settle', { dispute_id: id, status });
    await money.stage.current()?.idle();
  };
  /** Lets the look-alike do what fell due. */
  const pass = async (ms: number): Promise<void> => {
    money.clock.advance(ms);
    await money.control('/clock');
    await money.stage.current()?.idle();
  };
  return { money, user, paymentId, subscriptionId, dispute, settle, pass };
};

describe('refunds made by the school in the provider’s dashboard', () => {
  it('[RZP-7.15] [RZP-10.12] a full one ends access', async () => {
    const { money, user, paymentId } = await bought();
    await refundAtProvider(money, paymentId);
    expect(await money.status(user)).toBe('inactive');
    expect(await money.payments.countSubscribedUsers()).toBe(0);
  });

  it('[RZP-7.16] [RZP-10.12] a partial one keeps access; cancelling then returns the rest', async () => {
    const { money, user, paymentId } = await bought();
    await refundAtProvider(money, paymentId, { amount: 10_000 });
    expect(await money.status(user)).toBe('active');
    expect((await money.payments.sales(10)).netInPaise).toBe(39_900);
    await money.call(user, 'POST', '/unsubscribe');
    expect((await money.rows.refunds()).map((row) => row.amount_in_paise).toSorted((a, b) => a - b)).toEqual([
      10_000, 39_900,
    ]);
    expect(await money.payments.sales(10)).toMatchObject({ netInPaise: 0, allPayments: { count: 0 } });
  });

  it('[RZP-7.16] [RZP-7.18] a part that went back without a word leaves the rest to be refunded', async () => {
    const { money, user, paymentId } = await bought();
    await money.control('/webhooks', { enabled: false });
    await refundAtProvider(money, paymentId, { amount: 10_000 });
    expect(await money.call(user, 'POST', '/unsubscribe')).toMatchObject({
      status: 200,
      body: { outcome: 'refund_initiated', subscription: { status: 'inactive' } },
    });
    const amounts = (await money.rows.refunds()).map((row) => `${row.status} ${row.amount_in_paise}`);
    expect(new Set(amounts)).toEqual(new Set(['processed 10000', 'processed 39900', 'withdrawn 49900']));
    expect((await money.payments.sales(1)).netInPaise).toBe(0);
  });

  it('[RZP-7.18] money that had gone back already makes a request come true without a second refund', async () => {
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
  it('[RZP-7.23] [RZP-10.14] suspend access, block the refund, and give access back when won', async () => {
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

  it('[RZP-7.23] [RZP-10.14] a lost one ends access for good', async () => {
    const { money, user, paymentId, dispute, settle } = await bought();
    const admin = await money.aUser('ADMIN');
    const id = await dispute('fraud');
    await money.admin(admin, 'POST', `/payments/${paymentId}/handled`, { reason: 'Answered' });
    expect(await toDo(money, admin)).toEqual([]);
    await settle(id, 'lost');
    expect(await money.status(user)).toBe('inactive');
    expect(await toDo(money, admin)).toMatchObject([
      { happened: expect.stringMatching(/^A dispute was lost: ₹499\.00/) },
    ]);
    expect(await statusInProfile(money, user)).toBe('dispute_lost');
    expect((await money.admin(admin, 'GET', `/people/${user}/access`)).body['access']).toMatchObject({
      sentence: 'Meera Nair may not watch: the buyer’s bank took the payment of 15 June 2026 back.',
    });
  });

  it('[RZP-7.23] a request for papers changes nothing', async () => {
    const { money, user, dispute } = await bought();
    const admin = await money.aUser('ADMIN');
    await dispute('retrieval');
    expect(await money.status(user)).toBe('active');
    expect(await statusInProfile(money, user)).toBe('paid');
    expect(await toDo(money, admin)).toMatchObject([
      { kind: 'dispute', happened: 'The buyer’s bank asks for papers about ₹499.00. Access stays open.' },
    ]);
  });
});

describe('renewals (two cycles)', () => {
  const two = { SUBSCRIPTION_CYCLES: '2' };

  it('[RZP-7.26] [RZP-10.16] a charge on the day adds a year', async () => {
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

  it('[RZP-7.26] [RZP-10.16] a charge that fails keeps access for four days of grace, then it is over', async () => {
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

  it('[RZP-7.27] [RZP-7.28] a mandate that the buyer withdraws turns renewal off and takes no paid time', async () => {
    const { money, user, subscriptionId } = await bought(two);
    await money.control('/mandate/cancel', { subscription_id: subscriptionId });
    await money.stage.current()?.idle();
    expect(await money.payments.subscriptionOf(user)).toMatchObject({
      status: 'active',
      access_until: '2027-06-15T04:30:00.000Z',
      auto_renew: false,
    });
  });
});

describe('what was sold', () => {
  const list = async (money: Money) => money.payments.sales(100);

  it('[RZP-7.35] [RZP-10.21] is nothing at first', async () => {
    const money = await openMoney();
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

  it('[RZP-7.35] [RZP-10.9] [RZP-10.21] counts every row, lists a hundred, and puts last year’s into no month [ADD-03, ADD-04]', async () => {
    const money = await openMoney();
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
      receipt_no: null,
    }));
    await money.database.db.insertInto('payments').values(copies).execute();
    expect(await money.payments.totals.compare()).toEqual([
      `test 2027-01-01: the total says 4 sold, 199600 gross, 0 refunded, 0 lost; the ledger says 149 sold, ${149 * 49_900} gross, 0 refunded, 0 lost`,
    ]);
    await money.payments.totals.rebuild();
    expect(await money.payments.totals.compare()).toEqual([]);
    const sales = await list(money);
    expect(sales.allPayments.count).toBe(150);
    expect(sales.allPayments.items).toHaveLength(100);
    expect(sales.monthlySalesRecord).toEqual([149, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(sales.finalMonths).toMatchObject({ January: 149, December: 0 });
    expect(sales.netInPaise).toBe(150 * 49_900);
    expect(sales.allPayments.items[0]).toMatchObject({ status: 'paid', userName: 'Meera Nair', amountInPaise: 49_900 });
  });

  it('[RZP-7.15] [RZP-7.35] [RZP-10.21] leaves out what was given back [ADD-03]', async () => {
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
