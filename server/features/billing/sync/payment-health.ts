import type { ActiveProvider } from '../provider/provider.ts';
import type { PlanCheck } from './plan-check.ts';

/** A process that does not serve the sandbox never sees it start. */
const SANDBOX_NOT_SERVED = 'starting';

/** The state of selling for an operator, checked at the provider first. */
export const createPaymentHealth = (planCheck: PlanCheck, activeProvider: ActiveProvider) => ({
  apiAddress: async () => (await activeProvider.account()).apiAddress,
  check: async () => {
    const { names, notices, mode } = await activeProvider.account();
    const isChecked = await planCheck.check();
    const { state, sentence } = await planCheck.report();
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
    };
  },
});
