import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import { useMedia } from '#web/ui/use-media.ts';

/** Closes a sheet, if it may be closed, and then runs what comes next. */
type Leave = (next: () => void) => void;

let leaveOpenSheet: Leave | undefined;
const listeners = new Set<() => void>();

const setOpenSheet = (leave: Leave | undefined): void => {
  leaveOpenSheet = leave;
  for (const notify of listeners) notify();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Opens a sheet. One that is open beside the page is closed before, and asks when it has changes. */
export const openSheet: Leave = (open) => (leaveOpenSheet ? leaveOpenSheet(open) : open());

/** From here on a sheet has room beside the page. */
export const useHasRoomBeside = (): boolean => useMedia('(width >= 80rem)');

/** Whether the page, narrowed by a sheet or not, has room for tables. */
export function useHasTableRoom(): boolean {
  const isNarrowed = useSyncExternalStore(
    subscribe,
    () => leaveOpenSheet !== undefined,
    () => false,
  );
  return useMedia(isNarrowed ? '(width >= 90rem)' : '(width >= 48rem)');
}

/** Opens a native <dialog> beside the page, which stays usable. `[data-first]` gets the focus, then who had it before. */
export const useBesidePage = (dialog: RefObject<HTMLDialogElement | null>, isOpen: boolean, leave: Leave): void => {
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(() => {
    const element = dialog.current;
    if (!element || !isOpen) return undefined;
    const opener = document.activeElement;
    element.show();
    setOpenSheet((next) => latest.current(next));
    element.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => {
      setOpenSheet(undefined);
      element.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [dialog, isOpen]);
};
