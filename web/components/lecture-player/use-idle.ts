import { useEffect, useState } from 'react';

const IDLE_AFTER_MS = 3000;

/** Whether there was no pointer, key or focus activity in an element for a while. */
export const useIdle = (element: HTMLElement | null): boolean => {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    if (!element) return undefined;
    const stopListening = new AbortController();
    let timer = setTimeout(() => setIsIdle(true), IDLE_AFTER_MS);
    const wake = () => {
      clearTimeout(timer);
      setIsIdle(false);
      timer = setTimeout(() => setIsIdle(true), IDLE_AFTER_MS);
    };
    const wakeByMouse = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') wake();
    };
    const options = { signal: stopListening.signal };
    element.addEventListener('pointermove', wakeByMouse, options);
    // Runs after the tap was handled, because the first tap on hidden controls only shows them.
    element.addEventListener('click', wake, options);
    element.addEventListener('keydown', wake, options);
    element.addEventListener('focusin', wake, options);
    return () => {
      stopListening.abort();
      clearTimeout(timer);
    };
  }, [element]);
  return isIdle;
};
