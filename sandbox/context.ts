import type { ActivityLog } from './activity-log.ts';
import type { EventDraft } from './events.ts';
import { newId, newKeyId, newSecret } from './ids.ts';
import type { Settings, State, Switches } from './records.ts';
import type { Store } from './store.ts';

/** What every part of the sandbox works with. */
export interface Context {
  store: Store;
  log: ActivityLog;
  /** The sandbox's own clock: the app's time plus what the control API added. */
  nowSeconds(): number;
  switches(): Switches;
  setSwitches(patch: Partial<Switches>): void;
  publish(drafts: EventDraft[]): void;
}

export const defaultSwitches: Switches = {
  clock_offset_seconds: 0,
  complete_at_once: true,
  failing_charges: 0,
  refunds: 'processed',
  webhooks: { enabled: true, duplicates: 0, drop_next: 0, forge_next: 0, delay_ms: 0, reverse: false },
  faults: [],
};

/** New keys and the yearly plan of 49,900 paise. */
export const initialState = (nowSeconds: number): State => {
  const planId = newId('plan');
  return {
    settings: {
      account_id: newId('acc'),
      plan_id: planId,
      keys: [{ id: newKeyId(), secret: newSecret(), dies_at: null }],
      webhook_secrets: [newSecret()],
      switches: defaultSwitches,
    },
    plans: [
      {
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
      },
    ],
    subscriptions: [],
    orders: [],
    payments: [],
    invoices: [],
    refunds: [],
    refundKeys: [],
    disputes: [],
    events: [],
  };
};

/** Signs with this secret from now on; the one before stays valid. */
export const setWebhookSecret = (store: Store, secret: string): void => {
  const others = store.settings().webhook_secrets.filter((other) => other !== secret);
  store.changeSettings({ webhook_secrets: [secret, ...others].slice(0, 2) });
};

/** The keys that still work, the current one first. */
export const validKeys = ({ store, nowSeconds }: Context): Settings['keys'] =>
  store.settings().keys.filter((key) => key.dies_at === null || key.dies_at > nowSeconds());

export const currentKey = (store: Store): Settings['keys'][number] => {
  const [current] = store.settings().keys;
  if (current === undefined) throw new Error('The sandbox has no key');
  return current;
};
