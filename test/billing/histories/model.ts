import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import { type Deduction, readDeductions } from '#server/features/billing/deductions/deductions.ts';
import type { MemoryPayment } from '../memory-provider/memory-records.ts';
import { ownRefundsOf, receivedOf } from './own-facts.ts';
import { addTerm, endOfDay, windowOf } from './school-time.ts';
import { COUPONS, scopesOf, versionOf } from './shop.ts';
import type { World } from './world.ts';

/** What was bought with one attempt: names alone, from which the model computes the rest. */
export interface Sale {
  attemptId: string;
  ref: string;
  userId: string;
  begunAt: number;
  planName: string;
  versionNumber: number;
  couponCode: string | null;
  isGift: boolean;
  /** What the buyer had paid for single courses when it began, as it was stored. */
  deductions: readonly Deduction[];
  /** Paid after that was refunded, or deducted by another purchase: too little was paid. */
  isShort: boolean;
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
  /** Recorded when it could give no access any more: what `checkMandates` compares with the reasons. */
  isLate: boolean;
  /** Of a gift: by whom and when. */
  redeemed: { userId: string; at: number } | undefined;
}

/** Whose access a purchase gives, or will give. */
export const holderOf = ({ sale, redeemed }: Purchase): string => redeemed?.userId ?? sale.userId;

/** From when a purchase gives access. */
const countsFrom = ({ paidAt, redeemed }: Purchase): number => redeemed?.at ?? paidAt;

export interface Change {
  kind: 'grant' | 'extend' | 'revoke';
  scope: string;
  at: number;
  until: number | null;
  paymentId: string | null;
  days: number;
}

/** The price less the discount and the deductions; what is too little to be charged is given, too. */
export const priceOf = ({
  planName,
  versionNumber,
  couponCode,
  deductions,
}: Sale): { toPay: number; discount: number } => {
  const { priceInPaise } = versionOf(planName, versionNumber);
  const { percentOff, amountOffInPaise } = COUPONS[couponCode ?? ''] ?? {};
  const asked = percentOff ? (priceInPaise / 100) * percentOff : (amountOffInPaise ?? 0);
  const discount = priceInPaise - asked < 100 ? priceInPaise : asked;
  const deducted = deductions.reduce((sum, one) => sum + one.amountInPaise, 0);
  return { toPay: priceInPaise - discount - deducted, discount };
};

