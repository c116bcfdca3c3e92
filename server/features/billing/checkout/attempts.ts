import { setTimeout } from 'node:timers/promises';
import type { InvoiceTo } from '#contract/billing/payments.ts';
import { MINUTE_MS } from '#server/clock.ts';
import type { Tx } from '#server/database/database.ts';
import type { PaymentAttemptRow } from '#server/database/tables/purchases.ts';
import { lockUsers } from '#server/database/lock-users.ts';
import { fail } from '#server/errors.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import {
  bindSubscription,
  endAttempt,
  insertOpenAttempt,
  type NewAttempt,
  openAttemptOf,
  releaseCreation,
  reopenAttempt,
  type Reservations,
  retiredAttemptsOf,
  type Sale,
  setGift,
  setInvoiceTo,
  takeOverCreation,
} from './attempts.queries.ts';
import { type AuditChange, recordAudit } from '#server/audit/audit.ts';
import { type Charge, type PaymentProvider, ProviderError } from '../provider/provider.ts';
import { findAttempt, updateAttempt } from '../purchase-rows/purchase-rows.ts';

const PAYABLE_MS = 24 * 60 * MINUTE_MS;
/** A coupon with few uses is free again soon after a buyer has left. */
const PAYABLE_WITH_COUPON_MS = 60 * MINUTE_MS;
/** A subscription that expires sooner could expire while the buyer pays. An order does not expire at the provider. */
const MIN_TIME_LEFT_MS = 30 * MINUTE_MS;
/** Longer than any call to the provider. */
const CREATION_LEASE_MS = MINUTE_MS;
const WAIT_MS = 15_000;
const POLL_MS = 40;

export interface Started {
  subscriptionId: string;
  /** The provider's own payment page; null when its window opens on this site. */
  checkoutUrl: string | null;
  expiresAt: number;
  /** Nothing is left to pay. */
  isPaid: boolean;
}

/** A row without a plan at the provider is paid once. */
const chargeOf = ({ plan_ref: ref, cycles, amount_in_paise: amountInPaise, currency }: PaymentAttemptRow): Charge =>
  ref === '' ? { kind: 'once', money: { amountInPaise, currency } } : { kind: 'plan', ref, cycles };

const isOfSale = (row: PaymentAttemptRow, sale: Sale, now: number): boolean =>
  row.key_id === sale.account.keyId &&
  row.plan_version_id === sale.planVersionId &&
  row.plan_ref === sale.planRef &&
  row.cycles === sale.cycles &&
  row.amount_in_paise === sale.price.amountInPaise &&
  row.coupon_id === (sale.coupon?.id ?? null) &&
  row.deducts === sale.deducts &&
  row.in_parts === (sale.inParts ?? null) &&
  row.parts_of === (sale.partsOf ?? null) &&
  row.batch_id === (sale.batchId ?? null) &&
  (row.gift_id === null) === (sale.gift === undefined) &&
  row.expires_at - now > (row.plan_ref === '' ? 0 : MIN_TIME_LEFT_MS);

