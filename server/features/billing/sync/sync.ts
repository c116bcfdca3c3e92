import type { BillingParts } from '../parts.ts';
import { type Account, createAccount } from './account.ts';
import { createPaymentHealth, type PaymentHealth } from './payment-health.ts';
import { createPlanCheck, type PlanCheck, type PlanCheckNeeds } from './plan-check.ts';
import { type ReconciliationNeeds, type RefreshOf, runReconciliation } from './reconcile.ts';
import { createWebhookReceiver, type WebhookDelivery } from './webhook.ts';

/** Everything that the provider reports, whether it sends a webhook or is asked. */
export interface Sync {
  receiveWebhook(delivery: WebhookDelivery): Promise<void>;
  refreshOf: RefreshOf;
  planCheck: PlanCheck;
  health: PaymentHealth;
  account: Account;
}

export interface SyncNeeds {
  /** Checks the plans that were made at the provider. */
  checkPlans: () => Promise<void>;
}

/** Handles the jobs of the reconciliation. */
export const createSync = (parts: BillingParts, needs: ReconciliationNeeds & SyncNeeds): Sync => {
  const planCheck = createPlanCheck(parts, needs.checkPlans);
  return {
    receiveWebhook: createWebhookReceiver(parts, needs.ledger),
    refreshOf: runReconciliation(parts, needs),
    planCheck,
    health: createPaymentHealth(planCheck, parts.activeProvider),
    account: createAccount(parts, planCheck),
  };
};

/** The health alone, for a process that sells nothing. */
export const examinePayments = (needs: PlanCheckNeeds): PaymentHealth =>
  createPaymentHealth(createPlanCheck(needs), needs.activeProvider);
