import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { listMoneyFaults } from '#server/features/billing/projections/money-faults.ts';
import { recomputeAll } from '#server/features/billing/projections/projections.ts';
import { COIN_IN_PAISE, type PartsEvent } from './coins.ts';
import { batchOf, type Bought, deductible, holdsNow, missingOf, note, termsOf } from './crossed-reference.ts';
import {
  addBatch,
  calendar,
  COINS,
  DUE_DAYS,
  GIFT,
  OFF,
  type Order,
  payFor,
  place,
  record,
  type School,
  TERMS,
} from './crossed-school.ts';

export const MOVES = [
  'online',
  'offline',
  'parts',
  'batch',
  'coupon',
  'gift',
  'everything',
  'refund',
  'extend',
] as const;

export interface Move {
  kind: (typeof MOVES)[number];
  choice: number;
  /** That pass before it, and how open parts are paid. */
  days: number;
  pays: 'none' | 'online' | 'offline';
}

const Sales = z.object({ grossInPaise: z.int(), refundedInPaise: z.int(), netInPaise: z.int() });
const Given = z.object({ gifts: z.array(z.object({ _id: z.string() })) });
const Link = z.object({ link: z.string() });
const Owed = z.object({
  purchases: z.array(z.object({ paymentId: z.string(), parts: z.array(z.object({ missingInPaise: z.int() })) })),
});
const Paid = z.object({ payment: z.looseObject({ paymentId: z.string() }) });

/** One who buys, and what the reference knows of it. */
const openBuyer = async (school: School) => ({
  school,
  userId: await school.aUser(),
  batches: [await addBatch(school, 8), await addBatch(school, 20), await addBatch(school, 40)],
  bought: new Array<Bought>(),
  /** By payment, also of gifts: the coins, and whether they went back. */
  paid: new Map<string, { coins: number; isRefunded: boolean; of: Bought }>(),
});
type Buyer = Awaited<ReturnType<typeof openBuyer>>;

const keep = ({ school, paid }: Buyer, id: string, coins: number, of: Bought): void => {
  paid.set(id, { coins, isRefunded: false, of });
  school.totals.gross += coins * COIN_IN_PAISE;
};

