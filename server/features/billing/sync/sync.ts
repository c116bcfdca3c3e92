import { createPaymentHealth, type PaymentHealth } from './payment-health.ts';
import { createPlanCheck, type PlanCheck, type PlanCheckNeeds } from './plan-check.ts';
import { type ReconciliationNeeds, type RefreshOf, runReconciliation } from './reconcile.ts';
import { createWebhookReceiver, type WebhookDelivery, type WebhookNeeds } from './webhook.ts';

/** Everything that the provider reports, whether it sends a webhook or is asked. */
export interface Sync {
  receiveWebhook(delivery: WebhookDelivery): Promise<void>;
  refreshOf: RefreshOf;
  planCheck: PlanCheck;
  health: PaymentHealth;
}

/** Handles the jobs of the reconciliation. */
export const createSync = (needs: WebhookNeeds & ReconciliationNeeds & PlanCheckNeeds): Sync => {
  const planCheck = createPlanCheck(needs);
  return {
    receiveWebhook: createWebhookReceiver(needs),
    refreshOf: runReconciliation(needs),
    planCheck,
    health: createPaymentHealth(planCheck, needs.activeProvider),
  };
};

/** The health alone, for a process that sells nothing. */
export const examinePayments = (needs: PlanCheckNeeds): PaymentHealth =>
  createPaymentHealth(createPlanCheck(needs), needs.activeProvider);
