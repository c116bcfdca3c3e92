import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { DAY_MS, JUNE_MORNING_MS } from '#test/fake-clock.ts';
import { insertOpenAttempt, bindSubscription, endAttempt } from './attempts.queries.ts';
import { PRICE } from './attempts.ts';
import { entitlement } from './entitlement.ts';
import { paidTermsOf } from './entitlement.queries.ts';
import type { FactContext } from './fact-context.ts';
import { applyFacts } from './facts.ts';
import { openMoney } from './open-for-test.ts';
import type { DisputeFact, Fact, PaymentFact, RefundFact, SubscriptionFact } from './provider.ts';
import { countEntitledUsers } from './running-access.ts';
import { createCalendar } from './school-calendar.ts';

type Money = Awaited<ReturnType<typeof openMoney>>;

/** What truly happened with one purchase; the facts tell of it in pieces. */
interface Purchase {
  day: number;
  payment: 'none' | 'failed' | 'captured';
  isRightAmount: boolean;
  refunds: { inPaise: number; end: 'pending' | 'processed' | 'failed' }[];
  dispute: DisputeFact['status'] | undefined;
  phase: 'retrieval' | 'chargeback';
}

const purchase: fc.Arbitrary<Purchase> = fc.record({
  day: fc.integer({ min: 0, max: 800 }),
  payment: fc.constantFrom('none', 'failed', 'captured', 'captured', 'captured'),
  isRightAmount: fc.constantFrom(true, true, true, false),
  refunds: fc.array(
    fc.record({
      inPaise: fc.constantFrom(PRICE.amountInPaise, PRICE.amountInPaise, 10_000),
      end: fc.constantFrom('pending', 'processed', 'failed'),
    }),
    { maxLength: 2 },
  ),
  dispute: fc.option(fc.constantFrom('open', 'under_review', 'won', 'lost', 'closed'), { nil: undefined }),
  phase: fc.constantFrom('retrieval', 'chargeback'),
});

/** Numbers that shuffle, repeat and drop the pieces, in batches. */
const delivery = fc.record({
  order: fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
  repeats: fc.array(fc.nat({ max: 2 }), { minLength: 60, maxLength: 60 }),
  batch: fc.integer({ min: 1, max: 5 }),
});

interface Named extends Purchase {
  id: string;
  at: number;
}

const paidAmount = ({ isRightAmount }: Purchase): number => (isRightAmount ? PRICE.amountInPaise : 100);

const paymentFacts = (bought: Named): PaymentFact[] => {
  const fact = (status: PaymentFact['status'], more: Partial<PaymentFact> = {}): PaymentFact => ({
    t: 'payment',
    id: `pay_${bought.id}`,
    status,
    money: { amountInPaise: paidAmount(bought), currency: 'INR' },
    initiatedAt: bought.at,
    isConfirmed: true,
    ...more,
  });
  const named = { subscriptionRef: `sub_${bought.id}` };
  if (bought.payment === 'none') return [];
  if (bought.payment === 'failed') return [fact('created'), fact('failed', named)];
  const claimed = fact('captured', { ...named, isConfirmed: false, initiatedAt: bought.at + 5000, money: PRICE });
  return [
    fact('failed'),
    fact('authorized'),
    fact('captured', { paidAt: bought.at + 3000 }),
    claimed,
    fact('captured', { ...named, paidAt: bought.at + 2000 }),
  ];
};

const refundFacts = (bought: Named): RefundFact[] =>
  bought.payment !== 'captured'
    ? []
    : bought.refunds.flatMap(({ inPaise, end }, index) => {
        const fact = (status: RefundFact['status']): RefundFact => ({
          t: 'refund',
          id: `rfnd_${bought.id}_${index}`,
          paymentId: `pay_${bought.id}`,
          money: { amountInPaise: Math.min(inPaise, paidAmount(bought)), currency: 'INR' },
          status,
          at: bought.at + (index + 1) * 60_000,
        });
        return [fact('pending'), fact(end)];
      });

const disputeFacts = ({ id, payment, dispute, phase }: Named): DisputeFact[] => {
  if (payment !== 'captured' || dispute === undefined) return [];
  const fact = (status: DisputeFact['status']): DisputeFact => ({
    t: 'dispute',
    id: `disp_${id}`,
    paymentId: `pay_${id}`,
    money: PRICE,
    phase,
    status,
  });
  return [fact('open'), fact(dispute)];
};

const subscriptionFacts = (bought: Named): SubscriptionFact[] => {
  const fact = (status: string, isOver: boolean, seconds: number): SubscriptionFact => ({
    t: 'subscription',
    ref: `sub_${bought.id}`,
    status,
    isOver,
    willRenew: false,
    at: bought.at + seconds * 1000,
  });
  if (bought.payment !== 'captured') return [fact('expired', true, 86_400)];
  return [fact('active', false, 1), fact('active', false, 1), fact('completed', true, 1)];
};

const factsOf = (bought: Named): Fact[] => [
  ...subscriptionFacts(bought),
  ...paymentFacts(bought),
  ...refundFacts(bought),
  ...disputeFacts(bought),
];

type Delivery = { order: number[]; repeats: number[]; batch: number };

