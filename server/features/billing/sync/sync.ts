import { formatPaise } from '#server/money.ts';
import type { Platform } from '#server/platform.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Plans } from '../plans/plans.ts';
import type { ActiveProvider } from '../provider/provider.ts';
import type { ProviderPlans } from '../provider-plans/provider-plans.ts';
import type { Refunds } from '../refunds/refunds.ts';
import { createAccount } from './account.ts';
import { createPaymentHealth } from './payment-health.ts';
import { createPlanCheck } from './plan-check.ts';
import { runReconciliation } from './reconcile.ts';
import { createWebhookReceiver } from './webhook.ts';

export type Sync = ReturnType<typeof createSync>;

interface RoomsBelow {
  activeProvider: ActiveProvider;
  ledger: Ledger;
  refunds: Refunds;
  plans: Plans;
  providerPlans: ProviderPlans;
}

/** Receives webhooks and reconciles with the provider. Handles the jobs of the reconciliation. */
export const createSync = (
  platform: Pick<
    Platform,
    'config' | 'database' | 'jobs' | 'clock' | 'settings' | 'publicAddress' | 'observer' | 'log'
  >,
  rooms: RoomsBelow,
) => {
  const { activeProvider, plans, providerPlans } = rooms;
  const money = (inPaise: number): string => formatPaise(inPaise, platform.config.currencySymbol);
  /** Checks the plans that were created at the provider. */
  const checkOthers = async (): Promise<void> => {
    if ((await activeProvider.selling()).isOn)
      await providerPlans.check(await plans.listAll(), await activeProvider.sellingAccount());
  };
  const planCheck = createPlanCheck(platform, { activeProvider, money, checkOthers });
  return {
    receiveWebhook: createWebhookReceiver(platform, rooms),
    refreshOf: runReconciliation(platform, rooms),
    planCheck,
    health: createPaymentHealth(planCheck, activeProvider),
    account: createAccount(platform, { activeProvider, planCheck, money }),
  };
};

/** The health alone, for a process that sells nothing. */
export const examinePayments = (
  { config, ...platform }: Pick<Platform, 'config' | 'clock' | 'log'>,
  activeProvider: ActiveProvider,
) => {
  const money = (inPaise: number): string => formatPaise(inPaise, config.currencySymbol);
  return createPaymentHealth(createPlanCheck(platform, { activeProvider, money }), activeProvider);
};
