import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { Mode } from '../provider/provider.ts';
import { BLOCKING_DISPUTES, REFUNDED_IN_PAISE } from '../returns/returns.ts';

/** More than anyone buys; a bound all the same. */
const MAX_PURCHASES = 500;

/** Refunded, being refunded or requested. */
const CLAIMED_IN_PAISE = sql<number>`(SELECT COALESCE(SUM(r.amount_in_paise), 0) FROM refunds r
  WHERE r.provider_payment_id = p.provider_payment_id AND r.status IN ('requested', 'pending', 'processed'))`;

/** A refund that ends access was accepted, whether or not it failed since. */
const IS_CANCELLED = sql<boolean>`EXISTS (SELECT 1 FROM refunds r
  WHERE r.provider_payment_id = p.provider_payment_id AND r.ends_access = 1 AND r.accepted_at IS NOT NULL)`;

const IS_LOST = sql<boolean>`EXISTS (SELECT 1 FROM disputes d
  WHERE d.provider_payment_id = p.provider_payment_id AND d.status = 'lost')`;

interface Of {
  userId: string;
  mode: Mode;
}

/** What a user paid for plans of single courses, and not as gifts, the oldest first. A payment may turn out to be a duplicate. */
export const courseSpendingOf = (db: Db, { userId, mode }: Of) =>
  db
    .selectFrom('payments as p')
    .innerJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .innerJoin('plan_versions as v', 'v.id', 'a.plan_version_id')
    .innerJoin('plans as plan', 'plan.id', 'v.plan_id')
    .select([
      'p.provider_payment_id as paymentId',
      'plan.name',
      sql<number>`p.captured_at`.as('capturedAt'),
      'p.amount_in_paise as amountInPaise',
      'p.problem',
      CLAIMED_IN_PAISE.as('claimedInPaise'),
    ])
    .where('a.user_id', '=', userId)
    .where('p.mode', '=', mode)
    .where('p.status', '=', 'captured')
    .where('p.amount_in_paise', '>', 0)
    .where((eb) => eb.or([eb('p.problem', 'is', null), eb('p.problem', '=', 'duplicate')]))
    .where('a.gift_id', 'is', null)
    // What is paid in parts stays, with the parts that are open.
    .where('a.in_parts', 'is', null)
    .where('a.parts_of', 'is', null)
    .where('v.opens', '=', 'courses')
    .where(BLOCKING_DISPUTES, '=', 0)
    .where((eb) => eb.not(IS_CANCELLED))
    .orderBy('p.captured_at')
    .orderBy('p.provider_payment_id')
    .limit(MAX_PURCHASES)
    .execute();

/** The deductions that a user's purchases have taken and that are not refunded, nor lost in a dispute. */
export const takenDeductsOf = async (db: Db, { userId, mode }: Of): Promise<string[]> => {
  const rows = await db
    .selectFrom('payment_attempts as a')
    .select('a.deducts')
    .where('a.user_id', '=', userId)
    .where('a.mode', '=', mode)
    .where('a.deducted_at', 'is not', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('payments as p')
          .select('p.id')
          .whereRef('p.attempt_id', '=', 'a.id')
          .where('p.status', '=', 'captured')
          .where((of) => of.not(IS_CANCELLED))
          .where((of) => of.not(IS_LOST))
          .where((of) => of(REFUNDED_IN_PAISE, '<', of.ref('p.amount_in_paise'))),
      ),
    )
    .execute();
  return rows.flatMap(({ deducts }) => deducts ?? []);
};