const salesOf = async ({ database: { db } }: World): Promise<Sale[]> => {
  const rows = await db
    .selectFrom('payment_attempts as a')
    .innerJoin('plan_versions as v', 'v.id', 'a.plan_version_id')
    .innerJoin('plans as plan', 'plan.id', 'v.plan_id')
    .leftJoin('coupons as coupon', 'coupon.id', 'a.coupon_id')
    .select([
      'a.id',
      'a.subscription_ref',
      'a.user_id',
      'a.created_at',
      'a.gift_id',
      'a.deducts',
      'a.deducted_at',
      'plan.name',
      'v.number',
      'coupon.code',
    ])
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
    isGift: row.gift_id !== null,
    deductions: readDeductions(row.deducts),
    isShort: row.deducts !== null && row.deducted_at === null,
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

/** Who redeemed the gift of a payment, and when: what was recorded at that moment. */
const redemptionsOf = async ({ database: { db } }: Pick<World, 'database'>) => {
  const rows = await db
    .selectFrom('audit_entries')
    .select(['user_id', 'payment_id', 'at'])
    .where('kind', '=', 'gift_redeemed')
    .execute();
  const redemptions = new Map(
    rows.map(({ user_id: userId, payment_id: paymentId, at }) => [paymentId ?? '', { userId: userId ?? '', at }]),
  );
  if (redemptions.size !== rows.length) throw new Error('a gift was redeemed twice');
  return redemptions;
};

/** Whether this user has access, or had it, for another reason than a payment at the provider. */
export const otherReasons = async (world: Pick<World, 'database'>, userId: string): Promise<boolean> => {
  const { db } = world.database;
  const changes = await db.selectFrom('access_changes').select('id').where('user_id', '=', userId).execute();
  const free = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('subscription_ref', 'like', 'free_%')
    .where('gift_id', 'is', null)
    .where('user_id', '=', userId)
    .execute();
  const redeemed = [...(await redemptionsOf(world)).values()].filter((one) => one.userId === userId);
  const own = (await receivedOf(world)).filter((one) => one.userId === userId);
  return changes.length + free.length + redeemed.length + own.length > 0;
};

export const purchasesOf = async (world: World): Promise<Purchase[]> => {
  const sales = await salesOf(world);
  const redemptions = await redemptionsOf(world);
  const { memory, database } = world;
  const rows = await database.db.selectFrom('payments').select('provider_payment_id').where('late', '=', 1).execute();
  const late = new Set(rows.map((row) => row.provider_payment_id));
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
        isLate: late.has(payment.id),
        redeemed: redemptions.get(payment.id),
      },
    ];
  });
  const ownRefunds = await ownRefundsOf(world);
  const own = (await receivedOf(world)).map(({ id, attemptId, at, amountInPaise }): Purchase => {
    const sale = sales.find((one) => one.attemptId === attemptId);
    if (!sale) throw new Error(`${id} was paid for an attempt that is not known`);
    const refunds = ownRefunds.filter(({ paymentId }) => paymentId === id);
    return {
      id,
      sale,
      paidAt: at,
      amountInPaise,
      refundedInPaise: refunds.reduce((sum, refund) => sum + refund.amountInPaise, 0),
      endedAt: refunds.find(({ endsAccess }) => endsAccess)?.at,
      periodEnd: undefined,
      isLate: late.has(id),
      redeemed: redemptions.get(id),
    };
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
      isLate: false,
      redeemed: redemptions.get(sale.ref),
    }));
  return [...paid, ...own, ...free];
};

export const changesOf = ({ database: { db } }: World, userId: string): Promise<Change[]> =>
  db
    .selectFrom('access_changes')
    .select(['kind', 'scope', 'at', 'until', 'payment_id as paymentId', 'days'])
    .where('user_id', '=', userId)
    .execute();

/** What a purchase gave, on the day on which it was paid, or redeemed; nothing yet as a gift that waits. */
export interface Given {
  from: number | null;
  until: number | null;
  refundableUntil: number | null;
}

/** The access of a user at one moment. */
interface State {
  held: Map<string, { purchase: Purchase; until: number }>;
  extendedDays: Map<string, number>;
  grants: number[];
}

/** 31 December 9999, the end of access for life. */
const LAST_END_MS = 253_402_214_400_000;

const endOf = ({ extendedDays }: State, id: string, until: number): number =>
  Math.min(until + (extendedDays.get(id) ?? 0) * DAY_MS, LAST_END_MS);

const refundableUntil = ({ sale, paidAt, amountInPaise, redeemed }: Purchase): number | null => {
  const { refundDays } = versionOf(sale.planName, sale.versionNumber);
  return redeemed || refundDays === 0 || amountInPaise === 0 ? null : endOfDay(paidAt, refundDays);
};

/** A gift is added to all that its holder has, except to what is refunded one day. */
const give = (state: State, purchase: Purchase): Given & { until: number } => {
  const { sale, periodEnd, redeemed } = purchase;
  const { term, cycles } = versionOf(sale.planName, sale.versionNumber);
  const at = countsFrom(purchase);
  const running = [...state.held.values()]
    .filter(({ purchase: { endedAt } }) => !redeemed || endedAt === undefined)
    .map((held) => ({ ...held, until: endOf(state, held.purchase.id, held.until) }))
    .filter(({ until }) => until > at)
    .toSorted((a, b) => b.until - a.until);
  const [last] = running;
  const isNextCycle = cycles > 1 && running.some((held) => held.purchase.sale.ref === sale.ref);
  const isInTime =
    last !== undefined &&
    last.until - at <= windowOf(versionOf(last.purchase.sale.planName, last.purchase.sale.versionNumber).term);
  const granted = state.grants.filter((until) => redeemed || until - at <= 30 * DAY_MS);
  const from = Math.max(last && (redeemed || isNextCycle || isInTime) ? last.until : at, ...granted);
  const until = Math.min(Math.max(addTerm(from, term), periodEnd ?? 0), LAST_END_MS);
  return { from, until, refundableUntil: refundableUntil(purchase) };
};

