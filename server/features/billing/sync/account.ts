import type { z } from 'zod';
import { api, API_PREFIX } from '#contract/api.ts';
import type { WebhookState } from '#contract/payment-settings.ts';
import { toInstant } from '#server/clock.ts';
import { fail } from '#server/errors.ts';
import type { PaymentAccess } from '#server/settings/payment-access.ts';
import type { BillingParts } from '../parts.ts';
import { type Mode, ProviderError } from '../provider/provider.ts';
import { examineAccount, type PlanCheck } from './plan-check.ts';

const SHOWN_WEBHOOKS = 3;

/** What keeps these keys from selling, as a sentence of its own. */
const reasonIn = (sentence: string): string => {
  const reason = sentence.replace(/^Selling is off: /, '');
  return reason.charAt(0).toUpperCase() + reason.slice(1);
};

/** The account at the provider, for the owner who connects it. */
export interface Account {
  /** Asks the provider about keys that are not saved yet. Throws `keys_refused`, or `provider_unreachable`. */
  check(access: PaymentAccess): Promise<{ found: string; mode: Mode }>;
  /** The mode that the keys are for. */
  modeOf(access: PaymentAccess): Mode;
  /** The mode whose purchases count with these settings. */
  purchaseModeWith(access: PaymentAccess): Promise<Mode>;
  /** Stores the mode whose purchases count, where it depends on more than the settings: the address, the environment. */
  recomputePurchaseMode(): Promise<void>;
  /** To be called after the settings have changed: the page shows what the provider says of them. */
  changed(): Promise<void>;
  webhook(): Promise<z.input<typeof WebhookState>>;
}

export const createAccount = (parts: BillingParts, planCheck: PlanCheck): Account => {
  const { database, settings, activeProvider, publicAddress, money } = parts;

  return {
    check: async (access) => {
      const account = activeProvider.accountWith(access);
      const { mode } = account;
      const off = account.isCallable() ? undefined : await account.sellingOff();
      if (off) throw fail('keys_refused', { message: reasonIn(off.text) });
      try {
        const { state, sentence: found } = await examineAccount(account, money);
        if (state === 'mismatch') throw fail('keys_refused', { message: reasonIn(found) });
        return { found, mode };
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        throw fail('provider_unreachable', { cause: error });
      }
    },
    modeOf: (access) => activeProvider.accountWith(access).mode,
    purchaseModeWith: activeProvider.modeWith,
    recomputePurchaseMode: async () => {
      const mode = await activeProvider.modeWith(await settings.payments());
      if (mode !== (await settings.purchaseMode()))
        await database.transaction((tx) => settings.storePurchaseMode(tx, mode));
    },
    changed: async () => {
      await planCheck.check();
    },
    webhook: async () => {
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
  };
};
