import { idDoesNotExist } from './errors.ts';
import type {
  Dispute,
  Invoice,
  Order,
  Payment,
  Plan,
  Refund,
  RefundKey,
  Settings,
  State,
  Subscription,
  WebhookEvent,
} from './records.ts';

export interface Table<T> {
  get(id: string): T | undefined;
  /** Throws the provider's error when there is no such record. */
  find(id: string): T;
  /** Every record, oldest first. */
  all(): T[];
  /** Inserts or replaces a record. Beyond `maxRecords`, the oldest one is dropped. */
  put(record: T): T;
}

export type Kind = keyof State;
/** Records to add to those in memory. */
export type LoadedState = { [K in Kind]?: State[K] | undefined };

interface Records {
  plans: Table<Plan>;
  subscriptions: Table<Subscription>;
  orders: Table<Order>;
  payments: Table<Payment>;
  invoices: Table<Invoice>;
  refunds: Table<Refund>;
  refundKeys: Table<RefundKey>;
  disputes: Table<Dispute>;
  events: Table<WebhookEvent>;
  settings(): Settings;
  changeSettings(patch: Partial<Settings>): void;
}

/** The state, kept in a file by one process or shared by several. */
export interface Store extends Records {
  /** Runs synchronous work on the latest state, alone among all processes; changes are made only in a turn. */
  turn<T>(work: () => T): Promise<T>;
  /** Writes what has not been written yet. */
  close(): Promise<void>;
}

export const maxRecords = 2_000;

const createTable = <T extends { id: string }>(
  kind: Exclude<Kind, 'settings'>,
  changed: (kind: Kind, id: string) => void,
) => {
  const byId = new Map<string, T>();
  const drop = (): string | undefined => {
    const [oldest] = byId.keys();
    if (byId.size <= maxRecords || oldest === undefined) return undefined;
    byId.delete(oldest);
    return oldest;
  };
  const table: Table<T> = {
    get: (id) => byId.get(id),
    find: (id) => {
      const found = byId.get(id);
      if (found === undefined) throw idDoesNotExist();
      return found;
    },
    all: () => [...byId.values()],
    put: (record) => {
      byId.set(record.id, record);
      const dropped = drop();
      if (dropped !== undefined) changed(kind, dropped);
      changed(kind, record.id);
      return record;
    },
  };
  const load = (records: readonly T[] = []): void => {
    for (const record of records) {
      byId.set(record.id, record);
      drop();
    }
  };
  return { kind, table, load, clear: () => byId.clear() };
};

/** The state in memory. `changed` is called for each record that is put or dropped; loading changes nothing. */
export const createMemory = (changed: (kind: Kind, id: string) => void) => {
  const plans = createTable<Plan>('plans', changed);
  const subscriptions = createTable<Subscription>('subscriptions', changed);
  const orders = createTable<Order>('orders', changed);
  const payments = createTable<Payment>('payments', changed);
  const invoices = createTable<Invoice>('invoices', changed);
  const refunds = createTable<Refund>('refunds', changed);
  const refundKeys = createTable<RefundKey>('refundKeys', changed);
  const disputes = createTable<Dispute>('disputes', changed);
  const events = createTable<WebhookEvent>('events', changed);
  const lists = { plans, subscriptions, orders, payments, invoices, refunds, refundKeys, disputes, events };
  let settings: Settings | undefined;

  const currentSettings = (): Settings => {
    if (settings === undefined) throw new Error('The sandbox has no settings');
    return settings;
  };
  const store: Records = {
    plans: plans.table,
    subscriptions: subscriptions.table,
    orders: orders.table,
    payments: payments.table,
    invoices: invoices.table,
    refunds: refunds.table,
    refundKeys: refundKeys.table,
    disputes: disputes.table,
    events: events.table,
    settings: currentSettings,
    changeSettings: (patch) => {
      settings = { ...currentSettings(), ...patch };
      changed('settings', 'settings');
    },
  };
  const load = (state: LoadedState): void => {
    settings = state.settings ?? settings;
    plans.load(state.plans);
    subscriptions.load(state.subscriptions);
    orders.load(state.orders);
    payments.load(state.payments);
    invoices.load(state.invoices);
    refunds.load(state.refunds);
    refundKeys.load(state.refundKeys);
    disputes.load(state.disputes);
    events.load(state.events);
  };
  return {
    store,
    load,
    isEmpty: (): boolean => settings === undefined,
    /** Loads a state, every record of which counts as changed. */
    begin: (state: State): void => {
      load(state);
      changed('settings', 'settings');
      for (const { kind, table } of Object.values(lists)) for (const { id } of table.all()) changed(kind, id);
    },
    all: () => {
      const records = Object.values(lists).map(({ kind, table }) => [kind, table.all()]);
      return { settings, ...Object.fromEntries(records) };
    },
    get: (kind: Kind, id: string): unknown => (kind === 'settings' ? settings : lists[kind].table.get(id)),
    clear: (): void => {
      for (const { clear } of Object.values(lists)) clear();
    },
  };
};