type Happening = { at: number; rank: number; id: string; apply: (state: State) => void };

/** Replays from the beginning what happened to the purchases of one line, which continue one another. */
const replay = (
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
            if (countsFrom(purchase) < Math.floor(at / 1000) * 1000) state.held.delete(id);
        }
      },
    });
  for (const purchase of purchases) {
    const { id, sale, endedAt, redeemed } = purchase;
    if (sale.isShort || purchase.isLate) {
      given.set(id, { from: null, until: null, refundableUntil: null });
      continue;
    }
    if (sale.isGift && !redeemed) {
      given.set(id, { from: null, until: null, refundableUntil: refundableUntil(purchase) });
      continue;
    }
    const begin = countsFrom(purchase);
    happenings.push({
      at: begin,
      rank: redeemed ? 4 : 3,
      id,
      apply: (state) => {
        const now = give(state, purchase);
        given.set(id, now);
        if (endedAt === undefined || endedAt > begin) state.held.set(id, { purchase, until: now.until });
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

/** Purchases that continue one another: of everything, or of one plan of courses. */
const lineOf = ({ planName }: Sale): string => (scopesOf(planName)[0] === 'everything' ? 'everything' : planName);

const isOf = (change: Change, scope: string): boolean => change.kind === 'extend' || change.scope === scope;

/** The purchases of several courses that still open this one: a revocation of the course ends them for it alone. */
const standingAfter = (own: readonly Purchase[], changes: readonly Change[], scope: string): Purchase[] => {
  const revokedAt = Math.max(
    0,
    ...changes.flatMap((one) => (one.kind === 'revoke' && one.scope === scope ? one.at : [])),
  );
  return own.filter(
    (one) =>
      one.endedAt === undefined &&
      !one.isLate &&
      (countsFrom(one) % 1000 === 0
        ? countsFrom(one) >= Math.floor(revokedAt / 1000) * 1000
        : countsFrom(one) >= revokedAt),
  );
};

/**
 * Replays what happened to one holder of access, each line of purchases apart. `untils` has the end of access to each scope
 * that there ever was: the last end of the purchases and grants that open it and were not revoked.
 */
export const storyOf = (
  purchases: readonly Purchase[],
  changes: readonly Change[],
): { given: Map<string, Given>; untils: Map<string, number> } => {
  const given = new Map<string, Given>();
  const untils = new Map<string, number>();
  const note = (scope: string, until: number | undefined): void => {
    if (until !== undefined) untils.set(scope, Math.max(until, untils.get(scope) ?? 0));
  };
  for (const [line, own] of Map.groupBy(purchases, ({ sale }) => lineOf(sale))) {
    const scopes = scopesOf(own[0]?.sale.planName ?? '');
    const [only, ...more] = scopes;
    const ofLine = changes.filter((one) => (more.length === 0 ? isOf(one, only ?? line) : one.kind === 'extend'));
    const replayed = replay(own, ofLine);
    for (const [id, one] of replayed.given) given.set(id, one);
    if (more.length === 0) note(only ?? line, replayed.until);
    else
      for (const scope of scopes)
        for (const purchase of standingAfter(own, changes, scope))
          note(scope, given.get(purchase.id)?.until ?? undefined);
  }
  for (const scope of new Set(changes.filter(({ kind }) => kind === 'grant').map((one) => one.scope)))
    note(
      scope,
      replay(
        [],
        changes.filter((one) => isOf(one, scope)),
      ).until,
    );
  return { given, untils };
};
