import type { Ledger } from '../ledger/ledger.ts';
import type { BillingParts } from '../parts.ts';
import type { Plans } from '../plans/plans.ts';
import type { ProviderPlans } from '../provider-plans/provider-plans.ts';
import type { Refunds } from '../refunds/refunds.ts';
import { type Account, createAccount } from './account.ts';
import { createPaymentHealth, type PaymentHealth } from './payment-health.ts';
import { createPlanCheck, type PlanCheck, type PlanCheckNeeds } from './plan-check.ts';
import { type RefreshOf, runReconciliation } from './reconcile.ts';
import { createWebhookReceiver, type WebhookDelivery } from './webhook.ts';

/** Everything that the provider reports, whether it sends a webhook or is asked. */
export interface Sync {
  receiveWebhook(delivery: WebhookDelivery): Promise<void>;
  refreshOf: RefreshOf;
  planCheck: PlanCheck;
  health: PaymentHealth;
  account: Account;
}

interface RoomsBelow {
  ledger: Ledger;
  refunds: Refunds;
  plans: Plans;
  providerPlans: ProviderPlans;
}

/** Handles the jobs of the reconciliation. */
export const createSync = (parts: BillingParts, { ledger, refunds, plans, providerPlans }: RoomsBelow): Sync => {
  const { activeProvider } = parts;
  /** Checks the plans that were made at the provider. */
  const checkPlans = async (): Promise<void> => {
    if ((await activeProvider.selling()).isOn)
      await providerPlans.check(await plans.listAll(), await activeProvider.sellingAccount());
  };
  const planCheck = createPlanCheck(parts, checkPlans);
  return {
    receiveWebhook: createWebhookReceiver(parts, ledger),
    refreshOf: runReconciliation(parts, { ledger, refunds }),
    planCheck,
    health: createPaymentHealth(planCheck, activeProvider),
    account: createAccount(parts, planCheck),
  };
};

/** The health alone, for a process that sells nothing. */
export const examinePayments = (needs: PlanCheckNeeds): PaymentHealth =>
  createPaymentHealth(createPlanCheck(needs), needs.activeProvider);
