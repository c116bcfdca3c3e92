import { expressionBuilder, sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';
import type { PaymentAttemptRow, PaymentRow, PaymentStanding } from '#server/database/tables/purchases.ts';
import type { Cursor } from '#server/database/cursor.ts';
import { type Mode, OFFLINE } from '../provider/provider.ts';
import { REFUNDED_IN_PAISE } from '../returns/returns.ts';

/** Charges of one mandate. */
const MAX_OF_REFERENCE = 200;

export interface ListFilter {
  mode: Mode;
  status?: PaymentStanding | undefined;
  /** A search by exact values: payments whose column has one of these. */
  match?:
    | { column: 'p.user_id' | 'p.provider_payment_id' | 'a.subscription_ref'; values: readonly string[] }
    | undefined;
  order: { column: 'initiated_at' | 'amount_in_paise'; direction: 'asc' | 'desc' };
  /** The page begins after this payment; `value` is its sort key. */
  after?: Cursor | undefined;
}

const rows = (db: Db) =>
  db
    .selectFrom('payments as p')
    .leftJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .leftJoin('plan_versions as v', 'v.id', 'a.plan_version_id')
    .leftJoin('plans as plan', 'plan.id', 'v.plan_id')
    .leftJoin('coupons as coupon', 'coupon.id', 'a.coupon_id')
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .leftJoin('gifts as g', 'g.id', 'a.gift_id')
    .leftJoin('users as holder', 'holder.id', 'p.user_id')
    .leftJoin('payment_requests as stated', 'stated.payment_id', 'p.provider_payment_id')
    .selectAll('p')
    .select([
      'a.subscription_ref',
      'a.created_at as attempt_made_at',
      'a.discount_in_paise',
      'coupon.code as coupon_code',
      'plan.name as plan_name',
      'v.number as plan_version',
      'v.id as plan_version_id',
      'v.opens',
      'a.user_id as buyer_id',
      'u.full_name',
      'u.email',
      'a.gift_id',
      'g.recipient_name',
      'g.recipient_email',
      'g.send_on',
      'g.sent_at',
      'stated.reference',
      'holder.full_name as holder_name',
      'holder.email as holder_email',
      REFUNDED_IN_PAISE.as('refunded'),
    ]);

export type AdminPaymentRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

/** Payments of users, and those whose access they have. */
const ofUsers = (db: Db, userIds: readonly string[]) => {
  const gifts = db
    .selectFrom('payment_attempts')
    .select('id')
    .where('user_id', 'in', userIds)
    .where('gift_id', 'is not', null);
  const { eb } = expressionBuilder<{ p: PaymentRow }, 'p'>();
  return eb.or([eb('p.user_id', 'in', userIds), eb('p.attempt_id', 'in', gifts)]);
};

/** Payments in an order. */
export const listPayments = (db: Db, { mode, status, match, order, after }: ListFilter, count: number) => {
  const { column, direction } = order;
  const sorted = sql.ref(`p.${column}`);
  let query = rows(db).where('p.mode', '=', mode);
  if (status !== undefined) query = query.where('p.standing', '=', status);
  if (match?.column === 'p.user_id') query = query.where(ofUsers(db, match.values));
  else if (match) query = query.where(match.column, 'in', match.values);
  if (after) {
    const isAfter = sql.raw(direction === 'asc' ? '>' : '<');
    query = query.where(sql<boolean>`(${sorted}, p.id) ${isAfter} (${after.value}, ${after.id})`);
  }
  return query.orderBy(sorted, direction).orderBy('p.id', direction).limit(count).execute();
};

/** Whether it is the number of an order. */
export const isOrder = (db: Db, ref: string): Promise<boolean> =>
  hasRow(db.selectFrom('payment_attempts').select('id').where('subscription_ref', '=', ref));

/** The buyers of payments and of orders, paid or not, and those who have the access, in either mode. */
export const listPeopleOf = async (db: Db, { column, values }: NonNullable<ListFilter['match']>): Promise<string[]> => {
  const found = await db
    .selectFrom('payments as p')
    .leftJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .where(column, 'in', values)
    .select(['p.user_id as holder_id', 'a.user_id as buyer_id'])
    .limit(MAX_OF_REFERENCE)
    .execute();
  const buyers =
    column === 'a.subscription_ref'
      ? await db
          .selectFrom('payment_attempts')
          .select('user_id')
          .where('subscription_ref', 'in', values)
          .limit(MAX_OF_REFERENCE)
          .execute()
      : [];
  const holders = found.flatMap((row) => [row.buyer_id ?? [], row.holder_id ?? []].flat());
  return [...new Set([...buyers.map((row) => row.user_id), ...holders])];
};

/** How many payments have each standing, counted in an index. */
export const countByStanding = async (db: Db, mode: Mode): Promise<Map<PaymentStanding, number>> => {
  const rows = await db
    .selectFrom('payments')
    .select(['standing', ({ fn }) => fn.countAll<number>().as('count')])
    .where('mode', '=', mode)
    .where('standing', 'is not', null)
    .$narrowType<{ standing: PaymentStanding }>()
    .groupBy('standing')
    .execute();
  return new Map(rows.map(({ standing, count }) => [standing, count]));
};

/** The payments captured last, for the dashboard: those without a known purchase among them. */
export const newestPayments = (db: Db, mode: Mode, count: number) =>
  rows(db)
    .where('p.mode', '=', mode)
    .where('p.captured_at', 'is not', null)
    .orderBy('p.captured_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(count)
    .execute();

const MAX_OF_USER = 50;

/** A user's payments, and those whose access the user has, in both modes, newest first. */
export const paymentsOfUser = (db: Db, userId: string) =>
  rows(db)
    .select(['a.buyer_state', 'a.buyer_gstin', 'a.buyer_name', 'a.buyer_address'])
    .where(ofUsers(db, [userId]))
    .orderBy('p.initiated_at', 'desc')
    .limit(MAX_OF_USER)
    .execute();

export const findAdminPayment = (db: Db, providerPaymentId: string): Promise<AdminPaymentRow | undefined> =>
  rows(db).where('p.provider_payment_id', '=', providerPaymentId).executeTakeFirst();

/** Payments that need attention, newest first; an index holds these alone. */
export const listToDo = (db: Db, mode: Mode, count: number) =>
  rows(db)
    .where('p.mode', '=', mode)
    .where(
      sql<boolean>`p.handled_at IS NULL AND p.standing IN ('disputed', 'unmatched', 'wrong_amount', 'duplicate', 'refund_failed', 'coupon_exceeded', 'paid_without_access', 'charged_without_access')`,
    )
    .orderBy('p.initiated_at', 'desc')
    .limit(count)
    .execute();

/** Payments for a batch of which all places were taken when they came. An index holds these memberships alone. */
export const listInExcess = (db: Db, mode: Mode, count: number) =>
  rows(db)
    .innerJoin('batch_members as m', 'm.attempt_id', 'p.attempt_id')
    .innerJoin('batches as b', 'b.id', 'm.batch_id')
    .select('b.name as batch_name')
    .where('m.is_excess', '=', 1)
    .where('m.left_at', 'is', null)
    .where('p.mode', '=', mode)
    .where('p.handled_at', 'is', null)
    .where('p.captured_at', 'is not', null)
    .orderBy('p.captured_at', 'desc')
    .limit(count)
    .execute();

/** The last payments of mandates that a recomputation ended. An index holds these mandates alone. */
export const listMended = (db: Db, mode: Mode, count: number) =>
  rows(db)
    .select('a.mended')
    .where('a.mode', '=', mode)
    .where('a.mended', 'is not', null)
    .$narrowType<{ mended: NonNullable<PaymentAttemptRow['mended']> }>()
    .where('p.handled_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments as later')
            .select('later.id')
            .whereRef('later.attempt_id', '=', 'p.attempt_id')
            .whereRef('later.captured_at', '>', 'p.captured_at'),
        ),
      ),
    )
    .where('p.captured_at', 'is not', null)
    .orderBy('p.captured_at', 'desc')
    .limit(count)
    .execute();

