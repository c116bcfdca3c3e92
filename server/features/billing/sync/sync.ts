import { createPlanCheck, type PlanCheck, type PlanCheckNeeds } from './plan-check.ts';
import { createPaymentHealth, type PaymentHealth } from './payment-health.ts';
import {
  createReconciliation,
  type Reconciliation,
  type ReconciliationNeeds,
  runReconciliationJobs,
} from './reconcile.ts';
import { createWebhookReceiver, type WebhookDelivery, type WebhookNeeds } from './webhook.ts';
import type { Jobs } from '#server/jobs/jobs.ts';

/** Everything that the provider reports, whether it sends a webhook or is asked. */
export interface Sync extends Pick<Reconciliation, 'refreshOf'> {
  receiveWebhook(delivery: WebhookDelivery): Promise<void>;
  planCheck: PlanCheck;
  health: PaymentHealth;
}

export type SyncNeeds = WebhookNeeds & ReconciliationNeeds & PlanCheckNeeds & { jobs: Jobs };

export const createSync = (needs: SyncNeeds): Sync => {
  const reconciliation = createReconciliation(needs);
  runReconciliationJobs(needs.jobs, reconciliation);
  const planCheck = createPlanCheck(needs);
  return {
    receiveWebhook: createWebhookReceiver(needs),
    refreshOf: reconciliation.refreshOf,
    planCheck,
    health: createPaymentHealth(planCheck, needs.activeProvider),
  };
};

/** The health alone, for a process that sells nothing. */
export const examinePayments = (needs: PlanCheckNeeds): PaymentHealth =>
  createPaymentHealth(createPlanCheck(needs), needs.activeProvider);
