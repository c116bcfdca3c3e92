import type { ActivityLog } from './activity-log.ts';
import { newId, newKeyId, newSecret } from './ids.ts';
import type { EventDraft } from './events.ts';
import type { Settings, Switches } from './records.ts';
import type { Store } from './store.ts';

/** What every part of the stand-in works on. */
export interface Context {
  store: Store;
  log: ActivityLog;
  /** The stand-in's own clock: the app's plus whatever the control API advanced. */
  nowSeconds(): number;
  settings(): Settings;
  switches(): Switches;
  flip(patch: Partial<Switches>): void;
  publish(drafts: EventDraft[]): void;
}

export const defaultSwitches: Switches = {
  clock_offset_seconds: 0,
  complete_at_once: true,
  failing_charges: 0,
  refunds: 'processed',
  webhooks: {
    enabled: true,
    duplicates: 0,
    drop_next: 0,
    forge_next: 0,
    delay_ms: 0,
    reverse: false,
  },
  faults: [],
};

/** Reads the settings, or makes them with fresh keys and the yearly plan of 49,900 paise. */
export const ensureSettings = (store: Store, nowSeconds: number, givenWebhookSecret: string | undefined): Settings => {
  const settings = store.get('settings', 'settings') ?? firstSettings(store, nowSeconds);
  if (givenWebhookSecret === undefined || settings.webhook_secrets[0] === givenWebhookSecret) {
    return settings;
  }
  const others = settings.webhook_secrets.filter((secret) => secret !== givenWebhookSecret);
  const changed = { ...settings, webhook_secrets: [givenWebhookSecret, ...others].slice(0, 2) };
  store.put('settings', changed);
  return changed;
};

const firstSettings = (store: Store, nowSeconds: number): Settings =>
  store.change(() => {
    const planId = newId('plan');
    store.put('plan', {
      id: planId,
      item_id: newId('item'),
      period: 'yearly',
      interval: 1,
      name: 'Subscription Bundle',
      description: null,
      amount: 49_900,
      currency: 'INR',
      notes: {},
      created_at: nowSeconds,
    });
    const settings: Settings = {
      id: 'settings',
      account_id: newId('acc'),
      plan_id: planId,
      keys: [{ id: newKeyId(), secret: newSecret(), dies_at: null }],
      webhook_secrets: [newSecret()],
      switches: defaultSwitches,
    };
    store.put('settings', settings);
    return settings;
  });

/** The keys that still work, the current one first. */
export const liveKeys = (context: Context): Settings['keys'] =>
  context.settings().keys.filter((key) => key.dies_at === null || key.dies_at > context.nowSeconds());
