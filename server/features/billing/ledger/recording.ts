import type { RefundRow } from '#server/database/payment-tables.ts';
import type { AuditChange, AuditEntry } from '../audit/audit.ts';
import type { Mode } from '../provider/provider.ts';
import type { Bought } from './ledger.queries.ts';
import type { Recomputing } from './recomputing.ts';

/** A paid use of a coupon, which is an attempt. */
export interface CouponUse {
  couponId: string;
  attemptId: string;
  userId: string;
  paymentId: string;
  mode: Mode;
}

/** Events of one source that are recorded together, and the follow-up work after all of them. */
export interface Recording extends Recomputing {
  readonly provider: string;
  /** The attempts of the subscriptions that the events name and that were known before. */
  readonly bySubscription: ReadonlyMap<string, Bought>;
  /** Adds an audit entry of this source. */
  audit(entry: AuditChange & Pick<AuditEntry, 'userId' | 'attemptId' | 'paymentId'>): void;
  /** Payments whose standing is recomputed. */
  readonly paymentIds: Set<string>;
  /** Days whose sales are recomputed. */
  readonly days: Set<string>;
  /** Refunds that end access and have just failed. */
  readonly failedRefunds: RefundRow[];
  /** Uses of coupons that have just been paid. */
  readonly couponUses: CouponUse[];
  /** Gifts that have just been paid. */
  readonly paidGifts: string[];
}
