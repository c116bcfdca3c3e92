import { wayNames } from '#contract/billing/way-names.ts';
import { waysOn } from '#contract/billing/way-settings.ts';
import type { Settings } from '#server/settings/settings.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Plans } from '../plans/plans.ts';
import type { ActiveProvider } from '../provider/provider.ts';
import type { ProviderPlans } from '../provider-plans/provider-plans.ts';
import type { Refunds } from '../refunds/refunds.ts';
import { createAccount } from './account.ts';
import { createPlanCheck, type PlanCheck } from './plan-check.ts';
import { runReconciliation } from './reconcile.ts';
import { createWebhookReceiver } from './webhook.ts';

/** A process that does not serve the sandbox never sees it start. */
const SANDBOX_NOT_SERVED = 'starting';

/** The state of selling for an operator, checked at the provider first. */
const createPaymentHealth = (
  { settings }: { settings: Pick<Settings, 'ways'> },
  planCheck: PlanCheck,
  activeProvider: ActiveProvider,
) => ({
  apiAddress: async () => (await activeProvider.account()).apiAddress,
  check: async () => {
    const { names, notices, mode } = await activeProvider.account();
    const isChecked = await planCheck.check();
    const { state, sentence } = await planCheck.state();
    const { off } = await activeProvider.selling();
    return {
      provider: names.provider,
      keys: names.keys,
      off: off?.code === SANDBOX_NOT_SERVED ? undefined : off?.text,
      isRefused: state === 'mismatch',
      isTestMode: mode === 'test',
      isChecked,
      planMessage: sentence,
      notices: notices.map(({ text }) => text),
      ownWays: waysOn(await settings.ways()).map((way) => wayNames[way]),
    };
  },
});

export type Sync = ReturnType<typeof createSync>;

/** Receives webhooks and reconciles with the provider. Handles the jobs of the reconciliation. */
export const createSync = (
  platform: BillingPlatform,
  rooms: {
    activeProvider: ActiveProvider;
    ledger: Ledger;
    refunds: Refunds;
    plans: Plans;
    providerPlans: ProviderPlans;
  },
) => {
  const { activeProvider, plans, providerPlans } = rooms;
  /** Checks the plans that were created at the provider. */
  const checkOthers = async (): Promise<void> => {
    if ((await activeProvider.selling()).isOn)
      await providerPlans.check(await plans.listAll(), await activeProvider.sellingAccount());
  };
  const planCheck = createPlanCheck(platform, { activeProvider, checkOthers });
  return {
    receiveWebhook: createWebhookReceiver(platform, rooms),
    refreshOf: runReconciliation(platform, rooms),
    planCheck,
    health: createPaymentHealth(platform, planCheck, activeProvider),
    account: createAccount(platform, { activeProvider, planCheck }),
  };
};

/** The health alone, for a process that sells nothing. */
export const examinePayments = (
  platform: Pick<BillingPlatform, 'clock' | 'log' | 'money'> & { settings: Pick<Settings, 'ways'> },
  activeProvider: ActiveProvider,
) => createPaymentHealth(platform, createPlanCheck(platform, { activeProvider }), activeProvider);