/** Payments whose credit notes do not add up to their receipt. An index holds these receipts alone. */
export const listDiffering = (db: Db, mode: Mode, count: number) =>
  rows(db)
    .innerJoin('receipts as r', 'r.number', 'p.receipt_no')
    .select('r.number')
    .where('r.mode', '=', mode)
    .where('r.differs', '=', 1)
    .where('p.handled_at', 'is', null)
    .orderBy('p.captured_at', 'desc')
    .limit(count)
    .execute();

/** Refunds that the provider has not accepted, or not finished, since before these moments. */
export const listStuckRefunds = (
  db: Db,
  mode: Mode,
  { requestedBefore, pendingBefore }: { requestedBefore: number; pendingBefore: number },
  count: number,
) =>
  rows(db)
    .innerJoin('refunds as stuck', 'stuck.provider_payment_id', 'p.provider_payment_id')
    .select(['stuck.created_at as refund_requested_at', 'stuck.status as refund_status'])
    .where('p.mode', '=', mode)
    .where('p.handled_at', 'is', null)
    .where(sql<boolean>`stuck.status IN ('requested', 'pending')`)
    .where('stuck.provider', '<>', OFFLINE)
    .where((eb) =>
      eb.or([
        eb.and([eb('stuck.status', '=', 'requested'), eb('stuck.created_at', '<', requestedBefore)]),
        eb.and([eb('stuck.status', '=', 'pending'), eb('stuck.created_at', '<', pendingBefore)]),
      ]),
    )
    .orderBy('stuck.created_at', 'desc')
    .limit(count)
    .execute();

