import type { PaidParts } from '#contract/billing/part-fields.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import type { RefundRow } from '#server/database/tables/purchases.ts';
import type { AuditChange, AuditEntry, Source } from '#server/audit/audit.ts';
import type { PaidUse } from '../coupons/coupons.ts';
import type { Mode } from '../provider/provider.ts';
import type { Bought } from './ledger.queries.ts';

/** The mode and the moment of a recomputation, and what causes it. */
export interface Recomputing {
  readonly mode: Mode;
  readonly now: number;
  /** As it is now. */
  readonly calendar: SchoolCalendar;
  readonly source: Source;
}

/** A computed value that was stored otherwise. */
export interface Difference {
  what: string;
  stored: string | number | null | undefined;
  computed: string | number | null | undefined;
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
  readonly couponUses: (PaidUse & { paymentId: string })[];
  /** Requests that have just been closed, because what they wait for was paid otherwise. */
  readonly closedRequests: string[];
  /** Of the payments of purchases in parts: what each paid. */
  readonly paidParts: Map<string, PaidParts>;
  /** Gifts that have just been paid. */
  readonly paidGifts: string[];
}
