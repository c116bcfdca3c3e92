import type { z } from 'zod';
import { api, API_PREFIX } from '#contract/api.ts';
import type { Write } from '#contract/languages/say.ts';
import type { WebhookState } from '#contract/billing/payment-settings.ts';
import { toInstant } from '#server/clock.ts';
import { fail } from '#server/errors.ts';
import { inEnglish } from '#server/languages.ts';
import type { PaymentAccess } from '#server/settings/payment-access.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { type ActiveProvider, type Mode, ProviderError } from '../provider/provider.ts';
import { examineAccount, type PlanCheck } from './plan-check.ts';

const SHOWN_WEBHOOKS = 3;

/** Why these keys cannot sell, as a sentence. */
const reasonIn = (sentence: string): string => {
  const reason = sentence.replace(/^Selling is off: /, '');
  return reason.charAt(0).toUpperCase() + reason.slice(1);
};

/** The account at the provider, for the owner who connects it. */
export const createAccount = (
  { database, settings, publicAddress, money }: BillingPlatform,
  { activeProvider, planCheck }: { activeProvider: ActiveProvider; planCheck: PlanCheck },
) => ({
  /** Checks unsaved keys at the provider. Throws `keys_refused`, or `provider_unreachable`. */
  check: async (access: PaymentAccess, write: Write = inEnglish): Promise<{ found: string; mode: Mode }> => {
    const account = activeProvider.accountWith(access);
    const { mode } = account;
    const off = account.isCallable() ? undefined : await account.sellingOff();
    if (off) throw fail('keys_refused', { message: reasonIn(write(off.text)) });
    try {
      const { state, sentence } = await examineAccount(account, money);
      const found = write(sentence);
      if (state === 'mismatch') throw fail('keys_refused', { message: reasonIn(found) });
      return { found, mode };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      throw fail('provider_unreachable', { cause: error });
    }
  },
  /** The mode that the keys are for. */
  modeOf: (access: PaymentAccess): Mode => activeProvider.accountWith(access).mode,
  /** The mode whose purchases count with these settings. */
  purchaseModeWith: activeProvider.modeWith,
  /** Stores the mode whose purchases count, where it depends on more than the settings: the address, the environment. */
  recomputePurchaseMode: async (): Promise<void> => {
    const mode = await activeProvider.modeWith(await settings.payments());
    if (mode !== (await settings.purchaseMode()))
      await database.transaction((tx) => settings.storePurchaseMode(tx, mode));
  },
  /** To be called after a change of the settings: the page shows the result of the check. */
  changed: async (): Promise<void> => {
    await planCheck.check();
  },
  webhook: async (): Promise<z.input<typeof WebhookState>> => {
    const { names } = await activeProvider.account();
    const rows = await database.db
      .selectFrom('webhook_events')
      .select(['type', 'outcome', 'received_at'])
      .orderBy('received_at', 'desc')
      .limit(SHOWN_WEBHOOKS)
      .execute();
    return {
      provider: names.provider,
      address: `${await publicAddress()}${API_PREFIX}${api.payments.webhook.path}`,
      events: rows.map(({ type, outcome, received_at }) => ({ type, outcome, receivedAt: toInstant(received_at) })),
    };
  },
});
