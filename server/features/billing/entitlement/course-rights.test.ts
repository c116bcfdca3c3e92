import { expect, it } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { emailFolderOf, openEmailFolder } from '#server/email/email-folder.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import { openShop } from '#test/billing/open-shop.ts';
import { ReceiptDocument } from '../receipts/document.ts';

const YEAR = { unit: 'year', count: 1 } as const;
const Access = z.object({
  access: z.object({ sentence: z.string(), courses: z.array(z.object({ sentence: z.string() })) }),
});

it('a course is sold alone for life, beside the bundle, and another one is free', async () => {
  const shop = await openShop();
  const { statistics, monsoon, pottery } = shop.courses;
  const alone = await shop.addPlan({ name: 'Statistics', opens: { courseIds: [statistics] } });
  const free = await shop.addPlan({ name: 'Monsoon', opens: { courseIds: [monsoon] }, priceInPaise: 0 });
  const [member, single, guest] = [await shop.aUser(), await shop.aUser(), await shop.aUser()];
  await shop.buy(member);
  await shop.buy(single, { planId: alone });
  expect(await shop.takeFree(guest, free)).toMatchObject({ status: 200, body: { isPaid: true } });
  expect([await shop.rightsOf(member), await shop.rightsOf(single), await shop.rightsOf(guest)]).toEqual([
    ['everything 2027-06-15 by payment'],
    ['statistics for life by payment'],
    ['monsoon for life by payment'],
  ]);
  expect([await shop.status(member), await shop.status(single), await shop.status(guest)]).toEqual([
    'active',
    'inactive',
    'inactive',
  ]);
  expect(await shop.payments.countSubscribedUsers()).toBe(1);
  const { holds } = shop.payments;
  expect(await Promise.all([statistics, monsoon, pottery].map((id) => holds(member, id)))).toEqual([true, true, true]);
  expect(await Promise.all([statistics, monsoon, pottery].map((id) => holds(single, id)))).toEqual([
    true,
    false,
    false,
  ]);
  expect(await shop.rightsOf(shop.adminId)).toEqual(['everything for life by admin']);
  expect((await shop.admin(shop.adminId, 'GET', '/plans')).body['plans']).toMatchObject([
    { name: 'Yearly bundle', opens: 'everything', members: 1 },
    { name: 'Statistics', opens: { courseIds: [statistics] }, members: 1 },
    { name: 'Monsoon', opens: { courseIds: [monsoon] }, priceInPaise: 0, members: 1 },
  ]);
});

it('rights do not shorten one another: the bundle ends, and the course that was bought stays', async () => {
  const shop = await openShop();
  const { statistics } = shop.courses;
  const alone = await shop.addPlan({ opens: { courseIds: [statistics] }, refundDays: 7 });
  const user = await shop.aUser();
  const { razorpay_payment_id: course } = await shop.buy(user, { planId: alone });
  const { razorpay_payment_id: bundle } = await shop.buy(user);
  expect(await shop.rightsOf(user)).toEqual(['everything 2027-06-15 by payment', 'statistics for life by payment']);
  await shop.refund(shop.adminId, bundle, { reason: 'A promise' });
  expect(await shop.rightsOf(user)).toEqual(['statistics for life by payment']);
  await shop.buy(user);
  await shop.refund(shop.adminId, course, { reason: 'A promise' });
  expect(await shop.rightsOf(user)).toEqual(['everything 2027-06-15 by payment']);
  shop.clock.advance(366 * DAY_MS);
  expect(await shop.rightsOf(user)).toEqual([]);
  expect(await shop.payments.holds(user, statistics)).toBe(false);
});

it('nobody buys again what they have, until it can be renewed', async () => {
  const shop = await openShop();
  const { statistics, monsoon } = shop.courses;
  const [one, two] = [
    await shop.addPlan({ opens: { courseIds: [statistics] }, term: YEAR }),
    await shop.addPlan({ opens: { courseIds: [statistics, monsoon] }, term: YEAR }),
  ];
  const [holder, member] = [await shop.aUser(), await shop.aUser()];
  await shop.buy(holder, { planId: one });
  await shop.buy(member);
  const start = (userId: string, planId?: string) => shop.call(userId, 'POST', '/subscribe', { planId });
  const covered = (message: string) => ({ status: 409, body: { code: 'already_covered', message } });
  expect(await start(holder, one)).toMatchObject(covered('You have this course until 15 June 2027.'));
  expect(await start(member, one)).toMatchObject(
    covered('You have this course until 15 June 2027 through All courses.'),
  );
  expect(await start(member, two)).toMatchObject(
    covered('You have these courses until 15 June 2027 through All courses.'),
  );
  const free = await shop.addPlan({ opens: { courseIds: [statistics] }, priceInPaise: 0 });
  expect(await shop.takeFree(member, free)).toMatchObject(
    covered('You have this course until 15 June 2027 through All courses.'),
  );
  expect(await start(member)).toMatchObject({ status: 409, body: { code: 'already_subscribed' } });
  expect((await start(holder, two)).status).toBe(200);
  shop.clock.advance(340 * DAY_MS);
  await shop.buy(holder, { planId: one });
  expect(await shop.rightsOf(holder)).toEqual(['statistics 2028-06-15 by payment']);
  expect(await shop.rows.payments()).toMatchObject([{ problem: null }, { problem: null }, { problem: null }]);
});

