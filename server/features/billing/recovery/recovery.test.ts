// @module-tag both
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import { aCourse } from '#test/factories.ts';
import { openRecovery } from '#test/billing/open-recovery.ts';
import { lockUsers } from '#server/database/lock-users.ts';

const FUNDS = '4100 2800 0008 0001';
const FOUR_HOURS_MS = 4 * HOUR_MS;

const MONTHLY = { name: 'Monthly', priceInPaise: 7900, term: { unit: 'month', count: 1 }, refundDays: 7 };

type Shop = Awaited<ReturnType<typeof openRecovery>>;

const tokenIn = (text: string): string => /\/opt-out\/([\w-]+)/.exec(text)?.[1] ?? '';

/** A buyer who left four hours ago. */
const aBuyerWhoLeft = async ({ aUser, begin, clock }: Shop, order: object = {}) => {
  const buyer = await aUser();
  const ref = await begin(buyer, order);
  clock.advance(FOUR_HOURS_MS);
  return { buyer, ref };
};

describe('the recovery email', () => {
  it('is sent once, four hours after the checkout began, with a link back to it', async () => {
    const shop = await openRecovery();
    const { aUser, begin, clock, emailsNow, list, rows } = shop;
    const buyer = await aUser();
    await begin(buyer);
    clock.advance(FOUR_HOURS_MS - 1);
    expect(await emailsNow()).toEqual([]);
    clock.advance(1);
    const [email] = await emailsNow();
    expect(email?.subject).toBe('Your purchase at Lectern is not finished');
    expect(email?.text).toContain(
      'You began to buy “Yearly bundle”, but the payment was not completed. You can continue where you stopped.',
    );
    expect(email?.text).toMatch(/Continue to checkout:\nhttp:\/\/localhost\/checkout\?plan=yearly-bundle\n/);
    expect(email?.text).toMatch(/No more emails about unfinished purchases: http:\/\/localhost\/opt-out\/[\w-]{43}\n$/);
    clock.advance(HOUR_MS);
    expect(await emailsNow()).toHaveLength(1);
    expect((await list()).checkouts).toMatchObject([{ emailSentAt: '2026-06-15T08:30:00.000Z' }]);
    expect(await rows.audit()).toContainEqual(expect.objectContaining({ kind: 'recovery_sent', userId: buyer }));
  });

  it('is off until an owner switches it on, and is not sent for checkouts of the day before', async () => {
    const shop = await openRecovery({ sends: false });
    await aBuyerWhoLeft(shop);
    expect(await shop.emailsNow()).toEqual([]);
    shop.clock.advance(DAY_MS);
    await shop.switchTo(true);
    expect(await shop.emailsNow()).toEqual([]);
    await aBuyerWhoLeft(shop);
    expect(await shop.emailsNow()).toHaveLength(1);
  });

  it('is sent once a week to a buyer, about the last checkout', async () => {
    const shop = await openRecovery();
    const { begin, clock, emailsNow, admin, adminId } = shop;
    const { body } = await admin(adminId, 'POST', '/plans', MONTHLY);
    const { _id: planId } = z.looseObject({ _id: z.string() }).parse(body['plan']);
    const { buyer } = await aBuyerWhoLeft(shop);
    await begin(buyer, { planId });
    expect(await emailsNow()).toEqual([]);
    clock.advance(FOUR_HOURS_MS);
    const [email] = await emailsNow();
    expect(email?.text).toContain(`/checkout?plan=${planId}\n`);
    clock.advance(2 * DAY_MS);
    await begin(buyer);
    clock.advance(FOUR_HOURS_MS);
    expect(await emailsNow()).toHaveLength(1);
    clock.advance(5 * DAY_MS);
    await begin(buyer);
    clock.advance(FOUR_HOURS_MS);
    expect(await emailsNow()).toHaveLength(2);
  });

  it.each<[string, (shop: Shop, buyer: string) => Promise<unknown>]>([
    [
      'is blocked',
      ({ database }, id) => database.db.updateTable('users').set({ blocked_at: 1 }).where('id', '=', id).execute(),
    ],
    [
      'is an admin now',
      ({ database }, id) => database.db.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', id).execute(),
    ],
    [
      'has access',
      async ({ admin, adminId }, id) =>
        admin(adminId, 'POST', `/people/${id}/grant`, { untilDay: '2026-12-31', reason: 'A prize' }),
    ],
    [
      'wanted a plan that is no longer sold',
      ({ database }) => database.db.updateTable('plans').set({ deleted_at: 1 }).execute(),
    ],
    ['gets none since the school switched it off', ({ switchTo }) => switchTo(false)],
  ])('is not sent to a buyer who %s when the job runs', async (_name, change) => {
    const shop = await openRecovery();
    const { buyer } = await aBuyerWhoLeft(shop);
    await shop.find();
    await change(shop, buyer);
    await shop.jobs.runDue('email');
    expect(await shop.emails()).toEqual([]);
  });

  it.each([
    ['goes to a buyer who has another course, and not to one who has it', 1, 1],
    ['goes to nobody while the course is a draft', null, 0],
  ])('about a plan of one course %s', async (_name, publishedAt, count) => {
    const shop = await openRecovery();
    const { database, aUser, begin, clock } = shop;
    const [course, other] = [await aCourse(shop), await aCourse(shop)];
    const { body } = await shop.admin(shop.adminId, 'POST', '/plans', { ...MONTHLY, opens: { courseIds: [course] } });
    const { _id: planId } = z.looseObject({ _id: z.string() }).parse(body['plan']);
    const [hasIt, hasOther] = [await aUser(), await aUser()];
    for (const buyer of [hasIt, hasOther]) await begin(buyer, { planId });
    clock.advance(FOUR_HOURS_MS);
    const none = { plan_version_id: null, remind_days: null, remind_at: null };
    const access = { mode: 'test', ends_at: clock.now() + DAY_MS, ...none } as const;
    const owned = [
      { user_id: hasIt, course_id: course, ...access },
      { user_id: hasOther, course_id: other, ...access },
    ];
    await database.db.insertInto('course_access').values(owned).execute();
    await shop.find();
    await database.transaction(async (tx) => {
      await tx.updateTable('courses').set({ published_at: publishedAt }).where('id', '=', course).execute();
      await database.topics.raise(tx, 'catalog');
    });
    await shop.jobs.runDue('email');
    expect(await shop.emails()).toHaveLength(count);
    const sent = await database.db.selectFrom('recovery_emails').select('user_id').execute();
    expect(sent).toEqual(count === 0 ? [] : [{ user_id: hasOther }]);
  });

  it('waits four hours after a payment that failed, and is not sent for gifts', async () => {
    const shop = await openRecovery();
    const { ref } = await aBuyerWhoLeft(shop);
    await shop.payBy(ref, FUNDS);
    await shop.begin(await shop.aUser(), { gift: { name: 'Asha', email: 'asha@example.in', message: '' } });
    expect(await shop.emailsNow()).toEqual([]);
    shop.clock.advance(FOUR_HOURS_MS);
    expect(await shop.emailsNow()).toHaveLength(1);
  });

  it('names the coupon while it is valid', async () => {
    const shop = await openRecovery();
    const coupon = { code: 'SPRING', percentOff: 20, maxUses: 1 };
    expect((await shop.admin(shop.adminId, 'POST', '/coupons', coupon)).status).toBe(201);
    await aBuyerWhoLeft(shop, { couponCode: 'SPRING' });
    const [first] = await shop.emailsNow();
    expect(first?.text).toContain('&coupon=SPRING\n');
    expect(first?.text).toContain('Your code SPRING is still valid.');
    const other = await aBuyerWhoLeft(shop, { couponCode: 'SPRING' });
    await shop.database.db.updateTable('coupons').set({ ends_at: 1 }).execute();
    const texts = (await shop.emailsNow()).map(({ text }) => text);
    expect(other.ref).toMatch(/^order_/);
    expect(texts).toHaveLength(2);
    expect(texts.filter((text) => text.includes('SPRING'))).toHaveLength(1);
  });

  it('is not sent when the payment is recorded while the job runs in another process', async () => {
    const shop = await openRecovery();
    const other = await shop.another();
    const { buyer, ref } = await aBuyerWhoLeft(shop);
    await shop.payBy(ref, FUNDS);
    shop.clock.advance(FOUR_HOURS_MS);
    await shop.find();
    const sending = await shop.database.transaction(async (tx) => {
      await lockUsers(tx, [buyer]);
      const runs = { done: other.jobs.runDue('email') };
      const paid = { status: 'captured', captured_at: shop.clock.now() } as const;
      await tx.updateTable('payments').set(paid).where('user_id', '=', buyer).execute();
      return runs;
    });
    expect(await sending.done).toBe(1);
    expect(await shop.emails()).toEqual([]);
  });

  it('is sent once by two processes that run its job, or none after a payment that races with them', async () => {
    const shop = await openRecovery();
    const other = await shop.another();
    for (let round = 0; round < 4; round += 1) {
      const { ref, buyer } = await aBuyerWhoLeft(shop);
      const proof = await shop.pay(ref);
      await shop.find();
      await Promise.all([
        shop.jobs.runDue('email'),
        other.jobs.runDue('email'),
        shop.call(buyer, 'POST', '/verify', proof),
      ]);
      expect(await shop.status(buyer)).toBe('active');
      const decided = await shop.database.db
        .selectFrom('recovery_emails')
        .select('sent_at')
        .where('user_id', '=', buyer)
        .execute();
      expect(decided.length).toBeLessThanOrEqual(1);
      expect(decided.every(({ sent_at: at }) => at !== null)).toBe(true);
    }
  });
});