const scatter = (facts: Fact[], { order, repeats }: Delivery): Fact[] =>
  facts
    .flatMap((fact, index) =>
      Array.from({ length: repeats[index % 60] ?? 1 }, (_, copy) => ({ fact, key: index + copy })),
    )
    .map(({ fact, key }, index) => ({ fact, rank: (order[(key * 7 + index) % 60] ?? 0) % 1009 }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ fact }) => fact);

const CONTEXT: Omit<FactContext, 'calendar'> = { provider: 'razorpay', mode: 'test', now: JUNE_MORNING_MS };
const calendar = createCalendar('Asia/Kolkata');

const tell = ({ database }: Money, facts: Fact[], batch: number): Promise<void> =>
  database.transaction(async (tx) => {
    for (let start = 0; start < facts.length; start += batch)
      await applyFacts(tx, [{ by: 'test', facts: facts.slice(start, start + batch) }], { ...CONTEXT, calendar });
  });

/** The same history for a person of its own: some of it lost at first, all of it told in the end. */
const live = async (money: Money, purchases: Purchase[], first: Delivery, last: Delivery) => {
  const userId = await money.aUser();
  const named = purchases.map((one, index): Named => ({
    ...one,
    id: `${index}${userId}`,
    at: JUNE_MORNING_MS + one.day * DAY_MS,
  }));
  const offer = { mode: 'test', keyId: 'rzp_test_x', checkoutScript: '', planRef: 'plan_1', cycles: 1 } as const;
  for (const { id, at } of named) {
    const attempt = { userId, provider: 'razorpay', offer, price: PRICE, creatingUntil: 0, expiresAt: at, now: at };
    const row = await insertOpenAttempt(money.database.db, attempt);
    await bindSubscription(money.database.db, row?.id ?? '', { kind: 'popup', ref: `sub_${id}`, expiresAt: at }, at);
    await endAttempt(money.database.db, row?.id ?? '', 'retired', at);
  }
  const facts = named.flatMap(factsOf);
  await tell(money, scatter(facts, first), first.batch);
  const all = scatter(facts, { ...last, repeats: last.repeats.map((times) => Math.max(1, times)) });
  await tell(money, all, last.batch);
  return { userId, named };
};

const returnedOf = (bought: Named): number =>
  bought.refunds
    .filter(({ end }) => end !== 'failed')
    .reduce((sum, { inPaise }) => sum + Math.min(inPaise, paidAmount(bought)), 0);

const isHeld = ({ dispute, phase }: Purchase): boolean =>
  dispute === 'lost' || ((dispute === 'open' || dispute === 'under_review') && phase !== 'retrieval');

const standsInModel = (bought: Named): boolean =>
  bought.payment === 'captured' && bought.isRightAmount && returnedOf(bought) < PRICE.amountInPaise && !isHeld(bought);

const ledgerOf = async (money: Money, userId: string) => {
  const rows = await money.database.db
    .selectFrom('payments')
    .select(['provider_payment_id', 'status', 'confirmed', 'amount_in_paise', 'captured_at', 'access_until', 'problem'])
    .where('user_id', '=', userId)
    .orderBy('provider_payment_id')
    .execute();
  return rows.map(({ provider_payment_id: id, ...row }) => ({ ...row, id: id.replace(userId, '') }));
};

it(
  '[RZP-7.13] any order, with repeats and losses, ends the same: nobody who paid is refused, nobody else is let in',
  { timeout: 120_000 },
  async () => {
    const money = await openMoney();
    const { db } = money.database;
    await fc.assert(
      fc.asyncProperty(
        fc.array(purchase, { minLength: 1, maxLength: 3 }),
        fc.tuple(delivery, delivery, delivery, delivery),
        async (purchases, [a, b, c, d]) => {
          // What earlier histories left does not count here.
          await db.updateTable('payments').set({ mode: 'live' }).where('mode', '=', 'test').execute();
          for (const table of ['daily_totals', 'user_access', 'access_ends'] as const)
            await db.deleteFrom(table).where('mode', '=', 'test').execute();
          const { userId, named } = await live(money, purchases, a, b);
          const other = await live(money, purchases, c, d);
          expect(await ledgerOf(money, other.userId)).toEqual(await ledgerOf(money, userId));

          const terms = await paidTermsOf(db, userId, 'test');
          const standing = named.filter(standsInModel);
          for (const moment of named.flatMap(({ at }) => [at + 3600_000, at + 364 * DAY_MS, at + 1100 * DAY_MS])) {
            const { isActive } = entitlement(terms, moment);
            const isPaidFor = standing.some(({ at }) => at <= moment && moment < calendar.addYear(at));
            if (isPaidFor) expect(isActive).toBe(true);
            if (standing.length === 0) expect(isActive).toBe(false);
          }
          expect(entitlement(terms, JUNE_MORNING_MS + 4000 * DAY_MS).isActive).toBe(false);
          const counted = await countEntitledUsers(db, 'test', JUNE_MORNING_MS + DAY_MS);
          const people = [userId, other.userId].filter(
            () => entitlement(terms, JUNE_MORNING_MS + DAY_MS).isActive,
          ).length;
          expect(counted).toBe(people);
          const gross = named
            .filter(({ payment }) => payment === 'captured')
            .reduce((sum, one) => sum + paidAmount(one), 0);
          expect((await money.payments.sales(1)).grossInPaise).toBe(2 * gross);
        },
      ),
      { numRuns: money.database.engine === 'sqlite' ? 40 : 10, endOnFailure: true },
    );
  },
);