it('a course that is added to a plan opens at once for everyone who has it, and one that is taken out stays open', async () => {
  const shop = await openShop();
  const { statistics, monsoon, pottery } = shop.courses;
  const plan = await shop.addPlan({ opens: { courseIds: [statistics, monsoon] } });
  const early = await shop.aUser();
  await shop.buy(early, { planId: plan });
  expect(await shop.changePlan(plan, { opens: { courseIds: [statistics, pottery] } })).toBe(200);
  const late = await shop.aUser();
  await shop.buy(late, { planId: plan });
  expect([await shop.rightsOf(early), await shop.rightsOf(late)]).toEqual([
    ['monsoon for life by payment', 'pottery for life by payment', 'statistics for life by payment'],
    ['pottery for life by payment', 'statistics for life by payment'],
  ]);
  const versions = (await shop.admin(shop.adminId, 'GET', '/plans')).body['plans'];
  expect(versions).toMatchObject([
    { members: 0 },
    {
      members: 2,
      versions: [
        { number: 2, members: 1 },
        { number: 1, members: 1 },
      ],
    },
  ]);
  expect(await shop.changePlan(plan, { opens: { courseIds: [statistics, pottery, monsoon] } })).toBe(200);
  expect(await shop.rightsOf(late)).toHaveLength(3);
  const stored = await shop.database.db.selectFrom('course_access').select(['user_id', 'course_id']).execute();
  expect(stored).toHaveLength(6);
  expect(await shop.payments.projections.recompute()).toEqual([]);
});

it('the bundle opens everything, a plan names courses that exist, and a draft is not sold', async () => {
  const shop = await openShop();
  const { statistics, monsoon } = shop.courses;
  const put = (body: object) => shop.admin(shop.adminId, 'PUT', '/plans/yearly-bundle', body);
  const bundle = { name: 'Bundle', priceInPaise: 49_900, term: YEAR, refundDays: 7 };
  expect(await put({ ...bundle, opens: { courseIds: [statistics] } })).toMatchObject({
    status: 409,
    body: { code: 'default_plan_scope' },
  });
  const post = (body: object) => shop.admin(shop.adminId, 'POST', '/plans', { ...bundle, ...body });
  for (const [opens, status] of [
    [{ courseIds: ['nothing'] }, 404],
    [{ courseIds: [] }, 400],
    ['nothing', 400],
    [{ courseIds: 'x' }, 400],
  ] as const)
    expect((await post({ opens })).status).toBe(status);
  expect((await post({ priceInPaise: 50 })).status).toBe(400);
  expect((await post({ priceInPaise: 0, isRenewing: true })).status).toBe(400);
  const planId = await shop.addPlan({ name: 'Two', opens: { courseIds: [statistics, monsoon] } });
  const shown = async () => (await shop.send('GET', '/api/v1/plans')).body['plans'];
  const publish = (courseId: string, at: number | null) =>
    shop.database.transaction(async (tx) => {
      await tx.updateTable('courses').set({ published_at: at }).where('id', '=', courseId).execute();
      await shop.database.topics.raise(tx, 'catalog');
    });
  await publish(monsoon, null);
  expect(await shown()).toMatchObject([{ opens: 'everything' }, { _id: planId, opens: { courseIds: [statistics] } }]);
  await publish(statistics, null);
  expect(await shown()).toMatchObject([{ opens: 'everything' }]);
  expect(await shop.call(await shop.aUser(), 'POST', '/subscribe', { planId })).toMatchObject({ status: 404 });
  await publish(statistics, 1);
  expect(await shown()).toHaveLength(2);
});