describe('the link that stops these emails', () => {
  const post = async ({ origin }: Shop, path: string, body: string | FormData = 'List-Unsubscribe=One-Click') => {
    const headers = typeof body === 'string' ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
    const response = await fetch(`${origin}${path}`, { method: 'POST', body, headers });
    return { status: response.status, body: z.looseObject({ message: z.string() }).parse(await response.json()) };
  };

  it('works without a login, for a browser and in one click of a mail program, and again', async () => {
    const shop = await openRecovery();
    const { buyer } = await aBuyerWhoLeft(shop);
    const [email] = await shop.emailsNow();
    const token = tokenIn(email?.text ?? '');
    expect(await shop.send('POST', `/api/v1/opt-out/${token}`)).toMatchObject({
      status: 200,
      body: { success: true, message: 'You will get no more of these emails' },
    });
    expect(await post(shop, `/opt-out/${token}`)).toMatchObject({ status: 200, body: { success: true } });
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    expect(await post(shop, `/opt-out/${token}`, form)).toMatchObject({ status: 200, body: { success: true } });
    expect((await shop.list()).checkouts).toMatchObject([{ hasOptedOut: true }]);
    shop.clock.advance(8 * DAY_MS);
    await shop.begin(buyer);
    shop.clock.advance(FOUR_HOURS_MS);
    expect(await shop.emailsNow()).toHaveLength(1);
  });

  it('is stored hashed, and an invented one stops nothing', async () => {
    const shop = await openRecovery();
    await aBuyerWhoLeft(shop);
    const [email] = await shop.emailsNow();
    const token = tokenIn(email?.text ?? '');
    const links = await shop.database.db.selectFrom('recovery_links').selectAll().execute();
    expect(links).toMatchObject([{ token_hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    for (const invented of [links[0]?.token_hash ?? '', token.slice(1), 'x'])
      expect(await post(shop, `/opt-out/${invented}`)).toMatchObject({
        status: 404,
        body: { message: 'This link isn’t valid. Use the link in the latest email.' },
      });
    expect((await shop.list()).checkouts).toMatchObject([{ hasOptedOut: false }]);
  });
});
