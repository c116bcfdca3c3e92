import type { MemoryPayment } from '../memory-provider/memory-records.ts';
import { addTerm, endOfDay, windowOf } from './school-time.ts';
import { COUPONS, versionOf } from './shop.ts';
import type { World } from './world.ts';

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;

/** What was bought with one attempt: names alone, from which the model computes the rest. */
export interface Sale {
  attemptId: string;
  ref: string;
  userId: string;
  begunAt: number;
  planName: string;
  versionNumber: number;
  couponCode: string | null;
}

/** A captured payment, or a purchase that cost nothing. */
export interface Purchase {
  id: string;
  sale: Sale;
  paidAt: number;
  amountInPaise: number;
  refundedInPaise: number;
  /** When it was given up: wholly refunded, or cancelled. */
  endedAt: number | undefined;
  periodEnd: number | undefined;
}

interface Change {
  kind: 'grant' | 'extend' | 'revoke';
  at: number;
  until: number | null;
  paymentId: string | null;
  days: number;
}

/** The price less the discount; what is too little to be charged is given, too. */
export const priceOf = ({ planName, versionNumber, couponCode }: Sale): { toPay: number; discount: number } => {
  const { priceInPaise } = versionOf(planName, versionNumber);
  const { percentOff, amountOffInPaise } = COUPONS[couponCode ?? ''] ?? {};
  const asked = percentOff ? (priceInPaise / 100) * percentOff : (amountOffInPaise ?? 0);
  const discount = priceInPaise - asked < 100 ? priceInPaise : asked;
  return { toPay: priceInPaise - discount, discount };
};

const salesOf = async ({ database: { db } }: World): Promise<Sale[]> => {
  const rows = await db
    .selectFrom('payment_attempts as a')
    .innerJoin('plan_versions as v', 'v.id', 'a.plan_version_id')
    .innerJoin('plans as plan', 'plan.id', 'v.plan_id')
    .leftJoin('coupons as coupon', 'coupon.id', 'a.coupon_id')
    .select(['a.id', 'a.subscription_ref', 'a.user_id', 'a.created_at', 'plan.name', 'v.number', 'coupon.code'])
    .where('a.subscription_ref', 'is not', null)
    .execute();
  return rows.map((row) => ({
    attemptId: row.id,
    ref: row.subscription_ref ?? '',
    userId: row.user_id,
    begunAt: row.created_at,
    planName: row.name,
    versionNumber: row.number,
    couponCode: row.code,
  }));
};

/** A payment that the bank let through later counts from then. */
const paidAtOf = ({ initiatedAt, paidAt = 0 }: MemoryPayment): number =>
  paidAt - initiatedAt < HOUR_MS ? initiatedAt : paidAt;

const endedAtOf = ({ memory }: World, payment: MemoryPayment): number | undefined => {
  let refundedInPaise = 0;
  for (const { amountInPaise, status, key, at } of memory.refundsOf(payment)) {
    if (status !== 'failed') refundedInPaise += amountInPaise;
    // The key of a cancellation says so; it ends access even where the refund fails afterwards.
    if (refundedInPaise >= payment.money.amountInPaise || key?.includes('-full')) return at;
  }
  return undefined;
};

export const purchasesOf = async (world: World): Promise<Purchase[]> => {
  const sales = await salesOf(world);
  const { memory } = world;
  const paid = memory.payments.flatMap((payment): Purchase[] => {
    const sale = sales.find(({ ref }) => ref === payment.subscription.ref);
    if (payment.status !== 'captured') return [];
    if (!sale) throw new Error(`${payment.id} was paid for an attempt that is not known`);
    return [
      {
        id: payment.id,
        sale,
        paidAt: paidAtOf(payment),
        amountInPaise: payment.money.amountInPaise,
        refundedInPaise: memory.refundedOf(payment),
        endedAt: endedAtOf(world, payment),
        periodEnd: payment.periodEnd,
      },
    ];
  });
  const free = sales
    .filter(({ ref }) => ref.startsWith('free_'))
    .map((sale): Purchase => ({
      id: sale.ref,
      sale,
      paidAt: sale.begunAt,
      amountInPaise: 0,
      refundedInPaise: 0,
      endedAt: undefined,
      periodEnd: undefined,
    }));
  return [...paid, ...free];
};

