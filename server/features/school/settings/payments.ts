import type { z } from 'zod';
import type { Write } from '#contract/languages/say.ts';
import { messages } from '#contract/messages.ts';
import type { PaymentKeys, PaymentsChange, WebhookState } from '#contract/billing/payment-settings.ts';
import type { Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { PaymentAccess } from '#server/settings/payment-access.ts';
import type { Settings } from '#server/settings/settings.ts';

/** The account at the payment provider. */
export interface PaymentAccount {
  /** Throws `keys_refused`, or `provider_unreachable`. */
  check(access: PaymentAccess, write?: Write): Promise<{ found: string; mode: PaymentAccess['mode'] }>;
  /** The mode that the keys are for. */
  modeOf(access: PaymentAccess): PaymentAccess['mode'];
  /** The mode whose purchases count with these settings. */
  purchaseModeWith(access: PaymentAccess): Promise<PaymentAccess['mode']>;
  changed(): Promise<void>;
  webhook(): Promise<z.input<typeof WebhookState>>;
}

/** Changes one section in a transaction, with its audit entry. */
export type SaveSection = (actor: Actor, section: string, change: (tx: Tx) => Promise<string[]>) => Promise<void>;

type Keys = z.output<typeof PaymentKeys>;

const invalid = (path: string, message: string) => fail('validation_failed', { details: [{ path, message }] });

const isSameAccount = (before: PaymentAccess, { mode, keyId, planId }: z.output<typeof PaymentsChange>): boolean =>
  before.mode === mode && before.keyId === keyId && before.planId === planId;

export const createPaymentChanges = ({
  settings,
  account,
  save,
}: {
  settings: Pick<Settings, 'payments' | 'change' | 'storePurchaseMode'>;
  account: PaymentAccount;
  save: SaveSection;
}) => {
  /** A stored secret is sent with no key but its own. */
  const withSecret = (
    before: PaymentAccess,
    mode: PaymentAccess['mode'],
    { keySecret, ...keys }: Keys,
  ): PaymentAccess => {
    const secret = keySecret || (keys.keyId === before.keyId ? before.keySecrets[0] : undefined);
    if (secret === undefined) throw invalid('keySecret', messages.settings.secretOfKey);
    return { ...keys, mode, keySecrets: [secret], webhookSecrets: before.webhookSecrets, isReadable: true };
  };

  const checkKeys = async (keys: Keys, write: Write): Promise<string> => {
    if (keys.keyId === '') throw invalid('keyId', messages.settings.incomplete);
    const before = await settings.payments();
    return (await account.check(withSecret(before, before.mode, keys), write)).found;
  };

  /** The mode whose purchases count follows in the same transaction. */
  const saveWith = async (actor: Actor, next: PaymentAccess, change: (tx: Tx) => Promise<string[]>): Promise<void> => {
    const purchaseMode = await account.purchaseModeWith(next);
    await save(actor, 'payments', async (tx) => {
      const fields = await change(tx);
      await settings.storePurchaseMode(tx, purchaseMode);
      return fields;
    });
    await account.changed();
  };

  const savePayments = async (actor: Actor, change: z.output<typeof PaymentsChange>): Promise<void> => {
    const { keySecret, webhookSecret, ...values } = change;
    const { mode, ...keys } = values;
    const before = await settings.payments();
    if (keys.keyId === '') {
      if (mode === 'live') throw invalid('keyId', messages.settings.liveNeedsKeys);
      const next = { ...values, keySecrets: [], webhookSecrets: [], isReadable: true };
      return saveWith(actor, next, (tx) =>
        settings.change(tx, 'payments', values, { keySecret: '', webhookSecret: '' }),
      );
    }
    const next = withSecret(before, mode, { ...keys, keySecret });
    if (keySecret !== undefined || !isSameAccount(before, change)) await account.check(next);
    const keyMode = account.modeOf(next);
    if (mode === 'live' && keyMode === 'test') throw invalid('keyId', messages.settings.liveNeedsKeys);
    // Webhooks signed with test keys must not count as live.
    const keepsPrevious = account.modeOf(before) === keyMode ? ['keySecret', 'webhookSecret'] : [];
    return saveWith(actor, next, (tx) =>
      settings.change(tx, 'payments', values, { keySecret, webhookSecret }, keepsPrevious),
    );
  };

  return { savePayments, checkKeys };
};
