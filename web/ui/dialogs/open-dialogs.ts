import { useSyncExternalStore } from 'react';
import { createObservable } from '#web/api/observable.ts';

interface OpenDialog {
  element: HTMLDialogElement;
  /** It covers the page, which is inert meanwhile. Otherwise it is beside the page. */
  isModal: boolean;
  /** Closes it, if it may be closed, and then runs the next step. */
  leave: (next?: () => void) => void;
}

const none: readonly OpenDialog[] = [];
const { get, set, subscribe } = createObservable(none);

const setDialogs = (next: readonly OpenDialog[]): void => {
  // The page behind a modal dialog does not scroll.
  document.documentElement.style.overflow = next.some(({ isModal }) => isModal) ? 'hidden' : '';
  set(next);
};

/** Adds a dialog; returns a function that removes it. */
export const addOpenDialog = (dialog: OpenDialog): (() => void) => {
  setDialogs([...get(), dialog]);
  return () => setDialogs(get().filter((other) => other !== dialog));
};

/** The topmost is the last. */
export const useOpenDialogs = (): readonly OpenDialog[] => useSyncExternalStore(subscribe, get, () => none);

/** Opens a sheet. One that is open beside the page is closed before, and asks when it has changes. */
export const openSheet = (open: () => void): void => {
  const sheet = get().find(({ isModal }) => !isModal);
  if (sheet) sheet.leave(open);
  else open();
};
