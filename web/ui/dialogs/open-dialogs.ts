import { useSyncExternalStore } from 'react';

interface OpenDialog {
  element: HTMLDialogElement;
  /** It covers the page, which is inert meanwhile. Otherwise it is beside the page. */
  isModal: boolean;
  /** Closes it, if it may be closed, and then runs the next step. */
  leave: (next?: () => void) => void;
}

const none: readonly OpenDialog[] = [];
let dialogs = none;
const listeners = new Set<() => void>();

const setDialogs = (next: readonly OpenDialog[]): void => {
  dialogs = next;
  // The page behind a modal dialog does not scroll.
  document.documentElement.style.overflow = dialogs.some(({ isModal }) => isModal) ? 'hidden' : '';
  for (const notify of listeners) notify();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Adds a dialog; returns a function that removes it. */
export const addOpenDialog = (dialog: OpenDialog): (() => void) => {
  setDialogs([...dialogs, dialog]);
  return () => setDialogs(dialogs.filter((other) => other !== dialog));
};

/** The topmost is the last. */
export const useOpenDialogs = (): readonly OpenDialog[] =>
  useSyncExternalStore(
    subscribe,
    () => dialogs,
    () => none,
  );

/** Opens a sheet. One that is open beside the page is closed before, and asks when it has changes. */
export const openSheet = (open: () => void): void => {
  const sheet = dialogs.find(({ isModal }) => !isModal);
  if (sheet) sheet.leave(open);
  else open();
};
