import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import { changesRow } from '#server/database/outcomes.ts';
import type { PaymentAttemptRow, PaymentRow } from '#server/database/tables/purchases.ts';
import type { ProviderEvent, Mode } from '../provider/provider.ts';
import { updatePayment } from '../purchase-rows/purchase-rows.ts';

/** The payments that these events name. */
export const paymentIdsOf = (events: readonly ProviderEvent[]): string[] =>
  events.flatMap((event) =>
    event.kind === 'payment' ? [event.id] : event.kind === 'subscription' ? [] : [event.paymentId],
  );

const subscriptionRefsOf = (events: readonly ProviderEvent[]): string[] =>
  events.flatMap((event) =>
    event.kind === 'subscription' ? [event.ref] : event.kind === 'payment' ? (event.subscriptionRef ?? []) : [],
  );

const attemptIdsOf = (events: readonly ProviderEvent[]): string[] =>
  events.flatMap((event) => (event.kind === 'subscription' ? (event.attemptId ?? []) : []));

/** The attempt that a subscription was made for, its buyer and its coupon. They never change. */
export type Bought = Pick<PaymentAttemptRow, 'id' | 'user_id' | 'coupon_id' | 'batch_id'>;

/** The buyers whose purchases these events belong to, and the attempts of the subscriptions, as far as they are known already. */
export const findBought = async (
  tx: Db,
  events: readonly ProviderEvent[],
  mode: Mode,
): Promise<{ buyers: Set<string>; bySubscription: Map<string, Bought> }> => {
  const rows = await tx
    .selectFrom('payment_attempts')
    .select(['id', 'user_id', 'coupon_id', 'batch_id', 'subscription_ref'])
    .where('mode', '=', mode)
    .where((eb) =>
      eb.or([
        ...subscriptionRefsOf(events).map((ref) => eb('subscription_ref', '=', ref)),
        ...attemptIdsOf(events).map((id) => eb('id', '=', id)),
      ]),
    )
    .union(
      tx
        .selectFrom('payments')
        .select(['attempt_id as id', 'user_id', sql.lit(null).as('coupon_id'), sql.lit(null).as('batch_id')])
        .select(sql.lit(null).as('subscription_ref'))
        .where('user_id', 'is not', null)
        .where((eb) => eb.or(paymentIdsOf(events).map((id) => eb('provider_payment_id', '=', id))))
        .$narrowType<{ id: string; user_id: string }>(),
    )
    .execute();
  return {
    buyers: new Set(rows.map(({ user_id: userId }) => userId)),
    bySubscription: new Map(
      rows.flatMap((row) => (row.subscription_ref === null ? [] : [[row.subscription_ref, row]])),
    ),
  };
};

export const attemptOfSubscription = (tx: Db, ref: string, mode: Mode): Promise<PaymentAttemptRow | undefined> =>
  tx
    .selectFrom('payment_attempts')
    .selectAll()
    .where('subscription_ref', '=', ref)
    .where('mode', '=', mode)
    .executeTakeFirst();

/** The payment's row, locked until commit. */
export const lockPayment = (tx: Db, providerPaymentId: string, now: number): Promise<PaymentRow | undefined> =>
  updatePayment(tx, providerPaymentId, { updated_at: now }).returningAll().executeTakeFirst();

/** The latest end of the batch that an attempt is for, and of those that its buyer was moved to. */
const BATCH_ENDS_ON = sql<
  string | null
>`CASE WHEN a.batch_id IS NULL THEN NULL ELSE (SELECT MAX(b.promised_on) FROM batches b
  WHERE b.id = a.batch_id OR b.id IN (SELECT m.batch_id FROM batch_members m WHERE m.attempt_id = a.id)) END`;