const extensionsOf = ({ school, userId }: Buyer) =>
  school.database.db
    .selectFrom('access_changes')
    .select(['payment_id as paymentId', 'at', 'days'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'extend')
    .execute();

/** When it was paid, or redeemed: other processes have the time of their own. */
const timeOf = async ({ database, clock }: School, id: string): Promise<number> => {
  const rows = database.db.selectFrom('payments').select(['captured_at', 'redeemed_at']);
  const row = await rows.where('provider_payment_id', '=', id).executeTakeFirstOrThrow();
  const at = row.redeemed_at ?? row.captured_at ?? 0;
  expect(Math.abs(clock.now() - at)).toBeLessThan(5 * MINUTE_MS);
  return at;
};

const buy = async (buyer: Buyer, order: Order): Promise<boolean> => {
  const { school, bought, userId } = buyer;
  const now = school.clock.now();
  const deducts = order.plan === 'everything' ? deductible(bought, await extensionsOf(buyer), now) : [];
  const id = await place(school, userId, order);
  if (id === undefined) return false;
  const { plan, batch } = order;
  const price = COINS[plan] - (order.hasCoupon ? OFF : 0) - deducts.reduce((sum, one) => sum + one.coins, 0);
  const coins = order.inParts ? price / 3 : price;
  const agreed = DUE_DAYS.map((days) => ({ coins, dueOn: calendar.dayOf(calendar.add(now, days, 'day')) }));
  const events: PartsEvent[] = [{ kind: 'pay', id, coins }];
  const parts = order.inParts ? { agreed, events } : undefined;
  const at = await timeOf(school, id);
  const one = { id, plan, at, coins, term: TERMS[plan], batch, parts, deducts: deducts.map((other) => other.id) };
  bought.push(one);
  keep(buyer, id, coins, one);
  return true;
};

/** Pays what is due and the next part online, or ₹700 offline. */
const payPart = async (buyer: Buyer, isOnline: boolean): Promise<void> => {
  const { school, bought, userId } = buyer;
  const one = bought.findLast((other) => missingOf(other)?.some((left) => left > 0));
  if (!one?.parts) return;
  const now = school.clock.now();
  const left = missingOf(one) ?? [];
  const next = left.findIndex((missing) => missing > 0);
  const due = left.filter(
    (_, index) => index === next || (one.parts?.agreed[index]?.dueOn ?? '') <= calendar.dayOf(now),
  );
  const coins = isOnline ? due.reduce((sum, missing) => sum + missing, 0) / COIN_IN_PAISE : 7;
  const received = { receivedOn: calendar.dayOf(now), amountInPaise: coins * COIN_IN_PAISE, isWarned: true };
  const id = isOnline
    ? await payFor(school, userId, await school.as(userId, 'POST', `/payments/parts/${one.id}/start`, {}))
    : Paid.parse((await record(school, userId, { planId: school.planIds.course, partsOf: one.id, ...received })).body)
        .payment.paymentId;
  note(one, { kind: 'pay', id, coins }, now);
  keep(buyer, id, coins, one);
};

/** Another person gives, and the buyer redeems. */
const receive = async (buyer: Buyer, plan: Bought['plan']): Promise<void> => {
  const { school, bought, userId } = buyer;
  const { clock, as } = school;
  const giver = await school.aUser();
  const order = { planId: school.planIds[plan], gift: GIFT };
  const id = await payFor(school, giver, await as(giver, 'POST', '/payments/subscribe', order));
  const [gift] = Given.parse((await as(giver, 'GET', '/gifts')).body).gifts;
  const { link } = Link.parse((await as(giver, 'POST', `/gifts/${gift?._id}/link`)).body);
  await clock.advance(1000);
  const token = link.slice(link.lastIndexOf('/') + 1);
  expect((await as(userId, 'POST', '/gifts/redeem', { token })).status).toBe(200);
  const one = {
    id,
    plan,
    at: await timeOf(school, id),
    coins: COINS[plan],
    term: TERMS[plan],
    isGift: true,
    deducts: [],
  };
  bought.push(one);
  keep(buyer, id, COINS[plan], one);
};

/** One of the last three payments. What was deducted is not refunded, and of parts the newest is first. */
const refund = async ({ school, bought, paid }: Buyer, choice: number): Promise<boolean> => {
  const [id, payment] = [...paid].toReversed()[choice % Math.min(3, Math.max(1, paid.size))] ?? [];
  if (id === undefined || !payment) return false;
  const settled = id.startsWith('own_') ? { how: 'cash', reference: '' } : undefined;
  const asked = { idempotencyKey: randomUUID(), reason: 'By phone', settled };
  const { status, body } = await school.as(school.adminId, 'POST', `/admin/payments/${id}/refund`, asked);
  const isTaken = bought.some((one) => one.endedAt === undefined && one.deducts.includes(id));
  const left = [...paid].filter(([, other]) => other.of === payment.of && !other.isRefunded);
  expect(status === 200, `${id}: ${JSON.stringify(body)}`).toBe(!isTaken && left.at(-1)?.[0] === id);
  if (status !== 200) return false;
  const now = school.clock.now();
  payment.isRefunded = true;
  school.totals.refunded += payment.coins * COIN_IN_PAISE;
  if (payment.of.parts) note(payment.of, { kind: 'refund', id, on: calendar.dayOf(now) }, now);
  else payment.of.endedAt = now;
  return true;
};

const extend = async ({ school, userId }: Buyer, days: number): Promise<void> => {
  const body = { userId, days, reason: 'The exam moved' };
  expect((await school.as(school.adminId, 'POST', '/admin/access/extend', body)).status).toBe(200);
};

/** Returns whether the school did it. */
const act = (buyer: Buyer, { kind, choice }: Move): Promise<boolean> => {
  const [isOnline, hasCoupon, inParts] = [choice % 2 === 0, choice % 3 === 0, choice % 5 < 2];
  const plain = { plan: 'course', isOnline } as const;
  const batch = buyer.batches[Math.floor(choice / 4) % 3];
  const crossed = { ...plain, hasCoupon, inParts, batch: choice % 7 < 3 ? batch : undefined };
  const done = async (work: Promise<void>): Promise<true> => {
    await work;
    return true;
  };
  const acts: Record<Move['kind'], () => Promise<boolean>> = {
    online: () => buy(buyer, { ...plain, isOnline: true }),
    offline: () => buy(buyer, { ...plain, isOnline: false }),
    parts: () => buy(buyer, { ...crossed, inParts: true }),
    batch: () => buy(buyer, { ...crossed, batch }),
    coupon: () => buy(buyer, { ...crossed, hasCoupon: true }),
    everything: () => buy(buyer, { plan: 'everything', isOnline, hasCoupon }),
    gift: () => done(receive(buyer, hasCoupon ? 'everything' : 'course')),
    refund: () => refund(buyer, choice),
    extend: () => done(extend(buyer, 1 + (choice % 40))),
  };
  return acts[kind]();
};

const compareMoney = async (buyer: Buyer, about: string): Promise<void> => {
  const { school, userId, bought, paid } = buyer;
  const terms = termsOf(bought, await extensionsOf(buyer));
  const rows = await school.database.db.selectFrom('payments').selectAll().where('user_id', '=', userId).execute();
  const stored = rows.map((row) => [row.provider_payment_id, [row.amount_in_paise, row.access_until]]);
  const known = [...paid].map(([id, { coins }]) => [id, [coins * COIN_IN_PAISE, terms.get(id)?.end ?? null]]);
  expect(Object.fromEntries(stored), about).toEqual(Object.fromEntries(known));
  if (bought.every((one) => !one.parts)) return;
  const mine = Owed.parse((await school.as(userId, 'GET', '/user/parts')).body).purchases;
  const owed = mine.map((one) => [one.paymentId, one.parts.map((part) => part.missingInPaise)]);
  const inParts = bought.flatMap((one) => (one.parts ? [[one.id, missingOf(one)]] : []));
  expect(Object.fromEntries(owed), about).toEqual(Object.fromEntries(inParts));
};

const compareAccess = async (buyer: Buyer, about: string): Promise<void> => {
  const { school, userId, bought } = buyer;
  const [added, now] = [await extensionsOf(buyer), school.clock.now()];
  const hasCourse = await school.holds(userId, school.courseId);
  expect(hasCourse, about).toBe(holdsNow(bought, added, { plan: 'course', now }));
  const hasAll = holdsNow(bought, added, { plan: 'everything', now });
  expect(await school.status(userId), about).toBe(hasAll ? 'active' : 'inactive');
  const members = school.database.db.selectFrom('batch_members').select('batch_id').where('user_id', '=', userId);
  const present = (await members.where('left_at', 'is', null).execute()).map((row) => row.batch_id);
  expect(present, about).toEqual([batchOf(bought)].filter((id) => id !== undefined));
};

/** Lives histories in a school, whose moves it makes over HTTP. */
export const crossedIn = (school: School) => {
  const accepted = new Set<string>();
  /** One history each of new people, who make each move at once, compared after each. */
  const live = async (...histories: readonly (readonly Move[])[]): Promise<void> => {
    const buyers: Buyer[] = [];
    while (buyers.length < histories.length) buyers.push(await openBuyer(school));
    const together = (work: (buyer: Buyer, moves: readonly Move[]) => Promise<void>) =>
      Promise.all(buyers.map((buyer, at) => work(buyer, histories[at] ?? [])));
    for (const [index, { days }] of histories[0]?.entries() ?? []) {
      await school.clock.advance(HOUR_MS);
      await school.clock.advance(days * DAY_MS);
      await together(async (buyer, { [index]: move }) => {
        if (move && move.pays !== 'none') await payPart(buyer, move.pays === 'online');
      });
      await school.clock.advance(1000);
      await together(async (buyer, { [index]: move }) => {
        if (move && (await act(buyer, move))) accepted.add(move.kind);
      });
      await school.settle();
      await together(async (buyer, moves) => {
        const about = JSON.stringify(moves.slice(0, index + 1));
        await compareMoney(buyer, about);
        await compareAccess(buyer, about);
      });
    }
  };
  const compareSums = async (): Promise<void> => {
    const { as, adminId, totals, database, clock } = school;
    const sales = Sales.parse((await as(adminId, 'GET', '/payments?count=1')).body);
    const { gross, refunded } = totals;
    expect(sales).toEqual({ grossInPaise: gross, refundedInPaise: refunded, netInPaise: gross - refunded });
    expect(await recomputeAll(database, { now: clock.now(), calendar })).toEqual([]);
    expect(await listMoneyFaults(database.db)).toEqual([]);
  };
  return { accepted, live, compareSums };
};
