import { idDoesNotExist } from './errors.ts';
import { type Settings, type State, stateSchema } from './records.ts';

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
type ListKind = Exclude<Kind, 'settings'>;
/** Records to add to those in memory. */
export type LoadedState = { [K in Kind]?: State[K] | undefined };

interface Records extends Readonly<{ [K in ListKind]: Table<State[K][number]> }> {
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

const listKinds = stateSchema.omit({ settings: true }).keyof();
export const maxRecords = 2_000;

/** A table that can also be loaded and emptied, which changes nothing. */
interface MemoryTable<T> extends Table<T> {
  load(records?: readonly T[]): void;
  clear(): void;
}

const createTable = <T extends { id: string }>(changed: (id: string) => void): MemoryTable<T> => {
  const byId = new Map<string, T>();
  const drop = (): string | undefined => {
    const [oldest] = byId.keys();
    if (byId.size <= maxRecords || oldest === undefined) return undefined;
    byId.delete(oldest);
    return oldest;
  };
  return {
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
      if (dropped !== undefined) changed(dropped);
      changed(record.id);
      return record;
    },
    load: (records = []) => {
      for (const record of records) {
        byId.set(record.id, record);
        drop();
      }
    },
    clear: () => byId.clear(),
  };
};

/** The state in memory. `changed` is called for each record that is put or dropped; loading changes nothing. */
export const createMemory = (changed: (kind: Kind, id: string) => void) => {
  const tableOf = <K extends ListKind>(kind: K) => createTable<State[K][number]>((id) => changed(kind, id));
  const tables = {
    plans: tableOf('plans'),
    subscriptions: tableOf('subscriptions'),
    orders: tableOf('orders'),
    payments: tableOf('payments'),
    invoices: tableOf('invoices'),
    refunds: tableOf('refunds'),
    refundKeys: tableOf('refundKeys'),
    disputes: tableOf('disputes'),
    events: tableOf('events'),
  } satisfies { [K in ListKind]: MemoryTable<State[K][number]> };
  const kinds = listKinds.options;
  let settings: Settings | undefined;

  const currentSettings = (): Settings => {
    if (settings === undefined) throw new Error('The sandbox has no settings');
    return settings;
  };
  const load = (state: LoadedState): void => {
    settings = state.settings ?? settings;
    tables.plans.load(state.plans);
    tables.subscriptions.load(state.subscriptions);
    tables.orders.load(state.orders);
    tables.payments.load(state.payments);
    tables.invoices.load(state.invoices);
    tables.refunds.load(state.refunds);
    tables.refundKeys.load(state.refundKeys);
    tables.disputes.load(state.disputes);
    tables.events.load(state.events);
  };
  const store: Records = {
    ...tables,
    settings: currentSettings,
    changeSettings: (patch) => {
      settings = { ...currentSettings(), ...patch };
      changed('settings', 'settings');
    },
  };
  return {
    store,
    load,
    isEmpty: (): boolean => settings === undefined,
    /** Loads a state, every record of which counts as changed. */
    begin: (state: State): void => {
      load(state);
      changed('settings', 'settings');
      for (const kind of kinds) for (const { id } of tables[kind].all()) changed(kind, id);
    },
    all: () => ({ settings, ...Object.fromEntries(kinds.map((kind) => [kind, tables[kind].all()])) }),
    get: (kind: Kind, id: string): unknown => (kind === 'settings' ? settings : tables[kind].get(id)),
    clear: (): void => {
      for (const kind of kinds) tables[kind].clear();
    },
  };
};
