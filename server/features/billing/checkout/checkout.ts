import { messages } from '#contract/messages.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/actor.ts';
import type { Entitlement, Entitlements } from '../entitlement/entitlement.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { BillingParts } from '../parts.ts';
import { CURRENCY, type Plan, type Plans } from '../plans/plans.ts';
import { ProviderError, type SellingAccount } from '../provider/provider.ts';
import type { ProviderPlans } from '../provider-plans/provider-plans.ts';
import { createAttempts, type Started } from './attempts.ts';
import { type InvoiceTo, recordWindowOpened, type Sale } from './attempts.queries.ts';
import { createVerification } from './verification.ts';

export interface Order extends InvoiceTo {
  /** The plan that is chosen at first when undefined. */
  planId?: string | undefined;
}

export interface Checkout {
  /** The public key and script with which the page opens the provider's payment window. */
  key(): Promise<{ key: string; checkoutScript: string }>;
  /** Returns the one subscription that the buyer can pay now. Throws `plan_not_found`. */
  start(buyer: Actor, order: Order): Promise<Started>;
  /** Records when the buyer first saw the payment window. */
  windowOpened(userId: string, subscriptionId: string): Promise<void>;
  /** Records what the payment window returned. Throws `payment_unverified`. */
  verify(userId: string, payload: unknown): Promise<void>;
}

export interface CheckoutNeeds {
  ledger: Ledger;
  plans: Plans;
  providerPlans: ProviderPlans;
  entitlementOf: Entitlements['entitlementOf'];
  asksBuyerState: () => Promise<boolean>;
  /** Asks the provider about the buyer's open attempts. */
  refreshOf: (userId: string) => Promise<unknown>;
}

/** Whether access has ended, or ends so soon that it can be renewed. */
export const isNearEnd = ({ isActive, renewableFrom = 0 }: Entitlement, now: number): boolean =>
  !isActive || now >= renewableFrom;

export const createCheckout = (parts: BillingParts, needs: CheckoutNeeds): Checkout => {
  const { database, clock, activeProvider } = parts;
  const { plans, providerPlans, entitlementOf, asksBuyerState, refreshOf } = needs;
  const attempts = createAttempts(parts);

  const assertMayBuy = async (userId: string): Promise<void> => {
    const entitled = await entitlementOf(userId);
    if (entitled.isActive && (!isNearEnd(entitled, clock.now()) || entitled.term?.willRenew))
      throw fail('already_subscribed');
  };

  const assertState = async ({ state, business }: InvoiceTo): Promise<void> => {
    if (state !== undefined || business !== undefined || !(await asksBuyerState())) return;
    const message = messages.payment.chooseState;
    throw fail('validation_failed', { message, details: [{ path: 'state', message }] });
  };

  const saleOf = async (plan: Plan, account: SellingAccount): Promise<Sale> => {
    const { id: planVersionId, priceInPaise, cycles } = plan.current;
    const planRef = await providerPlans.refOf(plan, account).catch((cause: unknown) => {
      throw cause instanceof ProviderError ? fail('provider_failed', { cause }) : cause;
    });
    return { account, planVersionId, price: { amountInPaise: priceInPaise, currency: CURRENCY }, planRef, cycles };
  };

  return {
    key: async () => {
      const { keyId, checkoutScript } = await activeProvider.sellingAccount();
      return { key: keyId, checkoutScript };
    },
    start: async ({ id, role }, { planId, ...invoiceTo }) => {
      if (role === 'ADMIN') throw fail('admin_has_access');
      await assertState(invoiceTo);
      await assertMayBuy(id);
      const plan = await plans.find(planId);
      const account = await activeProvider.sellingAccount();
      // Money that no event has reported yet is found before the buyer pays again.
      await refreshOf(id);
      await assertMayBuy(id);
      return attempts.open(id, await saleOf(plan, account), invoiceTo);
    },
    windowOpened: (userId, subscriptionId) =>
      recordWindowOpened(database.db, { userId, subscriptionId, now: clock.now() }),
    verify: createVerification(parts, needs.ledger),
  };
};
