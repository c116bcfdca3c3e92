import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import { asha, openGiftShop } from '#test/billing/gift-shop.ts';

describe('a gift', () => {
  it('is paid once by an order, gives the giver a receipt and no access, and is sent at once', async () => {
    const { aUser, give, given, status, rows, emails, call, payments } = await openGiftShop();
    const giver = await aUser();
    await give(giver);
    expect(await status(giver)).toBe('inactive');
    expect(await payments.countSubscribedUsers()).toBe(0);
    expect(await rows.attempts()).toMatchObject([{ plan_ref: '', cycles: 1, state: 'settled' }]);
    expect(await rows.payments()).toMatchObject([{ access_until: null, standing: 'paid', problem: null }]);
    expect((await call(giver, 'GET', '/mine')).body).toMatchObject({
      purchases: [{ amountInPaise: 49_900, isGift: true, accessUntil: null, receipts: [{ amountInPaise: 49_900 }] }],
    });
    const [email] = await emails();
    expect(email).toMatchObject({ to: 'asha@example.in', subject: 'Meera Nair has a gift for you' });
    expect(email?.text).toContain('> Happy birthday!');
    expect(email?.text).toContain('every lecture of every course at Lectern, for a year');
    expect(await given(giver)).toMatchObject([
      { state: 'sent', recipientName: 'Asha', amountInPaise: 49_900, sentAt: '2026-06-15T04:30:00.000Z' },
    ]);
  });

  it('is sent at eight in the morning of its day, once, unless it is refunded before', async () => {
    const { aUser, give, given, gifts, emails, clock } = await openGiftShop();
    const giver = await aUser();
    await give(giver, { gift: { ...asha, sendOn: '2026-06-20' } });
    expect(await emails()).toEqual([]);
    expect(await given(giver)).toMatchObject([{ state: 'scheduled', sendOn: '2026-06-20', sentAt: null }]);
    clock.advance(4 * DAY_MS + 21 * HOUR_MS);
    expect(await emails()).toEqual([]);
    clock.advance(HOUR_MS);
    expect(await emails()).toHaveLength(1);
    expect(await emails()).toHaveLength(1);

    const refunded = await give(giver, { gift: { ...asha, sendOn: '2026-06-25' } });
    await gifts(giver, 'POST', `/${refunded}/refund`);
    clock.advance(10 * DAY_MS);
    expect(await emails()).toHaveLength(1);
  });

  it('is sent late when a part of it was being refunded on its day', async () => {
    const { aUser, give, emails, clock, control, refund, rows, reconcile } = await openGiftShop();
    await give(await aUser(), { gift: { ...asha, sendOn: '2026-06-16' } });
    await control('/switches', { refunds: 'pending' });
    const paymentId = (await rows.payments())[0]?.provider_payment_id ?? '';
    await refund(await aUser('ADMIN'), paymentId, { reason: 'A discount', amountInPaise: 5000 });
    clock.advance(DAY_MS);
    expect(await emails()).toEqual([]);
    const [{ provider_refund_id: refundId } = { provider_refund_id: null }] = await rows.refunds();
    await control('/refunds/settle', { refund_id: refundId, status: 'processed' });
    await reconcile();
    clock.advance(HOUR_MS);
    expect(await emails()).toHaveLength(1);
  });

  it('is sent on a day within a year from today', async () => {
    const { aUser, start } = await openGiftShop();
    const giver = await aUser();
    for (const [sendOn, message] of [
      ['2026-06-14', 'Choose today or a later day'],
      ['2027-06-16', 'Choose a day within a year'],
      ['2026-02-30', 'Please choose a day'],
    ])
      expect((await start(giver, { gift: { ...asha, sendOn } })).body).toMatchObject({
        code: 'validation_failed',
        details: [{ path: 'gift.sendOn', message }],
      });
  });

  it('is redeemed by any account, whose year begins then', async () => {
    const { aUser, give, given, token, view, redeem, accessUntil, status, clock, payments, call } =
      await openGiftShop();
    const [giver, recipient] = [await aUser(), await aUser()];
    await give(giver);
    const link = await token();
    expect((await view(link)).body).toMatchObject({
      giverName: 'Meera Nair',
      recipientName: 'Asha',
      giftMessage: 'Happy birthday!',
      planName: 'Yearly bundle',
      term: { unit: 'year', count: 1 },
      isRedeemed: false,
    });
    clock.advance(100 * DAY_MS);
    expect(await redeem(recipient, link)).toMatchObject({
      status: 200,
      body: { subscription: { status: 'active', access_until: '2027-09-23T04:30:00.000Z', refundable_until: null } },
    });
    expect(await redeem(recipient, link)).toMatchObject({ status: 200 });
    expect(await accessUntil(recipient)).toBe('2027-09-23T04:30:00.000Z');
    expect(await redeem(await aUser(), link)).toMatchObject({ status: 409, body: { code: 'gift_redeemed' } });
    for (const other of [undefined, giver, await aUser()])
      expect((await view(link, other)).body).toMatchObject({ code: 'gift_redeemed' });
    expect((await view(link, recipient)).body).toMatchObject({ giverName: 'Meera Nair', isRedeemed: true });
    expect(await status(giver)).toBe('inactive');
    expect(await payments.countSubscribedUsers()).toBe(1);
    expect(await given(giver)).toMatchObject([{ state: 'redeemed', redeemedAt: '2026-09-23T04:30:00.000Z' }]);
    expect((await call(recipient, 'GET', '/mine')).body).toMatchObject({ purchases: [] });
    expect((await call(giver, 'GET', '/mine')).body).toMatchObject({ purchases: [{ accessUntil: null }] });
  });

  it('is redeemed once when many click at once, in two processes', async () => {
    const shop = await openGiftShop();
    const other = await shop.another();
    await shop.give(await shop.aUser());
    const link = await shop.token();
    const people = await Promise.all(Array.from({ length: 8 }, () => shop.aUser()));
    const twice = [...people, ...people];
    const responses = await Promise.all(
      twice.map((user, index) =>
        (index % 2 ? shop : other).send(
          'POST',
          '/api/v1/gifts/redeem',
          { token: link },
          { authorization: `Bearer ${user}` },
        ),
      ),
    );
    const winners = new Set(twice.filter((_, index) => responses[index]?.status === 200));
    expect(winners.size).toBe(1);
    expect(responses.filter(({ body }) => body['code'] === 'gift_redeemed').length).toBeGreaterThanOrEqual(14);
    expect(await shop.payments.countSubscribedUsers()).toBe(1);
  });

  it('adds its term to the access that there is, and moves up when that is refunded', async () => {
    const { aUser, buy, give, token, redeem, accessUntil, call, payments } = await openGiftShop();
    const [giver, recipient] = [await aUser(), await aUser()];
    await buy(recipient);
    await give(giver);
    await redeem(recipient, await token());
    expect(await payments.subscriptionOf(recipient)).toMatchObject({
      access_until: '2028-06-15T04:30:00.000Z',
      refundable_until: '2026-06-22T18:29:59.999Z',
    });
    expect((await call(recipient, 'GET', '/mine')).body).toMatchObject({ keptUntil: '2027-06-15T04:30:00.000Z' });
    expect((await call(recipient, 'POST', '/unsubscribe')).body).toMatchObject({ outcome: 'refund_initiated' });
    expect(await accessUntil(recipient)).toBe('2027-06-15T04:30:00.000Z');
    expect((await call(recipient, 'POST', '/unsubscribe')).body).toMatchObject({ outcome: 'unchanged' });
    expect((await call(recipient, 'GET', '/mine')).body).toMatchObject({ keptUntil: null });
  });

  it('cannot be redeemed by an admin, nor by a user with access for life', async () => {
    const { aUser, admin, buy, give, token, redeem } = await openGiftShop();
    const adminId = await aUser('ADMIN');
    const fields = { name: 'For life', priceInPaise: 149_900, term: { unit: 'lifetime' }, refundDays: 7 };
    const { body } = await admin(adminId, 'POST', '/plans', fields);
    const { _id: planId } = z.looseObject({ _id: z.string() }).parse(body['plan']);
    const recipient = await aUser();
    await buy(recipient, { planId });
    await give(await aUser());
    const link = await token();
    expect((await redeem(adminId, link)).body).toMatchObject({ code: 'admin_has_access' });
    expect((await redeem(recipient, link)).body).toMatchObject({ code: 'gift_not_needed' });
    expect((await redeem(recipient, 'no-such-token')).body).toMatchObject({ code: 'gift_not_found' });
  });

  it('counts again for a user whose access an admin had revoked before', async () => {
    const { aUser, admin, give, token, redeem, status, clock } = await openGiftShop();
    const [adminId, recipient] = [await aUser('ADMIN'), await aUser()];
    await give(await aUser());
    clock.advance(DAY_MS);
    await admin(adminId, 'POST', `/people/${recipient}/revoke`, { reason: 'left' });
    clock.advance(DAY_MS);
    await redeem(recipient, await token());
    expect(await status(recipient)).toBe('active');
  });
});
