import type { z } from 'zod';
import type { PaymentOrder } from '#contract/billing/payments.ts';
import type { PlanTerm } from '#contract/billing/plan-term.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { PaymentAttemptRow } from '#server/database/tables/purchases.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { PlanOpens } from '../plans/plans.ts';
import type { ActiveProvider, Mode } from '../provider/provider.ts';

/** What is ordered, with the code as it was typed and the network address that it came from. */
export type Order = Omit<z.output<typeof PaymentOrder>, 'couponCode'> & {
  coupon: { code: string; address: string } | undefined;
};

export interface OwnWaysNeeds {
  activeProvider: ActiveProvider;
  ledger: Ledger;
  checkout: {
    startOrder(
      actor: Actor,
      order: Order,
    ): Promise<{ subscriptionId: string; expiresAt: number; isPaid: boolean; amountInPaise: number }>;
    /** What a plan sells for to this user now. Throws `plan_not_found`, and `validation_failed` without the state that invoices name. */
    saleTo(
      userId: string,
      planId: string,
      invoiceTo: Pick<Order, 'state' | 'business'>,
    ): Promise<{ opens: PlanOpens; mode: Mode; begin(tx: Tx, now: number): Promise<PaymentAttemptRow> }>;
    /** Throws `already_subscribed` or `already_covered`. */
    assertMayBuy(on: Db, userId: string, sale: { mode: Mode; opens: PlanOpens; term: PlanTerm }): Promise<void>;
  };
}
