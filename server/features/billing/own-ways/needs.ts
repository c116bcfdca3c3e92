import type { z } from 'zod';
import type { PaymentOrder } from '#contract/billing/payments.ts';
import type { PlanTerm } from '#contract/billing/plan-term.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { PaymentAttemptRow } from '#server/database/tables/purchases.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Places } from '../places/places.ts';
import type { PlanOpens } from '../plans/plans.ts';
import type { ActiveProvider, Mode } from '../provider/provider.ts';

/** What is ordered, with the code as it was typed and the network address that it came from. */
export type Order = Omit<z.output<typeof PaymentOrder>, 'couponCode'> & {
  coupon: { code: string; address: string } | undefined;
};

interface StartedOrder {
  subscriptionId: string;
  expiresAt: number;
  isPaid: boolean;
  amountInPaise: number;
}

/** What a sale opens; `begin` makes its attempt, which is paid in the same transaction. */
interface SaleTo {
  opens: PlanOpens;
  mode: Mode;
  begin(tx: Tx, now: number): Promise<PaymentAttemptRow>;
}

export interface OwnWaysNeeds {
  activeProvider: ActiveProvider;
  ledger: Ledger;
  places: Pick<Places, 'reserve'>;
  checkout: {
    startOrder(actor: Actor, order: Order): Promise<StartedOrder>;
    /** What a plan sells for to this user now. Throws `plan_not_found`, and `validation_failed` without the state that invoices name. */
    saleTo(
      userId: string,
      sold: { planId: string; batchId?: string | undefined },
      invoiceTo: Pick<Order, 'state' | 'business' | 'inParts'>,
    ): Promise<SaleTo>;
    /** Later parts of a purchase, which its first payment names. Both throw `payment_not_found` and `nothing_left_to_pay`. */
    parts: {
      startOrder(userId: string, purchase: { paymentId: string; upTo?: number | undefined }): Promise<StartedOrder>;
      saleTo(userId: string, paymentId: string): Promise<SaleTo>;
    };
    /** Throws `already_subscribed` or `already_covered`. */
    assertMayBuy(on: Db, userId: string, sale: { mode: Mode; opens: PlanOpens; term: PlanTerm }): Promise<void>;
  };
}