const CAPTURED_COLUMNS = [
  'p.id',
  'p.user_id',
  'p.provider_payment_id',
  'p.confirmed',
  'p.amount_in_paise',
  'p.currency',
  'p.captured_at',
  'p.period_end',
  'p.access_from',
  'p.access_until',
  'p.refundable_until',
  'p.problem',
  'p.attempt_id',
  'p.redeemed_at',
  'p.begins_at',
  'p.time_zone',
  'p.term_rule',
  'p.late',
  'a.cancel_when',
  'u.role',
  'u.blocked_at',
  'u.deleted_at',
  'a.deducts',
  'a.deducted_at',
  'a.gift_id',
  'a.batch_id',
  'g.payment_id as gift_payment_id',
  'a.plan_version_id',
  'a.cycles',
  'a.amount_in_paise as price_in_paise',
  'a.currency as price_currency',
  'v.plan_id',
  'v.opens',
  'v.term_unit',
  'v.term_count',
  'v.term_until',
  'v.refund_days',
] as const;

/** The captured payments that give users access, and unredeemed gifts, with their attempts. */
export const capturedPaymentsOf = (tx: Db, userIds: readonly string[], mode: Mode) =>
  tx
    .selectFrom('payments as p')
    .innerJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .innerJoin('plan_versions as v', 'v.id', 'a.plan_version_id')
    .leftJoin('gifts as g', 'g.id', 'a.gift_id')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(CAPTURED_COLUMNS)
    .select(['p.mode', 'p.pauses_at', 'p.parts_end', 'p.paid_parts', 'a.in_parts', 'a.parts_of'])
    .select(BATCH_ENDS_ON.as('batch_ends_on'))
    .where('p.user_id', 'in', userIds)
    .where('p.mode', '=', mode)
    .where('p.status', '=', 'captured')
    .execute();

/** Refunds that the provider has accepted, for these payments. */
export const acceptedRefundsOf = (tx: Db, providerPaymentIds: string[]) =>
  tx
    .selectFrom('refunds')
    .select(['provider_payment_id', 'amount_in_paise', 'status', 'ends_access', 'accepted_at', 'settled_by'])
    .where('provider_payment_id', 'in', providerPaymentIds)
    .where('accepted_at', 'is not', null)
    .orderBy('accepted_at')
    .orderBy('id')
    .execute();

export type CapturedRow = Awaited<ReturnType<typeof capturedPaymentsOf>>[number];
export type AcceptedRefund = Awaited<ReturnType<typeof acceptedRefundsOf>>[number];

/** Makes this the payment of a gift. False when another one has paid for it already. */
export const payGift = (tx: Tx, giftId: string, providerPaymentId: string): Promise<boolean> =>
  changesRow(
    tx
      .updateTable('gifts')
      .set({ payment_id: providerPaymentId })
      .where('id', '=', giftId)
      .where('payment_id', 'is', null),
  );

export const settleAttempts = async (tx: Tx, attemptIds: string[], now: number): Promise<void> => {
  if (attemptIds.length === 0) return;
  await tx
    .updateTable('payment_attempts')
    .set({ state: 'settled', updated_at: now })
    .where('id', 'in', attemptIds)
    .where('state', 'in', ['open', 'retired'])
    .execute();
};

/** A user's requests that wait for the money of what has been paid otherwise since: the plan of `r` is that of another attempt. */
const PAID_OTHERWISE = sql<boolean>`EXISTS (SELECT 1 FROM payment_attempts own JOIN plan_versions asked ON asked.id = own.plan_version_id
  JOIN payments p ON p.user_id = own.user_id AND p.status = 'captured' AND p.created_at >= payment_requests.created_at
  JOIN payment_attempts other ON other.id = p.attempt_id AND other.id <> own.id AND other.gift_id IS NULL
  JOIN plan_versions paid ON paid.id = other.plan_version_id AND paid.plan_id = asked.plan_id
  WHERE own.id = payment_requests.attempt_id AND own.gift_id IS NULL)`;

/** Closes the requests of a user that wait for what has been paid otherwise, and frees what their attempts keep. Returns their ids. */
export const closeRequests = async (tx: Tx, userId: string, now: number): Promise<string[]> => {
  const closed = await tx
    .updateTable('payment_requests')
    .set({ state: 'paid_otherwise', decided_at: now, updated_at: now })
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .where(PAID_OTHERWISE)
    .returning(['id', 'attempt_id'])
    .execute();
  await settleAttempts(
    tx,
    closed.map((row) => row.attempt_id),
    now,
  );
  return closed.map(({ id }) => id);
};
