// @module-tag long
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { JUNE_MORNING_MS } from '#test/fake-clock.ts';
import { insertOpenAttempt, bindSubscription, endAttempt } from '../checkout/attempts.queries.ts';
import { accessHistoryOf, entitlement } from '../entitlement/entitlement.ts';
import { countAccessAfter } from '../entitlement/entitlement.queries.ts';
import { createLedger } from './ledger.ts';
import { createMemoryProvider } from '#test/billing/memory-provider/memory-provider.ts';
import { openBilling } from '#test/billing/open-billing.ts';
import type {
  DisputeEvent,
  ProviderEvent,
  PaymentEvent,
  RefundEvent,
  SubscriptionEvent,
} from '../provider/provider.ts';
import { createCalendar } from '#server/calendar.ts';

const PRICE = { amountInPaise: 49_900, currency: 'INR' };

type Money = Awaited<ReturnType<typeof openBilling>>;

/** What truly happened with one purchase; the events report it in parts. */
interface Purchase {
  day: number;
  payment: 'none' | 'failed' | 'captured';
  isRightAmount: boolean;
  refunds: { inPaise: number; end: 'pending' | 'processed' | 'failed' }[];
  dispute: DisputeEvent['status'] | undefined;
  phase: 'retrieval' | 'chargeback';
  /** How it stands in the phase that begins when the bank contests the decision. */
  again: DisputeEvent['status'] | undefined;
}

const disputeStatus = fc.constantFrom('open', 'under_review', 'won', 'lost', 'closed');

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
  dispute: fc.option(disputeStatus, { nil: undefined }),
  phase: fc.constantFrom('retrieval', 'chargeback'),
  again: fc.option(disputeStatus, { nil: undefined }),
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

const paymentEvents = (bought: Named): PaymentEvent[] => {
  const event = (status: PaymentEvent['status'], more: Partial<PaymentEvent> = {}): PaymentEvent => ({
    kind: 'payment',
    id: `pay_${bought.id}`,
    status,
    money: { amountInPaise: paidAmount(bought), currency: 'INR' },
    initiatedAt: bought.at,
    isConfirmed: true,
    ...more,
  });
  const named = { subscriptionRef: `sub_${bought.id}` };
  if (bought.payment === 'none') return [];
  if (bought.payment === 'failed') return [event('created'), event('failed', named)];
  const claimed = event('captured', { ...named, isConfirmed: false, initiatedAt: bought.at + 5000, money: PRICE });
  return [
    event('failed'),
    event('authorized'),
    event('captured', { paidAt: bought.at + 3000 }),
    claimed,
    event('captured', { ...named, paidAt: bought.at + 2000 }),
  ];
};

const refundEvents = (bought: Named): RefundEvent[] =>
  bought.payment !== 'captured'
    ? []
    : bought.refunds.flatMap(({ inPaise, end }, index) => {
        const event = (status: RefundEvent['status']): RefundEvent => ({
          kind: 'refund',
          id: `rfnd_${bought.id}_${index}`,
          paymentId: `pay_${bought.id}`,
          money: { amountInPaise: Math.min(inPaise, paidAmount(bought)), currency: 'INR' },
          status,
          at: bought.at + (index + 1) * 60_000,
        });
        return [event('pending'), event(end)];
      });

const disputeEvents = ({ id, payment, dispute, phase: first, again }: Named): DisputeEvent[] => {
  if (payment !== 'captured' || dispute === undefined) return [];
  const event = (status: DisputeEvent['status'], phase: string = first): DisputeEvent => ({
    kind: 'dispute',
    id: `disp_${id}`,
    paymentId: `pay_${id}`,
    money: PRICE,
    phase,
    status,
  });
  const next = again === undefined ? [] : [event('open', 'pre_arbitration'), event(again, 'pre_arbitration')];
  return [event('open'), event(dispute), ...next];
};

const subscriptionEvents = (bought: Named): SubscriptionEvent[] => {
  const event = (status: string, isOver: boolean, seconds: number): SubscriptionEvent => ({
    kind: 'subscription',
    ref: `sub_${bought.id}`,
    status,
    isOver,
    willRenew: false,
    at: bought.at + seconds * 1000,
  });
  if (bought.payment !== 'captured') return [event('expired', true, 86_400)];
  return [event('active', false, 1), event('active', false, 1), event('completed', true, 1)];
};

const eventsOf = (bought: Named): ProviderEvent[] => [
  ...subscriptionEvents(bought),
  ...paymentEvents(bought),
  ...refundEvents(bought),
  ...disputeEvents(bought),
];

type Delivery = { order: number[]; repeats: number[]; batch: number };

const scatter = (events: ProviderEvent[], { order, repeats }: Delivery): ProviderEvent[] =>
  events
    .flatMap((event, index) =>
      Array.from({ length: repeats[index % 60] ?? 1 }, (_, copy) => ({ event, key: index + copy })),
    )
    .map(({ event, key }, index) => ({ event, rank: (order[(key * 7 + index) % 60] ?? 0) % 1009 }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ event }) => event);

