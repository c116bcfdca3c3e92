import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useSyncExternalStore } from 'react';

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]';

let openDialogs: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

const setOpenDialogs = (next: readonly HTMLDialogElement[]): void => {
  openDialogs = next;
  for (const notify of listeners) notify();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The topmost open dialog. Anything outside it is covered, and inert for screen readers. */
export const useTopDialog = (): HTMLDialogElement | undefined =>
  useSyncExternalStore(
    subscribe,
    () => openDialogs.at(-1),
    () => undefined,
  );

/**
 * Opens and closes a native <dialog>. Added to what browsers do: `[data-first]` gets the focus, Tab stays inside, and
 * the page behind does not scroll.
 */
export const useModal = (dialog: RefObject<HTMLDialogElement | null>, isOpen: boolean): void => {
  useEffect(() => {
    const element = dialog.current;
    if (!element || !isOpen) return undefined;
    const opener = document.activeElement;
    element.showModal();
    setOpenDialogs([...openDialogs, element]);
    element.querySelector<HTMLElement>('[data-first]')?.focus();
    document.documentElement.style.overflow = 'hidden';
    return () => {
      setOpenDialogs(openDialogs.filter((other) => other !== element));
      element.close();
      document.documentElement.style.overflow = openDialogs.length > 0 ? 'hidden' : '';
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [dialog, isOpen]);
};

/** Tab wraps from the last control to the first, Shift+Tab back. */
export const keepTabInside = (event: KeyboardEvent<HTMLDialogElement>): void => {
  if (event.key !== 'Tab') return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)];
  const [first, last] = [stops[0], stops.at(-1)];
  const edge = event.shiftKey ? first : last;
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
};

/** Whether a click was on the backdrop of the dialog. */
export const isBeside = (event: MouseEvent<HTMLDialogElement>): boolean => {
  const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return event.target === event.currentTarget && (x < left || x > right || y < top || y > bottom);
};
