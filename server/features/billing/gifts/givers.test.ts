import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import { asha, openGiftShop } from '#test/billing/gift-shop.ts';
import type { OpenBilling } from '#test/billing/open-billing.ts';

const aCoupon = async (money: OpenBilling, code: string, percentOff: number): Promise<void> => {
  const admin = await money.aUser('ADMIN');
  expect((await money.admin(admin, 'POST', '/coupons', { code, percentOff })).status).toBe(201);
};

describe('the refund of a gift', () => {
  it('is for the giver, inside the window and before it is redeemed', async () => {
    const { aUser, give, given, gifts, token, redeem, rows, call, clock } = await openGiftShop();
    const [giver, recipient] = [await aUser(), await aUser()];
    const id = await give(giver);
    const link = await token();
    expect((await gifts(recipient, 'POST', `/${id}/refund`)).body).toMatchObject({ code: 'gift_not_found' });
    expect((await gifts(giver, 'POST', `/${id}/refund`)).body).toMatchObject({ gift: { state: 'refunded' } });
    expect((await gifts(giver, 'POST', `/${id}/refund`)).status).toBe(200);
    expect(await rows.refunds()).toMatchObject([{ amount_in_paise: 49_900, status: 'processed' }]);
    expect((await redeem(recipient, link)).body).toMatchObject({
      code: 'gift_not_valid',
      message: 'This gift was refunded, so it cannot be redeemed',
    });
    expect((await call(giver, 'GET', '/mine')).body).toMatchObject({
      purchases: [
        { status: 'refunded', receipts: expect.arrayContaining([expect.objectContaining({ kind: 'credit_note' })]) },
      ],
    });

    const redeemed = await give(giver);
    await redeem(recipient, await token());
    expect((await gifts(giver, 'POST', `/${redeemed}/refund`)).body).toMatchObject({ code: 'gift_redeemed' });
    expect((await call(giver, 'POST', '/unsubscribe')).body).toMatchObject({ outcome: 'unchanged' });

    const late = await give(giver);
    clock.advance(8 * DAY_MS);
    expect((await gifts(giver, 'POST', `/${late}/refund`)).body).toMatchObject({
      code: 'refund_not_possible',
      message: 'The refund window of this gift is over',
    });
    expect(new Set((await given(giver)).map(({ state }) => state))).toEqual(
      new Set(['scheduled', 'redeemed', 'refunded']),
    );
  });

  it('by an admin ends the access of its recipient', async () => {
    const { aUser, give, token, redeem, refund, rows, status, call, payments } = await openGiftShop();
    const [admin, giver, recipient] = [await aUser('ADMIN'), await aUser(), await aUser()];
    await give(giver);
    await redeem(recipient, await token());
    const paymentId = (await rows.payments())[0]?.provider_payment_id ?? '';
    expect((await refund(admin, paymentId, { reason: 'asked for it' })).status).toBe(200);
    expect(await status(recipient)).toBe('inactive');
    expect((await call(giver, 'GET', '/mine')).body).toMatchObject({
      purchases: [
        { status: 'refunded', receipts: expect.arrayContaining([expect.objectContaining({ kind: 'credit_note' })]) },
      ],
    });
    expect(await payments.projections.recompute()).toEqual([]);
  });
});

