import { HOUR_MS } from '#server/clock.ts';
import { type Deduction, readDeductions } from '#server/features/billing/deductions/deductions.ts';
import type { MemoryPayment } from '../memory-provider/memory-records.ts';
import { ownRefundsOf, receivedOf } from './own-facts.ts';
import { COUPONS, versionOf } from './shop.ts';
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
export const countsFrom = ({ paidAt, redeemed }: Purchase): number => redeemed?.at ?? paidAt;

export interface Change {
  kind: 'grant' | 'extend' | 'revoke';
  scope: string;
  at: number;
  until: number | null;
  paymentId: string | null;
  days: number;
  /** When it was taken back. */
  undoneAt: number | null;
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
    .select(['kind', 'scope', 'at', 'until', 'payment_id as paymentId', 'days', 'undone_at as undoneAt'])
    .where('user_id', '=', userId)
    .execute();
