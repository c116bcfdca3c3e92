import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#server/clock.ts';
import { openBilling, type OpenBilling } from '#test/billing/open-billing.ts';

const refundInPaise = async (money: OpenBilling, user: string) =>
  (await money.call(user, 'GET', '/mine')).body['refundInPaise'];

const cancel = (money: OpenBilling, user: string) => money.call(user, 'POST', '/unsubscribe');

describe('what cancelling refunds', () => {
  it('is what was paid, whatever the plan costs today, and nothing while it is refunded or after the window', async () => {
    const money = await openBilling();
    const [admin, user, late] = [await money.aUser('ADMIN'), await money.aUser(), await money.aUser()];
    await money.admin(admin, 'POST', '/coupons', { code: 'DIWALI', percentOff: 20 });
    expect(await refundInPaise(money, user)).toBe(0);
    await money.buy(user, { couponCode: 'DIWALI' });
    await money.buy(late);
    expect(await refundInPaise(money, user)).toBe(39_920);
    expect(await refundInPaise(money, late)).toBe(49_900);
    await money.control('/faults', { effect: '500', path_contains: '/payments/', method: 'POST', times: 1 });
    expect((await cancel(money, user)).body).toMatchObject({ outcome: 'refund_requested' });
    expect(await refundInPaise(money, user)).toBe(0);
    money.clock.advance(MINUTE_MS);
    await money.jobs.runDue();
    expect(await money.rows.refunds()).toMatchObject([{ status: 'processed', amount_in_paise: 39_920 }]);
    expect(await refundInPaise(money, user)).toBe(0);
    money.clock.advance(8 * DAY_MS);
    expect(await refundInPaise(money, late)).toBe(0);
  });

  it('is what is left after a part was refunded, and all of it when that refund failed', async () => {
    const money = await openBilling();
    const admin = await money.aUser('ADMIN');
    const [first, second] = [await money.aUser(), await money.aUser()];
    const part = { amountInPaise: 10_000, reason: 'A lecture was missing' };
    const { razorpay_payment_id: refunded } = await money.buy(first);
    await money.refund(admin, refunded, part);
    expect(await refundInPaise(money, first)).toBe(39_900);

    const { razorpay_payment_id: failing } = await money.buy(second);
    await money.control('/switches', { refunds: 'failed' });
    await money.refund(admin, failing, part);
    await money.control('/switches', { refunds: 'processed' });
    money.clock.advance(5 * MINUTE_MS);
    await money.reconcile();
    expect((await money.rows.refunds()).map(({ status }) => status).toSorted()).toEqual(['failed', 'processed']);
    expect(await refundInPaise(money, second)).toBe(49_900);
    await cancel(money, second);
    expect(await money.rows.refunds()).toContainEqual(
      expect.objectContaining({ ends_access: 1, amount_in_paise: 49_900 }),
    );
  });
});
