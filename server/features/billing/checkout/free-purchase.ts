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
  type Reserve,
  type Sale,
} from './attempts.queries.ts';
import type { Started } from './attempts.ts';
import { assertMayBuy } from './may-buy.ts';

/**
 * Records a purchase that costs nothing, of a free plan or with a coupon: no provider is called, and access opens, or a gift is ready, in the transaction that
 * takes the coupon's use. The ledger has a payment of 0, with a generated id. Throws `already_subscribed` and `too_many_free_gifts`.
 */
export const createFreePurchase =
  (platform: BillingPlatform, { ledger, reserve }: { ledger: Ledger; reserve: Reserve }) =>
  (userId: string, sale: Sale): Promise<Started> =>
    platform.database.transaction(async (tx) => {
      await lockUsers(tx, [userId]);
      const now = platform.clock.now();
      const { mode } = sale.account;
      await reserve(tx, userId, sale);
      const open = await openAttemptOf(tx, userId, mode);
      if (open) await endAttempt(tx, open.id, 'retired', now);
      const row = await insertOpenAttempt(tx, { userId, sale, creatingUntil: now, expiresAt: now, now });
      if (!row) throw fail('busy');
      if (sale.gift) await assertMayGiveFree(tx, userId, now);
      else await assertMayBuy(tx, platform, { history: await accessHistoryOf(tx, userId, mode), opens: sale.opens });
      const id = `free_${row.id}`;
      await bindSubscription(tx, row.id, { kind: 'popup', ref: id, expiresAt: now }, now);
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
