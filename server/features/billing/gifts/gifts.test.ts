import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import { openEmailFolder, emailFolderOf } from '#server/email/email-folder.ts';
import { type JsonResponse, openBilling, type OpenBilling } from '#test/billing/open-billing.ts';

// The clock of these tests starts on 15 June 2026 at ten in the morning, in the time zone of the school.
const asha = { name: 'Asha', email: 'asha@example.in', message: 'Happy birthday!' };

const Gifts = z.array(z.looseObject({ _id: z.string(), state: z.string() }));

const openShop = async (options: { webhooks?: boolean } = {}) => {
  const money = await openBilling(options);
  const gifts = (user: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<JsonResponse> =>
    money.send(method, `/api/v1/gifts${path}`, body, { authorization: `Bearer ${user}` });
  const given = async (user: string) => Gifts.parse((await gifts(user, 'GET', '')).body['gifts']);
  const start = (user: string, order: object = {}) => money.call(user, 'POST', '/subscribe', { gift: asha, ...order });
  const proofOf = async (user: string, order: object = {}) =>
    money.pay(z.string().parse((await start(user, order)).body['subscription_id']));
  /** Buys a gift. Returns its id. */
  const give = async (user: string, order: object = {}): Promise<string> => {
    const before = new Set((await given(user)).map(({ _id }) => _id));
    expect((await money.call(user, 'POST', '/verify', await proofOf(user, order))).status).toBe(200);
    return (await given(user)).find(({ _id }) => !before.has(_id))?._id ?? '';
  };
  const emails = async () => {
    await money.jobs.runDue();
    const folder = openEmailFolder(emailFolderOf(money.config.dataDir));
    const { emails: sent } = await folder.list({ limit: 50, offset: 0, search: 'gift for you' });
    const read = await Promise.all(sent.map(({ id }) => folder.find(id)));
    return read.filter((email) => email !== undefined);
  };
  /** The token of the last email about a gift. */
  const token = async (): Promise<string> => /\/gift\/([\w-]+)/.exec((await emails())[0]?.text ?? '')?.[1] ?? '';
  const redeem = (user: string, link: string) => gifts(user, 'POST', '/redeem', { token: link });
  const view = (link: string, user?: string) =>
    money.send('POST', '/api/v1/gifts/view', { token: link }, user ? { authorization: `Bearer ${user}` } : {});
  const accessUntil = async (user: string) => (await money.payments.subscriptionOf(user)).access_until;
  return { ...money, gifts, given, start, proofOf, give, emails, token, redeem, view, accessUntil };
};

const aCoupon = async (money: OpenBilling, code: string, percentOff: number): Promise<void> => {
  const admin = await money.aUser('ADMIN');
  expect((await money.admin(admin, 'POST', '/coupons', { code, percentOff })).status).toBe(201);
};

describe('a gift', () => {
  it('is paid once by an order, gives the giver a receipt and no access, and is sent at once', async () => {
    const { aUser, give, given, status, rows, emails, call, payments } = await openShop();
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
    const { aUser, give, given, gifts, emails, clock } = await openShop();
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
    const { aUser, give, emails, clock, control, refund, rows, reconcile } = await openShop();
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
    const { aUser, start } = await openShop();
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
    const { aUser, give, given, token, view, redeem, accessUntil, status, clock, payments, call } = await openShop();
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
    const shop = await openShop();
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
    const { aUser, buy, give, token, redeem, accessUntil, call, payments } = await openShop();
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
    const { aUser, admin, buy, give, token, redeem } = await openShop();
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
    const { aUser, admin, give, token, redeem, status, clock } = await openShop();
    const [adminId, recipient] = [await aUser('ADMIN'), await aUser()];
    await give(await aUser());
    clock.advance(DAY_MS);
    await admin(adminId, 'POST', `/people/${recipient}/revoke`, { reason: 'left' });
    clock.advance(DAY_MS);
    await redeem(recipient, await token());
    expect(await status(recipient)).toBe('active');
  });
});

describe('the refund of a gift', () => {
  it('is for the giver, inside the window and before it is redeemed', async () => {
    const { aUser, give, given, gifts, token, redeem, rows, call, clock } = await openShop();
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
    const { aUser, give, token, redeem, refund, rows, status, call, payments } = await openShop();
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
    const { aUser, give, gifts, emails, token, view, clock } = await openShop();
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
    const { aUser, give, gifts } = await openShop();
    const giver = await aUser();
    const id = await give(giver);
    for (let count = 1; count < 10; count += 1) expect((await gifts(giver, 'PUT', `/${id}`, asha)).status).toBe(200);
    expect((await gifts(giver, 'PUT', `/${id}`, asha)).body).toMatchObject({ code: 'gift_sent_too_often' });
  });

  it('who has access gives more, and one who changes their mind begins another attempt', async () => {
    const { aUser, buy, give, start, subscribe, rows, status } = await openShop();
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
    const { aUser, start, pay, call, clock, given } = await openShop();
    const giver = await aUser();
    const old = z.string().parse((await start(giver)).body['subscription_id']);
    clock.advance(25 * HOUR_MS);
    const { body } = await start(giver, { gift: { ...asha, name: 'Ravi' } });
    for (const ref of [old, z.string().parse(body['subscription_id'])])
      await call(giver, 'POST', '/verify', await pay(ref));
    expect(new Set((await given(giver)).map((gift) => gift['recipientName']))).toEqual(new Set(['Asha', 'Ravi']));
  });

  it('uses coupons, and pays nothing with one of 100 %', async () => {
    const shop = await openShop();
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
    const { aUser, give, token, redeem, payments, database, clock } = await openShop();
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
    const { aUser, give, token, redeem, admin, rows, send } = await openShop();
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
