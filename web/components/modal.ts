import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useSyncExternalStore } from 'react';

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]';

let openDialogs: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

const setOpenDialogs = (next: readonly HTMLDialogElement[]): void => {
  openDialogs = next;
  for (const tell of listeners) tell();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The dialog that is open above all others. While there is one, whatever is outside it cannot be seen well or heard. */
export const useTopDialog = (): HTMLDialogElement | undefined =>
  useSyncExternalStore(
    subscribe,
    () => openDialogs.at(-1),
    () => undefined,
  );

/**
 * Opens and closes a native <dialog> as `isOpen` says. The browser makes the rest of the page inert and gives the focus
 * back; what is added here: focus on `[data-first]`, Tab that stays inside, and a page that does not scroll behind.
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
      document.documentElement.style.overflow = '';
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [dialog, isOpen]);
};

/** Tab from the last control goes to the first, and back. */
export const keepTabInside = (event: KeyboardEvent<HTMLDialogElement>): void => {
  if (event.key !== 'Tab') return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)];
  const [first, last] = [stops[0], stops.at(-1)];
  const edge = event.shiftKey ? first : last;
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
};

/** Whether a click was beside the dialog: on its backdrop, not on what it shows. */
export const isBeside = (event: MouseEvent<HTMLDialogElement>): boolean => {
  const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return event.target === event.currentTarget && (x < left || x > right || y < top || y > bottom);
};