/** Offline payments of which something has to be paid back: an owed refund, or what came above the price. Indexes hold these alone. */
export const listToPayBack = (db: Db, mode: Mode, count: number) =>
  rows(db)
    .leftJoin('refunds as owed', (join) =>
      join.onRef('owed.provider_payment_id', '=', 'p.provider_payment_id').on('owed.status', '=', 'pending'),
    )
    .select([
      'owed.created_at as refund_requested_at',
      'owed.amount_in_paise as owed_in_paise',
      'stated.excess_in_paise as excess',
    ])
    .where('p.mode', '=', mode)
    .where('p.handled_at', 'is', null)
    .where('p.provider_payment_id', 'in', (eb) =>
      eb
        .selectFrom('refunds')
        .select('provider_payment_id')
        .where('provider', '=', OFFLINE)
        .where('status', '=', 'pending')
        .union(
          eb
            .selectFrom('payment_requests')
            .select('payment_id as provider_payment_id')
            .where('mode', '=', mode)
            .where('excess_in_paise', '>', 0)
            .where('payment_id', 'is not', null)
            .$narrowType<{ provider_payment_id: string }>(),
        ),
    )
    .where((eb) => eb.or([eb('owed.id', 'is not', null), eb('stated.excess_in_paise', '>', REFUNDED_IN_PAISE)]))
    .orderBy('p.captured_at', 'desc')
    .limit(count)
    .execute();

/** The payment that a receipt, a credit note or a refund belongs to. */
export const paymentOfDocument = async (db: Db, text: string): Promise<string | undefined> => {
  const receipt = await db.selectFrom('receipts').select('payment_id').where('number', '=', text).executeTakeFirst();
  if (receipt) return receipt.payment_id;
  const refund = await db
    .selectFrom('refunds')
    .select('provider_payment_id')
    .where('provider_refund_id', '=', text)
    .executeTakeFirst();
  return refund?.provider_payment_id;
};
