import { sql } from 'kysely';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import { changesRow } from '#server/database/outcomes.ts';
import { type Mode, OFFLINE } from '../provider/provider.ts';
import { updateAttempt } from '../purchase-rows/purchase-rows.ts';

const BATCH = 200;
/** The longest time after which a bank may still let a payment through. */
export const LATE_CAPTURE_MS = 3 * DAY_MS;
const BETWEEN_CHECKS_MS = 4 * MINUTE_MS;
/** The provider is asked about open items of any age at least this often. */
const LONGEST_BETWEEN_CHECKS_MS = 9 * HOUR_MS;
const BETWEEN_RENEWAL_CHECKS_MS = 6 * HOUR_MS;
const NEWLY_PAID_MS = 7 * DAY_MS;

/** Due for a check: the older a row is, the less often. */
const isDue = (now: number) =>
  sql<boolean>`checked_at < ${sql.lit(now - BETWEEN_CHECKS_MS)} AND (
    (${sql.lit(now)} - checked_at) * 8 > ${sql.lit(now)} - created_at
    OR checked_at < ${sql.lit(now - LONGEST_BETWEEN_CHECKS_MS)})`;

/** What people state is never looked up. */
const isAtProvider = sql<boolean>`provider <> ${sql.lit(OFFLINE)}`;

const attemptsAtProvider = (db: Db, mode: Mode) =>
  db
    .selectFrom('payment_attempts')
    .select(['id', 'subscription_ref', 'created_at'])
    .where('mode', '=', mode)
    .where(isAtProvider)
    .where('subscription_ref', 'is not', null)
    .$narrowType<{ subscription_ref: string }>();

/** Attempts that may have been paid while no event arrived. */
export const attemptsToCheck = (db: Db, mode: Mode, now: number) =>
  attemptsAtProvider(db, mode)
    .where('state', 'in', ['open', 'retired'])
    .where(isDue(now))
    .orderBy('checked_at')
    .limit(BATCH)
    .execute();

/** Paid attempts that may renew: until it is known whether they do, and around the day of the charge. */
export const renewalsToCheck = (db: Db, mode: Mode, now: number) =>
  attemptsAtProvider(db, mode)
    .where('cycles', '>', 1)
    .where('is_over', '=', 0)
    .where('state', '=', 'settled')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('current_end', 'is', null),
          eb('created_at', '>', now - NEWLY_PAID_MS),
          eb('checked_at', '<', now - BETWEEN_CHECKS_MS),
        ]),
        eb.and([eb('current_end', '<', now + DAY_MS), eb('checked_at', '<', now - BETWEEN_RENEWAL_CHECKS_MS)]),
      ]),
    )
    .orderBy('checked_at')
    .limit(BATCH)
    .execute();

/** A buyer's own attempts that may have been paid: rarely more than one. */
export const openAttemptsOf = (db: Db, userId: string, mode: Mode, checkedBefore: number) =>
  attemptsAtProvider(db, mode)
    .where('user_id', '=', userId)
    .where('state', 'in', ['open', 'retired'])
    .where('checked_at', '<=', checkedBefore)
    .orderBy('created_at', 'desc')
    .limit(3)
    .execute();

/** Returns true for the one caller that may check this attempt now. */
export const claimCheck = (db: Db, id: string, now: number, checkedBefore: number): Promise<boolean> =>
  changesRow(updateAttempt(db, id, { checked_at: now }).where('checked_at', '<=', checkedBefore));

/** After it no payment is expected any more. One that arrives all the same still counts. */
export const settleAttempt = (db: Db, id: string, now: number) => settleWhere(db, now).where('id', '=', id).execute();

/** Settles attempts without a subscription at the provider that the buyer did not come back for. */
export const settleAbandoned = (db: Db, now: number) =>
  settleWhere(db, now)
    .where('subscription_ref', 'is', null)
    .where('checked_at', '<', now - LATE_CAPTURE_MS)
    .execute();

const settleWhere = (db: Db, now: number) =>
  db
    .updateTable('payment_attempts')
    .set({ state: 'settled', updated_at: now })
    .where('state', 'in', ['open', 'retired']);

export const refundsToCheck = (db: Db, status: 'requested' | 'pending', now: number) =>
  db
    .selectFrom('refunds')
    .select(['id', 'provider_payment_id'])
    .where('status', '=', status)
    .where(isAtProvider)
    .where(isDue(now))
    .orderBy('checked_at')
    .limit(BATCH)
    .execute();

export const cancelsToCheck = (db: Db, mode: Mode) =>
  db
    .selectFrom('payment_attempts')
    .select('id')
    .where('cancel_requested_at', 'is not', null)
    .where('cancel_accepted_at', 'is', null)
    .where('mode', '=', mode)
    .orderBy('cancel_requested_at')
    .limit(BATCH)
    .execute();

export const paymentsToConfirm = (db: Db, mode: Mode) =>
  db
    .selectFrom('payments')
    .select('provider_payment_id')
    .where('confirmed', '=', 0)
    .where('mode', '=', mode)
    .orderBy('created_at')
    .limit(BATCH)
    .execute();