export const createAttempts = (
  { database, clock, publicAddress, log }: BillingPlatform,
  { reserve, hold }: Reservations,
) => {
  const { db } = database;

  const audit = (row: PaymentAttemptRow, change: AuditChange): Promise<void> =>
    recordAudit(db, {
      at: clock.now(),
      source: { kind: 'user', id: row.user_id },
      userId: row.user_id,
      attemptId: row.id,
      ...change,
    });

  const startedOf = (row: PaymentAttemptRow): Started => {
    if (row.subscription_ref === null) throw fail('provider_failed');
    return {
      subscriptionId: row.subscription_ref,
      checkoutUrl: row.checkout_url,
      expiresAt: row.expires_at,
      isPaid: false,
    };
  };

  const noteFailure = async (row: PaymentAttemptRow, isFirstTry: boolean, error: ProviderError): Promise<void> => {
    log.warn({ err: error, attempt: row.id }, 'the provider created no subscription');
    await audit(row, {
      kind: 'subscription_creation_failed',
      detail: { error: error.kind, isAmbiguous: error.isAmbiguous },
    });
    // The attempt is over only when nothing can have been created; otherwise the next caller looks for it first.
    if (isFirstTry && !error.isAmbiguous) await endAttempt(db, row.id, 'settled', clock.now());
    else await releaseCreation(db, row.id, clock.now());
  };

  const create = async (row: PaymentAttemptRow, provider: PaymentProvider, isFirstTry: boolean): Promise<Started> => {
    try {
      const start = await provider.startCheckout({
        attemptId: row.id,
        charge: chargeOf(row),
        user: { id: row.user_id },
        returnUrl: `${await publicAddress()}/checkout`,
        expiresAt: row.expires_at,
        ...(isFirstTry ? {} : { mayExistSince: row.created_at }),
      });
      const bound = await bindSubscription(db, row.id, start, clock.now());
      await audit(row, { kind: 'subscription_created', detail: { ref: start.ref } });
      return startedOf(bound);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      await noteFailure(row, isFirstTry, error);
      throw fail('provider_failed', { cause: error });
    }
  };

  /** An attempt that is continued holds its place for as long as a new one. */
  const holdAgain = async (tx: Tx, { id, user_id: userId }: PaymentAttemptRow, sale: Sale): Promise<void> => {
    if (sale.batchId === undefined) return;
    await updateAttempt(tx, id, { batch_held_until: await hold(tx, userId, sale) }).execute();
  };

  /**
   * Returns the buyer's earlier attempt, if it can still be paid, or a new one, which is stored together with the use of
   * its coupon and its gift. Undefined while another attempt is open.
   */
  const begin = ({ userId, sale, now, creatingUntil }: Omit<NewAttempt, 'expiresAt' | 'heldUntil'>) =>
    database.transaction(async (tx) => {
      const { mode } = sale.account;
      await lockUsers(tx, [userId]);
      if (await openAttemptOf(tx, userId, mode)) return undefined;
      const former = (await retiredAttemptsOf(tx, userId, mode, now)).find((row) => isOfSale(row, sale, now));
      if (former) {
        await holdAgain(tx, former, sale);
        return reopenAttempt(tx, former.id, now);
      }
      const heldUntil = await reserve(tx, userId, sale);
      const expiresAt = now + (sale.coupon ? PAYABLE_WITH_COUPON_MS : PAYABLE_MS);
      return insertOpenAttempt(tx, { userId, sale, creatingUntil, expiresAt, heldUntil, now });
    });

  /** Takes one step from the open attempt: `retry` after a change of it, `wait` while another caller creates its subscription. */
  const step = async (
    userId: string,
    sale: Sale,
    row: PaymentAttemptRow | undefined,
  ): Promise<Started | 'retry' | 'wait'> => {
    const { provider } = sale.account;
    const now = clock.now();
    const creatingUntil = now + CREATION_LEASE_MS;
    if (!row) {
      const begun = await begin({ userId, sale, creatingUntil, now });
      if (!begun) return 'retry';
      return begun.subscription_ref === null ? create(begun, provider, true) : startedOf(begun);
    }
    if (row.subscription_ref !== null && row.provider_status === 'created' && isOfSale(row, sale, now)) {
      if (sale.batchId !== undefined)
        await database.transaction(async (tx) => {
          await lockUsers(tx, [userId]);
          await holdAgain(tx, row, sale);
        });
      return startedOf(row);
    }
    if (row.subscription_ref === null && row.creating_until > now) return 'wait';
    if (row.subscription_ref !== null || !isOfSale(row, sale, now)) {
      await endAttempt(db, row.id, 'retired', now);
      return 'retry';
    }
    return (await takeOverCreation(db, row.id, now, creatingUntil)) ? create(row, provider, false) : 'wait';
  };

  /**
   * Returns the one subscription that the buyer can pay now, and creates it when there is none. With concurrent
   * requests, in any number of processes, the provider creates one. A returning buyer pays the earlier attempt. The last
   * `invoiceTo` and the last gift are stored. Throws `provider_failed`.
   */
  return async (userId: string, sale: Sale, invoiceTo: InvoiceTo): Promise<Started> => {
    const giveUpAt = performance.now() + WAIT_MS;
    let waitedFor: string | undefined;
    for (;;) {
      const row = await openAttemptOf(db, userId, sale.account.mode);
      // The caller that this one waited for has just failed: the provider is not called again.
      const failed = row || waitedFor === undefined ? undefined : await findAttempt(db, waitedFor);
      if (failed?.state === 'settled' && failed.subscription_ref === null) throw fail('provider_failed');
      const next = await step(userId, sale, row);
      if (typeof next === 'object') {
        await setInvoiceTo(db, next.subscriptionId, invoiceTo, clock.now());
        if (sale.gift) await setGift(db, next.subscriptionId, sale.gift);
        return next;
      }
      waitedFor = next === 'wait' ? row?.id : undefined;
      if (performance.now() > giveUpAt) throw fail('busy');
      if (next === 'wait') await setTimeout(POLL_MS);
    }
  };
};
