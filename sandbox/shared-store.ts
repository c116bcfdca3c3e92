import { type State, stateSchema } from './records.ts';
import { createMemory, type Kind, type LoadedState, type Store } from './store.ts';

export interface SharedRecord {
  kind: string;
  id: string;
  /** Undefined for one that was dropped. */
  record: unknown;
}

/** Records that several processes share, each change under a revision that grows. */
export interface SharedState {
  /**
   * Runs `work` while no other process does. It gets the records that changed after the revision `seen`, in the order in
   * which they were first stored, and returns its own changes, which are stored when the promise resolves. Resolves with
   * the revision that they have.
   */
  exchange(seen: number, work: (changed: SharedRecord[]) => SharedRecord[]): Promise<number>;
}

const recordsSchema = stateSchema.partial();

const stateOf = (changed: SharedRecord[]): LoadedState => {
  const lists = Object.groupBy(changed, ({ kind }) => kind);
  const entries = Object.entries(lists).map(([kind, found = []]) => {
    const records = found.map(({ record }) => record);
    return [kind, kind === 'settings' ? records[0] : records];
  });
  return recordsSchema.parse(Object.fromEntries(entries));
};

/** The store of several processes: each turn begins with what others changed, and ends when its own changes are stored. */
export const openSharedStore = async (shared: SharedState, initialState: () => State): Promise<Store> => {
  let seen = 0;
  let changes = new Map<string, { kind: Kind; id: string }>();
  let last: Promise<unknown> = Promise.resolve();
  const memory = createMemory((kind, id) => changes.set(`${kind} ${id}`, { kind, id }));

  /** Returns what yields the result of the work, or throws its error: a refused request may have changed something too. */
  const exchange = async <T>(work: () => T): Promise<() => T> => {
    let settle: (() => T) | undefined;
    try {
      seen = await shared.exchange(seen, (changed) => {
        memory.load(stateOf(changed));
        changes = new Map();
        settle = attempt(work);
        return [...changes.values()].map(({ kind, id }) => ({ kind, id, record: memory.get(kind, id) }));
      });
    } catch (error) {
      // Whether the changes are stored is unknown: the next turn reads everything again.
      memory.clear();
      seen = 0;
      throw error;
    }
    if (settle === undefined) throw new Error('The shared state ran no work');
    return settle;
  };
  const turn = async <T>(work: () => T): Promise<T> => {
    const current = last.then(() => exchange(work));
    last = current.catch(() => undefined);
    const settle = await current;
    return settle();
  };

  await turn(() => {
    if (memory.isEmpty()) memory.begin(initialState());
  });
  return {
    ...memory.store,
    turn,
    close: async () => {
      await last;
    },
  };
};

const attempt = <T>(work: () => T): (() => T) => {
  try {
    const result = work();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
};