const calendar = createCalendar('Asia/Kolkata');

const record = (money: Money, events: ProviderEvent[], batch: number): Promise<void> => {
  const ledger = createLedger(money, 'razorpay');
  return money.database.transaction(async (tx) => {
    for (let start = 0; start < events.length; start += batch)
      await ledger.record(tx, events.slice(start, start + batch), { source: { kind: 'ledger' }, mode: 'test' });
  });
};

/** A history with a buyer of its own: at first some events are lost, in the end all have arrived. */
const live = async (money: Money, purchases: Purchase[], first: Delivery, last: Delivery) => {
  const userId = await money.aUser();
  const named = purchases.map((one, index): Named => ({
    ...one,
    id: `${index}${userId}`,
    at: JUNE_MORNING_MS + one.day * DAY_MS,
  }));
  const { provider } = createMemoryProvider(money.clock);
  const account = { provider, mode: 'test', keyId: 'rzp_test_x', checkoutScript: '', planRef: 'plan_1' } as const;
  const sale = {
    account,
    planId: 'yearly-bundle',
    planVersionId: 'yearly-bundle-1',
    opens: 'everything' as const,
    term: { unit: 'year', count: 1 } as const,
    price: PRICE,
    deducts: null,
    planRef: 'plan_1',
    cycles: 1,
  };
  for (const { id, at } of named) {
    const row = await insertOpenAttempt(money.database.db, {
      userId,
      sale,
      creatingUntil: 0,
      expiresAt: at,
      heldUntil: null,
      now: at,
    });
    await bindSubscription(money.database.db, row?.id ?? '', { kind: 'popup', ref: `sub_${id}`, expiresAt: at }, at);
    await endAttempt(money.database.db, row?.id ?? '', 'retired', at);
  }
  const events = named.flatMap(eventsOf);
  await record(money, scatter(events, first), first.batch);
  const all = scatter(events, { ...last, repeats: last.repeats.map((times) => Math.max(1, times)) });
  await record(money, all, last.batch);
  await money.jobs.runDue('accounting');
  return { userId, named };
};

const returnedOf = (bought: Named): number =>
  bought.refunds
    .filter(({ end }) => end !== 'failed')
    .reduce((sum, { inPaise }) => sum + Math.min(inPaise, paidAmount(bought)), 0);

const isHeld = ({ dispute, phase, again }: Purchase): boolean => {
  const status = dispute && (again ?? dispute);
  const isInquiry = phase === 'retrieval' && again === undefined;
  return status === 'lost' || ((status === 'open' || status === 'under_review') && !isInquiry);
};

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
  'events in any order, repeated or lost, lead to the same end: access for all who paid, and for nobody else',
  { tags: ['RZP-7.13'] },
  async () => {
    const money = await openBilling();
    const { db } = money.database;
    await fc.assert(
      fc.asyncProperty(
        fc.array(purchase, { minLength: 1, maxLength: 3 }),
        fc.tuple(delivery, delivery, delivery, delivery),
        async (purchases, [a, b, c, d]) => {
          // What earlier histories left does not count here.
          await db.updateTable('payments').set({ mode: 'live' }).where('mode', '=', 'test').execute();
          for (const table of ['daily_sales', 'user_access'] as const)
            await db.deleteFrom(table).where('mode', '=', 'test').execute();
          const { userId, named } = await live(money, purchases, a, b);
          const other = await live(money, purchases, c, d);
          expect(await ledgerOf(money, other.userId)).toEqual(await ledgerOf(money, userId));

          const history = await accessHistoryOf(db, userId, 'test');
          const standing = named.filter(standsInModel);
          for (const moment of named.flatMap(({ at }) => [at + 3600_000, at + 364 * DAY_MS, at + 1100 * DAY_MS])) {
            const { isActive } = entitlement(history, moment);
            const isPaidFor = standing.some(({ at }) => at <= moment && moment < calendar.add(at, 1, 'year'));
            if (isPaidFor) expect(isActive).toBe(true);
            if (standing.length === 0) expect(isActive).toBe(false);
          }
          expect(entitlement(history, JUNE_MORNING_MS + 4000 * DAY_MS).isActive).toBe(false);
          const counted = await countAccessAfter(db, 'test', JUNE_MORNING_MS + DAY_MS);
          const entitled = [userId, other.userId].filter(
            () => entitlement(history, JUNE_MORNING_MS + DAY_MS).isActive,
          ).length;
          expect(counted).toBe(entitled);
          const gross = named
            .filter(({ payment }) => payment === 'captured')
            .reduce((sum, one) => sum + paidAmount(one), 0);
          expect((await money.payments.admin.sales(1)).grossInPaise).toBe(2 * gross);
          const differences = await money.payments.projections.recompute();
          expect(differences.filter((line) => line.startsWith('test '))).toEqual([]);
        },
      ),
      { numRuns: money.database.engine === 'sqlite' ? 25 : 8, endOnFailure: true },
    );
  },
);
