import { stateOfGstin } from '#contract/billing/gstin.ts';
import type { GiftBody } from '#contract/billing/gifts.ts';
import type { InvoiceTo } from '#contract/billing/payments.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { changesRow } from '#server/database/outcomes.ts';
import type { PaymentAttemptRow } from '#server/database/tables/purchases.ts';
import { newId } from '#server/ids.ts';
import type { AppliedCoupon } from '../coupons/coupons.ts';
import type { PlanTerm } from '#contract/billing/plan-term.ts';
import type { PlanOpens } from '../plans/plans.ts';
import type { CheckoutStart, Mode, Money, SellingAccount } from '../provider/provider.ts';
import { updateAttempt } from '../purchase-rows/purchase-rows.ts';

/** More than a buyer has, who changes between plans, coupons and gifts within a day. */
const MAX_RETIRED = 50;

export const openAttemptOf = (db: Db, userId: string, mode: Mode): Promise<PaymentAttemptRow | undefined> =>
  db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .where('state', '=', 'open')
    .executeTakeFirst();

export const attemptOfUser = (
  db: Db,
  userId: string,
  subscriptionRef: string,
  mode: Mode,
): Promise<PaymentAttemptRow | undefined> =>
  db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('subscription_ref', '=', subscriptionRef)
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .executeTakeFirst();

/** A plan for a buyer, and the account that sells it. */
export interface Sale {
  account: SellingAccount;
  planId: string;
  planVersionId: string;
  opens: PlanOpens;
  term: PlanTerm;
  /** The amount after the discount and the deduction. */
  price: Money;
  coupon?: AppliedCoupon | undefined;
  /** What single courses cost that the price is reduced by, as the attempt stores it. */
  deducts: string | null;
  /** For whom it is, when it is not for the buyer. */
  gift?: GiftBody | undefined;
  /** The parts that were agreed, as the attempt stores them: the price is that of the first. */
  inParts?: string | undefined;
  /** The attempt of the purchase of which parts are paid. */
  partsOf?: string | undefined;
  /** The batch that the buyer joins. */
  batchId?: string | undefined;
  /** That batch is for buyers of this plan alone. */
  isBatchOfPlan?: boolean | undefined;
  /** The plan at the provider; empty for a single payment. */
  planRef: string;
  cycles: number;
}

/** What a new attempt takes: each returns until when it holds its place in a batch; null without one. */
export interface Reservations {
  /** A use of the coupon of a sale, and a place in its batch, if it has them. */
  reserve: (tx: Tx, userId: string, sale: Sale) => Promise<number | null>;
  /** The place alone. */
  hold: (tx: Tx, userId: string, sale: Sale) => Promise<number | null>;
}

export interface NewAttempt {
  userId: string;
  sale: Sale;
  creatingUntil: number;
  expiresAt: number;
  heldUntil: number | null;
  now: number;
}

const columnsOf = ({ name, email, message, sendOn }: GiftBody) => ({
  recipient_name: name,
  recipient_email: email,
  message,
  send_on: sendOn ?? null,
});

/**
 * Inserts an attempt, with its gift, which needs a transaction. Returns undefined when the user has an open attempt already:
 * the index allows one.
 */