export const changesOf = ({ database: { db } }: World, userId: string): Promise<Change[]> =>
  db
    .selectFrom('access_changes')
    .select(['kind', 'at', 'until', 'payment_id as paymentId', 'days'])
    .where('user_id', '=', userId)
    .execute();

/** What a purchase gave, on the day on which it was paid. */
export interface Given {
  from: number;
  until: number;
  refundableUntil: number | null;
}

/** What somebody has at one moment. */
interface State {
  held: Map<string, { purchase: Purchase; until: number }>;
  extendedDays: Map<string, number>;
  grants: number[];
}

const endOf = ({ extendedDays }: State, id: string, until: number): number =>
  until + (extendedDays.get(id) ?? 0) * DAY_MS;

const give = (state: State, { sale, paidAt, amountInPaise, periodEnd }: Purchase): Given => {
  const { term, refundDays, cycles } = versionOf(sale.planName, sale.versionNumber);
  const running = [...state.held.values()]
    .map(({ purchase, until }) => ({ purchase, until: endOf(state, purchase.id, until) }))
    .filter(({ until }) => until > paidAt)
    .toSorted((a, b) => b.until - a.until);
  const [last] = running;
  const isNextCycle = cycles > 1 && running.some(({ purchase }) => purchase.sale.ref === sale.ref);
  const isInTime =
    last !== undefined &&
    last.until - paidAt <= windowOf(versionOf(last.purchase.sale.planName, last.purchase.sale.versionNumber).term);
  const granted = state.grants.filter((until) => until - paidAt <= 30 * DAY_MS);
  const from = Math.max(last && (isNextCycle || isInTime) ? last.until : paidAt, ...granted);
  return {
    from,
    until: Math.max(addTerm(from, term), periodEnd ?? 0),
    refundableUntil: refundDays === 0 || amountInPaise === 0 ? null : endOfDay(paidAt, refundDays),
  };
};

type Happening = { at: number; rank: number; id: string; apply: (state: State) => void };

/** Replays what happened to one buyer from the beginning. `until` is the end of access, if there ever was any. */
export const storyOf = (
  purchases: readonly Purchase[],
  changes: readonly Change[],
): { given: Map<string, Given>; until: number | undefined } => {
  const given = new Map<string, Given>();
  const happenings: Happening[] = [];
  for (const { kind, at, until, paymentId, days } of changes)
    happenings.push({
      at,
      rank: kind === 'revoke' ? 1 : 0,
      id: '',
      apply: (state) => {
        if (kind === 'grant') state.grants.push(until ?? 0);
        else if (kind === 'extend')
          state.extendedDays.set(paymentId ?? '', (state.extendedDays.get(paymentId ?? '') ?? 0) + days);
        else {
          state.grants = [];
          state.extendedDays.clear();
          // A payment is known to the second.
          for (const [id, { purchase }] of state.held)
            if (purchase.paidAt < Math.floor(at / 1000) * 1000) state.held.delete(id);
        }
      },
    });
  for (const purchase of purchases) {
    const { id, paidAt, endedAt } = purchase;
    happenings.push({
      at: paidAt,
      rank: 3,
      id,
      apply: (state) => {
        const now = give(state, purchase);
        given.set(id, now);
        if (endedAt === undefined || endedAt > paidAt) state.held.set(id, { purchase, until: now.until });
      },
    });
    if (endedAt !== undefined) happenings.push({ at: endedAt, rank: 2, id, apply: ({ held }) => void held.delete(id) });
  }
  const state: State = { held: new Map(), extendedDays: new Map(), grants: [] };
  const inOrder = happenings.toSorted((a, b) => a.at - b.at || a.rank - b.rank || (a.id < b.id ? -1 : 1));
  for (const { apply } of inOrder) apply(state);
  const ends = [...[...state.held].map(([id, { until }]) => endOf(state, id, until)), ...state.grants];
  return { given, until: ends.length === 0 ? undefined : Math.max(...ends) };
};