it('the figures of the bundle leave single courses out, and the revenue has them', async () => {
  const shop = await openShop();
  const planId = await shop.addPlan({ opens: { courseIds: [shop.courses.statistics] } });
  await shop.buy(await shop.aUser());
  await shop.buy(await shop.aUser(), { planId });
  const { body } = await shop.call(shop.adminId, 'GET', '?count=100');
  expect(body).toMatchObject({ allPayments: { count: 1 }, soldInPaise: 49_900, grossInPaise: 79_800 });
});

it('a purchase of a course is cancelled alone, and the bundle without it', async () => {
  const shop = await openShop();
  const planId = await shop.addPlan({ opens: { courseIds: [shop.courses.statistics] }, refundDays: 7 });
  const [user, other] = [await shop.aUser(), await shop.aUser()];
  const { razorpay_payment_id: course } = await shop.buy(user, { planId });
  await shop.buy(user);
  const cancel = (userId: string, paymentId?: string) => shop.call(userId, 'POST', '/unsubscribe', { paymentId });
  expect(await cancel(other, course)).toMatchObject({ status: 404, body: { code: 'payment_not_found' } });
  expect(await cancel(user)).toMatchObject({ status: 200, body: { outcome: 'refund_initiated' } });
  expect(await shop.rightsOf(user)).toEqual(['statistics for life by payment']);
  expect(await cancel(user, course)).toMatchObject({
    status: 200,
    body: { outcome: 'refund_initiated', message: 'Purchase cancelled. Your refund has started.' },
  });
  expect(await shop.rightsOf(user)).toEqual([]);
  const { razorpay_payment_id: alone } = await shop.buy(other, { planId });
  await cancel(other, alone);
  expect((await shop.admin(shop.adminId, 'GET', `/people/${other}/access`)).body['access']).toMatchObject({
    sentence: 'Meera Nair has no access: the single courses that were open are closed or paused.',
  });
});

it('an admin grants, extends and revokes one course, and the person page says why', async () => {
  const shop = await openShop();
  const { statistics, monsoon } = shop.courses;
  const user = await shop.aUser();
  const change = (kind: string, body: object) =>
    shop.admin(shop.adminId, 'POST', `/people/${user}/${kind}`, { reason: 'A scholarship', ...body });
  expect((await change('grant', { untilDay: '2026-12-31', courseId: statistics })).status).toBe(200);
  expect(await shop.rightsOf(user)).toEqual(['statistics 2026-12-31 by admin']);
  await change('extend', { days: 10, courseId: statistics });
  const { body } = await change('grant', { untilDay: '2026-10-31', courseId: monsoon });
  expect(body['access']).toMatchObject({
    hasAccess: false,
    sentence: 'Meera Nair has access to 2 courses, and to nothing else.',
    courses: [
      { title: 'Monsoon', hasAccess: true, sentence: 'Monsoon is open until 31 October 2026: granted by an admin.' },
      {
        title: 'Statistics',
        hasAccess: true,
        sentence: 'Statistics is open until 10 January 2027: granted by an admin.',
      },
    ],
  });
  const why = async () => Access.parse((await shop.admin(shop.adminId, 'GET', `/people/${user}/access`)).body).access;
  await change('revoke', { courseId: statistics });
  expect(await shop.rightsOf(user)).toEqual(['monsoon 2026-10-31 by admin']);
  expect((await why()).sentence).toBe('Meera Nair has access to Monsoon, and to nothing else.');
  await change('revoke', {});
  expect(await shop.rightsOf(user)).toEqual(['monsoon 2026-10-31 by admin']);
  expect(await change('grant', { untilDay: '2026-12-31', courseId: 'nothing' })).toMatchObject({ status: 404 });
});

