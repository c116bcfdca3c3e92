import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { X } from 'lucide-react';
import { formatCount } from '#contract/format.ts';

export interface Selection {
  /** The keys of the selected rows of this page. */
  keys: readonly string[];
  /** Every row of the current filter is selected, beyond this page. */
  isEverything: boolean;
  count: number;
  clear: () => void;
}

interface SelectionState {
  /** The page on which the selection was made: another page begins without one. */
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

interface BulkBarProps {
  selection: PageSelection;
  /** The number of rows on this page. */
  shown: number;
  /** The number of rows of the filter. */
  total: number | undefined;
  children: ReactNode;
}

/** The actions on the selected rows. */
export const BulkBar = ({ selection, shown, total, children }: BulkBarProps) => {
  const { t } = useLingui();
  return (
    <section className="bulk-bar" aria-label={t`Selected rows`}>
      <output className="num font-semibold whitespace-nowrap">
        <Trans>{formatCount(selection.count)} selected</Trans>
      </output>
      {selection.keys.length === shown && !selection.isEverything && total !== undefined && total > shown && (
        <button type="button" className="bulk-button" onClick={selection.selectEverything}>
          <Trans>Select all {formatCount(total)}</Trans>
        </button>
      )}
      {children}
      <button type="button" className="bulk-button" aria-label={t`Clear selection`} onClick={selection.clear}>
        <X size={18} aria-hidden="true" />
      </button>
    </section>
  );
};

const stopsIn = (row: Element): HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), input:not(:disabled)'),
];

const keyOf = (row: HTMLElement): string => row.dataset['row'] ?? '';

const isTyping = (target: Element): boolean =>
  target.matches('textarea, select, input:not([type=checkbox])') || target.closest('[role=menu]') !== null;

/** Up and down move to the same control of another row, Space on its link selects the row, Shift extends. */
export const onRowKey = (event: KeyboardEvent<HTMLElement>, selection: PageSelection | undefined): void => {
  const { target, key, shiftKey } = event;
  if (!(target instanceof HTMLElement) || isTyping(target)) return;
  const row = target.closest<HTMLElement>('[data-row]');
  if (!row) return;
  if (key === ' ' && target.matches('a') && selection) {
    event.preventDefault();
    if (shiftKey) selection.extendTo(keyOf(row));
    else selection.toggle(keyOf(row));
  }
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
  const next = key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  const stops = stopsIn(next);
  (stops[stopsIn(row).indexOf(target)] ?? stops.at(-1))?.focus();
  if (shiftKey) selection?.extendTo(keyOf(next), keyOf(row));
};

/** The id of the link of a row, by which its checkbox is named. */
export const linkId = (row: string): string => `row-${row}`;

interface SelectPageProps {
  selection: PageSelection;
  /** The number of rows on this page. */
  shown: number;
}

export function SelectPage({ selection, shown }: SelectPageProps) {
  const { t } = useLingui();
  const box = useRef<HTMLInputElement>(null);
  const { length } = selection.keys;
  useEffect(() => {
    if (box.current) box.current.indeterminate = length > 0 && length < shown;
  }, [length, shown]);
  return (
    <label className="select-box">
      <input
        ref={box}
        type="checkbox"
        className="checkbox"
        aria-label={t`Select all rows of this page`}
        checked={length === shown}
        onChange={selection.togglePage}
      />
    </label>
  );
}

/** With Shift, a range is selected. */
export const SelectRow = ({ selection, row }: { selection: PageSelection; row: string }) => {
  const { t } = useLingui();
  return (
    <label className="select-box">
      <input
        type="checkbox"
        className="checkbox"
        id={`select-${row}`}
        aria-label={t`Select`}
        aria-labelledby={`select-${row} ${linkId(row)}`}
        checked={selection.has(row)}
        onChange={(event) => {
          const { nativeEvent } = event;
          if (nativeEvent instanceof MouseEvent && nativeEvent.shiftKey) selection.extendTo(row);
          else selection.toggle(row);
        }}
      />
    </label>
  );
};
