import { useState } from 'react';

export interface Selection {
  /** The keys of the selected rows of this page. */
  keys: readonly string[];
  /** Every row of the current filter is selected, beyond this page. */
  isEverything: boolean;
  count: number;
  clear: () => void;
}

interface SelectionState {
  /** What was shown when the selection was made: another page begins without one. */
  scope: string;
  keys: ReadonlySet<string>;
  isEverything: boolean;
  /** Where a range starts. */
  anchor: string | undefined;
}

const nothing = (scope: string): SelectionState => ({
  scope,
  keys: new Set(),
  isEverything: false,
  anchor: undefined,
});

/** The keys between two rows, both included. */
const rangeOf = (keys: readonly string[], from: string, to: string): readonly string[] => {
  const [start, end] = [keys.indexOf(from), keys.indexOf(to)];
  if (start === -1) return [to];
  return keys.slice(Math.min(start, end), Math.max(start, end) + 1);
};

/** The rows that are selected on a page of a table. */
export function useSelection(shown: readonly string[], scope: string, total: number | undefined) {
  const [stored, setState] = useState(() => nothing(scope));
  const state = stored.scope === scope ? stored : nothing(scope);
  const keys = shown.filter((key) => state.keys.has(key));
  const clear = () => setState(nothing(scope));

  return {
    keys,
    isEverything: state.isEverything,
    count: state.isEverything ? (total ?? keys.length) : keys.length,
    clear,
    has: (key: string): boolean => state.keys.has(key),
    toggle: (key: string): void => {
      const next = new Set(keys);
      if (!next.delete(key)) next.add(key);
      setState({ scope, keys: next, isEverything: false, anchor: key });
    },
    /** Selects from the row that was toggled last, or else from `start`, to this one. */
    extendTo: (key: string, start = key): void => {
      const anchor = state.anchor ?? start;
      setState({ scope, keys: new Set([...keys, ...rangeOf(shown, anchor, key)]), isEverything: false, anchor });
    },
    togglePage: (): void =>
      setState(keys.length === shown.length ? nothing(scope) : { ...nothing(scope), keys: new Set(shown) }),
    selectEverything: (): void => setState({ ...nothing(scope), keys: new Set(shown), isEverything: true }),
  };
}

export type PageSelection = ReturnType<typeof useSelection>;
