import { useLayoutEffect, useRef } from 'react';

/** Disabling the focused control loses the focus. This restores it afterwards, unless something else has it by then. */
export const useKeptFocus = (isBusy: boolean): void => {
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    if (isBusy) {
      focused.current = document.activeElement;
      return;
    }
    const last = focused.current;
    focused.current = null;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost && last instanceof HTMLElement && last.isConnected) last.focus({ preventScroll: true });
  }, [isBusy]);
};
