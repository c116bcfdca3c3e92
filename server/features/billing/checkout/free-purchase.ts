import type { InvoiceTo } from '#contract/billing/payments.ts';
import type { Tx } from '#server/database/database.ts';
import type { PaymentAttemptRow } from '#server/database/tables/purchases.ts';
import { fail } from '#server/errors.ts';
import { lockUsers } from '#server/database/lock-users.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { accessHistoryOf } from '../entitlement/entitlement.ts';
import { assertMayGiveFree } from '../gifts/gifts.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { PaymentEvent } from '../provider/provider.ts';
import {
  bindSubscription,
  endAttempt,
  insertOpenAttempt,
  openAttemptOf,
  type Reservations,
  type Sale,
  setInvoiceTo,
} from './attempts.queries.ts';
import type { Started } from './attempts.ts';
import { assertMayBuy } from './may-buy.ts';

/**
 * An attempt that is paid in this transaction, which has locked the buyer. It takes the place of the one at which the buyer is, as
 * one may be open.
 */
export const insertSettledAttempt = async (
  tx: Tx,
  {
    userId,
    sale,
    invoiceTo = {},
    now,
    refOf,
  }: { userId: string; sale: Sale; invoiceTo?: InvoiceTo; now: number; refOf: (attemptId: string) => string },
): Promise<PaymentAttemptRow> => {
  const open = await openAttemptOf(tx, userId, sale.account.mode);
  if (open) await endAttempt(tx, open.id, 'retired', now);
  const row = await insertOpenAttempt(tx, {
    userId,
    sale,
    creatingUntil: now,
    expiresAt: now,
    heldUntil: null,
    now,
  });
  if (!row) throw fail('busy');
  const ref = refOf(row.id);
  const bound = await bindSubscription(tx, row.id, { kind: 'popup', ref, expiresAt: now }, now);
  await setInvoiceTo(tx, ref, invoiceTo, now);
  return bound;
};

/**
 * Records a purchase that costs nothing, of a free plan or with a coupon: no provider is called, and access opens, or a gift is ready, in the transaction that
 * takes the coupon's use. The ledger has a payment of 0, with a generated id. Throws `already_subscribed` and `too_many_free_gifts`.
 */
export const createFreePurchase =
  (platform: BillingPlatform, { ledger, reserve }: { ledger: Ledger } & Pick<Reservations, 'reserve'>) =>
  (userId: string, sale: Sale): Promise<Started> =>
    platform.database.transaction(async (tx) => {
      await lockUsers(tx, [userId]);
      const now = platform.clock.now();
      const { mode } = sale.account;
      await reserve(tx, userId, sale);
      const row = await insertSettledAttempt(tx, { userId, sale, now, refOf: (attemptId) => `free_${attemptId}` });
      if (sale.gift) await assertMayGiveFree(tx, userId, now);
      else if (!sale.isBatchOfPlan)
        await assertMayBuy(tx, platform, { history: await accessHistoryOf(tx, userId, mode), ...sale });
      const id = `free_${row.id}`;
      const payment: PaymentEvent = {
        kind: 'payment',
        id,
        subscriptionRef: id,
        status: 'captured',
        money: sale.price,
        masked: sale.coupon?.code,
        feeInPaise: 0,
        initiatedAt: now,
        paidAt: now,
        isConfirmed: true,
      };
      await ledger.record(tx, [payment], { source: { kind: 'user', id: userId }, mode });
      return { subscriptionId: id, checkoutUrl: null, expiresAt: now, isPaid: true };
    });