describe('a giver', () => {
  it('changes for whom a gift is, which then has new links', async () => {
    const { aUser, give, gifts, emails, token, view, clock } = await openGiftShop();
    const giver = await aUser();
    const id = await give(giver);
    const first = await token();
    const { body } = await gifts(giver, 'POST', `/${id}/link`);
    const copied = z.string().parse(body['link']).split('/').at(-1) ?? '';
    expect([(await view(first)).status, (await view(copied)).status]).toEqual([200, 200]);
    clock.advance(HOUR_MS);
    const changed = await gifts(giver, 'PUT', `/${id}`, { ...asha, email: 'asha.rao@example.in' });
    expect(changed.body).toMatchObject({ gift: { state: 'scheduled', recipientEmail: 'asha.rao@example.in' } });
    const [again] = await emails();
    expect(again).toMatchObject({ to: 'asha.rao@example.in' });
    expect([(await view(first)).status, (await view(copied)).status]).toEqual([404, 404]);
    expect((await view(await token())).status).toBe(200);
    expect((await gifts(await aUser(), 'PUT', `/${id}`, asha)).body).toMatchObject({ code: 'gift_not_found' });
  });

  it('has a gift sent ten times at most', async () => {
    const { aUser, give, gifts } = await openGiftShop();
    const giver = await aUser();
    const id = await give(giver);
    for (let count = 1; count < 10; count += 1) expect((await gifts(giver, 'PUT', `/${id}`, asha)).status).toBe(200);
    expect((await gifts(giver, 'PUT', `/${id}`, asha)).body).toMatchObject({ code: 'gift_sent_too_often' });
  });

  it('who has access gives more, and one who changes their mind begins another attempt', async () => {
    const { aUser, buy, give, start, subscribe, rows, status } = await openGiftShop();
    const giver = await aUser();
    const own = await subscribe(giver);
    const first = await start(giver);
    expect(first.body['subscription_id']).not.toBe(own);
    const again = await start(giver, { gift: { ...asha, name: 'Asha Rao' } });
    expect(again.body['subscription_id']).toBe(first.body['subscription_id']);
    await buy(giver);
    await give(giver, { gift: { ...asha, name: 'Ravi' } });
    expect((await rows.payments()).filter(({ access_until: until }) => until === null)).toHaveLength(1);
    expect(await status(giver)).toBe('active');
  });

  it('who pays an old and a new attempt of a gift has bought two, each of its own', async () => {
    const { aUser, start, pay, call, clock, given } = await openGiftShop();
    const giver = await aUser();
    const old = z.string().parse((await start(giver)).body['subscription_id']);
    clock.advance(25 * HOUR_MS);
    const { body } = await start(giver, { gift: { ...asha, name: 'Ravi' } });
    for (const ref of [old, z.string().parse(body['subscription_id'])])
      await call(giver, 'POST', '/verify', await pay(ref));
    expect(new Set((await given(giver)).map((gift) => gift['recipientName']))).toEqual(new Set(['Asha', 'Ravi']));
  });

  it('uses coupons, and pays nothing with one of 100 %', async () => {
    const shop = await openGiftShop();
    await aCoupon(shop, 'HALF', 50);
    await aCoupon(shop, 'FREE', 100);
    const [giver, recipient] = [await shop.aUser(), await shop.aUser()];
    await shop.give(giver, { couponCode: 'HALF' });
    expect(await shop.rows.payments()).toMatchObject([{ amount_in_paise: 24_950, standing: 'paid' }]);
    expect((await shop.start(giver, { couponCode: 'FREE' })).body).toMatchObject({ isPaid: true });
    expect(await shop.status(giver)).toBe('inactive');
    const free = (await shop.given(giver)).find((gift) => gift['amountInPaise'] === 0);
    expect(free).toMatchObject({ refundableUntil: null });
    const { body } = await shop.gifts(giver, 'POST', `/${free?._id}/link`);
    await shop.redeem(recipient, z.string().parse(body['link']).split('/').at(-1) ?? '');
    expect(await shop.status(recipient)).toBe('active');
  });
});

describe('the figures', () => {
  it('count a gift as sold when it is paid, and its member when it is redeemed', async () => {
    const { aUser, give, token, redeem, payments, database, clock } = await openGiftShop();
    const day = () =>
      database.db.selectFrom('daily_sales').select(['sold', 'gross_in_paise', 'joined', 'renewed']).execute();
    const [giver, recipient] = [await aUser(), await aUser()];
    await give(giver);
    expect(await day()).toMatchObject([{ sold: 1, gross_in_paise: 49_900, joined: 0, renewed: 0 }]);
    clock.advance(3 * DAY_MS);
    await redeem(recipient, await token());
    expect(await day()).toMatchObject([{ sold: 1, gross_in_paise: 49_900, joined: 1, renewed: 0 }]);
    expect(await payments.projections.recompute()).toEqual([]);
    const paid = await database.db.selectFrom('user_access').select(['user_id', 'paid_in_paise']).execute();
    expect(paid).toEqual([{ user_id: recipient, paid_in_paise: 0 }]);
  });

  it('and admins know who gave it and who has it', async () => {
    const { aUser, give, token, redeem, admin, rows, send } = await openGiftShop();
    const [adminId, giver, recipient] = [await aUser('ADMIN'), await aUser(), await aUser()];
    await give(giver);
    const paymentId = (await rows.payments())[0]?.provider_payment_id ?? '';
    const detail = async () => (await admin(adminId, 'GET', `/payments/${paymentId}`)).body['payment'];
    const why = async (user: string) =>
      z
        .looseObject({ sentence: z.string(), history: z.array(z.looseObject({ text: z.string() })) })
        .parse((await admin(adminId, 'GET', `/people/${user}/access`)).body['access']);
    expect(await detail()).toMatchObject({ userId: giver, gift: { recipientName: 'Asha', redeemedBy: null } });
    expect(await why(giver)).toMatchObject({
      sentence: 'Meera Nair has no access: nothing was bought.',
      history: [{ text: 'Paid ₹499.00 for a gift to Asha, test money' }],
    });
    await redeem(recipient, await token());
    expect(await detail()).toMatchObject({
      userId: giver,
      gift: { redeemedAt: '2026-06-15T04:30:00.000Z', redeemedBy: { _id: recipient } },
    });
    expect(await why(recipient)).toMatchObject({
      sentence: 'Meera Nair has access until 15 June 2027: a gift was redeemed on 15 June 2026.',
      history: [{ text: 'Redeemed a gift of Meera Nair, access until 15 June 2027, test money' }],
    });
    const csv = await send('GET', '/api/v1/admin/payments', undefined, { authorization: `Bearer ${adminId}` });
    expect(csv.body).toMatchObject({ payments: [{ userId: giver, gift: { recipientEmail: 'asha@example.in' } }] });
  });
});