it('a gift of a course, and its receipt, name the course', async () => {
  const shop = await openShop();
  const planId = await shop.addPlan({ name: 'Statistics', opens: { courseIds: [shop.courses.statistics] } });
  const [giver, friend] = [await shop.aUser(), await shop.aUser()];
  const gift = { name: 'Anil', email: 'anil@home.example' };
  const { body } = await shop.call(giver, 'POST', '/subscribe', { planId, gift });
  await shop.call(giver, 'POST', '/verify', await shop.pay(z.string().parse(body['subscription_id'])));
  await shop.buy(giver, { planId });
  await shop.jobs.runDue();
  const documents = (await shop.database.db.selectFrom('receipts').select('document').execute()).map((row) =>
    ReceiptDocument.parse(JSON.parse(row.document)),
  );
  expect(documents).toMatchObject([{ courses: ['Statistics'] }, { courses: ['Statistics'] }]);
  const folder = openEmailFolder(emailFolderOf(shop.config.dataDir));
  const [sent] = (await folder.list({ limit: 1, offset: 0, search: 'gift for you' })).emails;
  const email = await folder.find(sent?.id ?? '');
  expect(email?.text.replaceAll(/\s+/g, ' ')).toContain('gives you every lecture of Statistics at Lectern, for life. ');
  expect(email?.text).not.toContain('Your time starts');
  const headers = { authorization: `Bearer ${shop.adminId}` };
  const csv = await (await fetch(`${shop.origin}/api/v1/admin/payments/export`, { headers })).text();
  expect(csv).toContain('"Statistics","Statistics","1","","","","anil@home.example"');
  expect(csv).toContain('"for life"');
  const link = await shop.database.db.selectFrom('gifts').select('id').executeTakeFirstOrThrow();
  const { link: address } = z
    .object({ link: z.string() })
    .parse(
      (await shop.send('POST', `/api/v1/gifts/${link.id}/link`, undefined, { authorization: `Bearer ${giver}` })).body,
    );
  const token = address.split('/').at(-1);
  const redeem = (userId: string) =>
    shop.send('POST', '/api/v1/gifts/redeem', { token }, { authorization: `Bearer ${userId}` });
  expect(await redeem(giver)).toMatchObject({ status: 409, body: { code: 'gift_not_needed' } });
  expect((await redeem(friend)).status).toBe(200);
  expect(await shop.rightsOf(friend)).toEqual(['statistics for life by gift']);
});

it('a reminder names the course, and none is sent while the bundle opens it for longer', async () => {
  const shop = await openShop();
  const { statistics } = shop.courses;
  const planId = await shop.addPlan({ opens: { courseIds: [statistics] }, term: { unit: 'month', count: 6 } });
  const [alone, both] = [await shop.aUser(), await shop.aUser()];
  await shop.buy(alone, { planId });
  await shop.buy(both, { planId });
  await shop.buy(both);
  shop.clock.advance(155 * DAY_MS);
  await shop.jobs.enqueue(
    shop.database.db,
    defineJob({ name: 'payments.remind', lane: 'upkeep', payload: z.object({}) }),
    {},
  );
  await shop.jobs.runDue();
  const emails = await shop.database.db.selectFrom('sent_emails').select('subject').execute();
  expect(emails.map(({ subject }) => subject).filter((subject) => subject.includes('access'))).toEqual([
    '30 days left: your access to Statistics ends on 15 December 2026',
  ]);
});

it('a dispute about a course closes that course alone, until it is won', async () => {
  const shop = await openShop({ webhooks: true });
  const { statistics, monsoon } = shop.courses;
  const [one, two] = [
    await shop.addPlan({ name: 'Statistics', opens: { courseIds: [statistics] } }),
    await shop.addPlan({ name: 'Monsoon', opens: { courseIds: [monsoon] }, term: YEAR }),
  ];
  const [user, member] = [await shop.aUser(), await shop.aUser()];
  const { razorpay_payment_id: disputed } = await shop.buy(user, { planId: one });
  await shop.buy(user, { planId: two });
  await shop.buy(member, { planId: two });
  const idle = () => shop.sandbox.current()?.idle();
  const dispute = async (paymentId: string) => {
    const { id } = await shop.control('/disputes', { payment_id: paymentId, phase: 'chargeback' });
    await idle();
    return id;
  };
  const settle = async (id: unknown, status: string) => {
    await shop.control('/disputes/settle', { dispute_id: id, status });
    await idle();
  };
  const kept = ['monsoon 2027-06-15 by payment'];
  const first = await dispute(disputed);
  expect(await shop.rightsOf(user)).toEqual(kept);
  expect(await shop.rightsOf(member)).toEqual(kept);
  await settle(first, 'won');
  expect(await shop.rightsOf(user)).toEqual([...kept, 'statistics for life by payment']);
  await settle(await dispute(disputed), 'lost');
  expect(await shop.rightsOf(user)).toEqual(kept);
  const { sentence: why, courses } = Access.parse(
    (await shop.admin(shop.adminId, 'GET', `/people/${user}/access`)).body,
  ).access;
  expect(why).toBe('Meera Nair has access to Monsoon, and to nothing else.');
  expect(courses.map(({ sentence }) => sentence)).toEqual([
    'Monsoon is open until 15 June 2027: bought on 15 June 2026.',
    'Statistics is closed: what opened it was refunded, disputed or revoked.',
  ]);
  expect(await shop.payments.projections.recompute()).toEqual([]);
});
