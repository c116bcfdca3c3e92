import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** How long a page may take to show the field, and how long the field is marked. */
const PATIENCE_MS = 10_000;
const MARKED_MS = 3000;

const CONTROLS = 'input:not(:disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled)';

/** Behind the address of a page: leads to the field with this label. */
export const hashOf = (label: string): string => `#${new URLSearchParams({ field: label }).toString()}`;

const soughtIn = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('field');

/** Whether the address leads to one of these fields, which are shown then, also where nothing needs them yet. */
export const useSeeks = (labels: readonly string[]): boolean => labels.includes(soughtIn(useLocation().hash) ?? '');

/** The control of a label or a legend, and the smallest part of the page that has both. */
const find = (label: string): { control: HTMLElement; field: HTMLElement } | undefined => {
  for (const name of document.querySelectorAll<HTMLElement>('main :is(label, legend)')) {
    if (name.textContent.trim() !== label) continue;
    const control =
      (name instanceof HTMLLabelElement ? name.control : null) ??
      name.parentElement?.querySelector<HTMLElement>(CONTROLS);
    if (!control) continue;
    let field = name.parentElement;
    while (field && !field.contains(control)) field = field.parentElement;
    if (field) return { control, field };
  }
  return undefined;
};

const unfold = (element: Element): void => {
  for (let fold = element.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true;
};

/** Once the page shows it, the field that the address names is unfolded, has the focus, and is marked for a moment. */
export function useSoughtField(): void {
  const location = useLocation();
  useEffect(() => {
    const label = soughtIn(location.hash);
    if (label === null) return undefined;
    let marked: HTMLElement | undefined;
    let timer = setTimeout(() => observer.disconnect(), PATIENCE_MS);
    const look = (): void => {
      const found = find(label);
      if (!found) return;
      observer.disconnect();
      clearTimeout(timer);
      unfold(found.control);
      found.control.focus({ preventScroll: true });
      found.field.scrollIntoView({ block: 'center' });
      found.field.dataset['sought'] = '';
      marked = found.field;
      timer = setTimeout(() => delete found.field.dataset['sought'], MARKED_MS);
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    // After the heading of the page has taken the focus.
    const begin = setTimeout(look);
    return () => {
      observer.disconnect();
      clearTimeout(begin);
      clearTimeout(timer);
      delete marked?.dataset['sought'];
    };
  }, [location]);
}