export const insertOpenAttempt = async (db: Db, attempt: NewAttempt): Promise<PaymentAttemptRow | undefined> => {
  const { userId, sale, creatingUntil, expiresAt, heldUntil, now } = attempt;
  const { account, price, coupon, gift } = sale;
  const giftId = gift ? newId() : null;
  const row = await db
    .insertInto('payment_attempts')
    .values({
      id: newId(),
      user_id: userId,
      provider: account.provider.id,
      mode: account.mode,
      key_id: account.keyId,
      plan_ref: sale.planRef,
      plan_version_id: sale.planVersionId,
      amount_in_paise: price.amountInPaise,
      coupon_id: coupon?.id ?? null,
      discount_in_paise: coupon?.discountInPaise ?? null,
      deducts: sale.deducts,
      gift_id: giftId,
      in_parts: sale.inParts ?? null,
      parts_of: sale.partsOf ?? null,
      batch_id: sale.batchId ?? null,
      batch_held_until: heldUntil,
      currency: price.currency,
      cycles: sale.cycles,
      state: 'open',
      creating_until: creatingUntil,
      provider_status_at: 0,
      is_over: 0,
      auto_renew: 0,
      expires_at: expiresAt,
      checked_at: now,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row && gift && giftId !== null)
    await db
      .insertInto('gifts')
      .values({ id: giftId, ...columnsOf(gift), deliveries: 0, created_at: now })
      .execute();
  return row;
};

/** Stores the recipient of an attempt's gift, as last entered; a paid one stays unchanged. */
export const setGift = (db: Db, subscriptionRef: string, gift: GiftBody) =>
  db
    .updateTable('gifts')
    .set(columnsOf(gift))
    .where('id', '=', (eb) =>
      eb.selectFrom('payment_attempts').select('gift_id').where('subscription_ref', '=', subscriptionRef),
    )
    .where('payment_id', 'is', null)
    .execute();

const updateWithoutSubscription = (db: Db, id: string, changes: Partial<PaymentAttemptRow>) =>
  updateAttempt(db, id, changes).where('subscription_ref', 'is', null);

/** Takes over an attempt whose caller stopped before it had a subscription; true for one caller only. */
export const takeOverCreation = (db: Db, id: string, now: number, creatingUntil: number): Promise<boolean> =>
  changesRow(
    updateWithoutSubscription(db, id, { creating_until: creatingUntil, updated_at: now })
      .where('state', '=', 'open')
      .where('creating_until', '<=', now),
  );

/** Stores the subscription of an attempt. Returns the row, also when another caller was first. */
export const bindSubscription = async (
  db: Db,
  id: string,
  start: CheckoutStart,
  now: number,
): Promise<PaymentAttemptRow> => {
  await updateWithoutSubscription(db, id, {
    subscription_ref: start.ref,
    checkout_url: start.kind === 'redirect' ? start.url : null,
    provider_status: 'created',
    expires_at: start.expiresAt,
    checked_at: now,
    updated_at: now,
  }).execute();
  return db.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
};

/** Lets another caller try at once: the result of this one is not known. */
export const releaseCreation = (db: Db, id: string, now: number) =>
  updateWithoutSubscription(db, id, { creating_until: now, updated_at: now }).execute();

export const endAttempt = (db: Db, id: string, state: 'retired' | 'settled', now: number) =>
  updateAttempt(db, id, { state, updated_at: now })
    .where('state', 'in', state === 'retired' ? ['open'] : ['open', 'retired'])
    .execute();

/** A buyer's replaced attempts that the provider still accepts a payment for, the newest first. */
export const retiredAttemptsOf = (db: Db, userId: string, mode: Mode, now: number): Promise<PaymentAttemptRow[]> =>
  db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .where('state', '=', 'retired')
    .where('subscription_ref', 'is not', null)
    .where('provider_status', '=', 'created')
    .where('cancel_when', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(MAX_RETIRED)
    .execute();

/** Makes a replaced attempt the open one again. The caller has locked the buyer, and no other one is open. */
export const reopenAttempt = (tx: Tx, id: string, now: number): Promise<PaymentAttemptRow> =>
  updateAttempt(tx, id, { state: 'open', updated_at: now }).returningAll().executeTakeFirstOrThrow();

/** Stores the recipient of the invoice; absent fields stay unchanged. */
export const setInvoiceTo = async (
  db: Db,
  subscriptionRef: string,
  { state, business }: InvoiceTo,
  now: number,
): Promise<void> => {
  if (state === undefined && business === undefined) return;
  await db
    .updateTable('payment_attempts')
    .set({
      buyer_state: (business && stateOfGstin(business.gstin)) ?? state ?? null,
      buyer_gstin: business?.gstin ?? null,
      buyer_name: business?.name ?? null,
      buyer_address: business?.address ?? null,
      updated_at: now,
    })
    .where('subscription_ref', '=', subscriptionRef)
    .execute();
};

/** Once, and only for an attempt of this user. */
export const recordWindowOpened = (
  db: Db,
  { userId, subscriptionId, now }: { userId: string; subscriptionId: string; now: number },
) =>
  db
    .updateTable('payment_attempts')
    .set({ window_opened_at: now })
    .where('subscription_ref', '=', subscriptionId)
    .where('user_id', '=', userId)
    .where('window_opened_at', 'is', null)
    .execute();
