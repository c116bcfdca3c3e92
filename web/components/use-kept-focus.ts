import { useLayoutEffect, useRef } from 'react';

/**
 * A control that is disabled while something runs loses the focus. It gets it back afterwards, unless the focus has
 * another place by then.
 */
export const useKeptFocus = (isBusy: boolean): void => {
  const held = useRef<Element>(null);
  useLayoutEffect(() => {
    if (isBusy) {
      held.current = document.activeElement;
      return;
    }
    const last = held.current;
    held.current = null;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost && last instanceof HTMLElement && last.isConnected) last.focus({ preventScroll: true });
  }, [isBusy]);
};
