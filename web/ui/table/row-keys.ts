import type { KeyboardEvent } from 'react';
import type { PageSelection } from './use-selection.ts';

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
