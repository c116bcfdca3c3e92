import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/**
 * Closes what is open by a press or the focus outside it, or by Escape. By the press itself, because Safari focuses no buttons
 * and links.
 */
export const useDismissal = <E extends HTMLElement>(isOpen: boolean, close: () => void): RefObject<E | null> => {
  const element = useRef<E>(null);
  const dismiss = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const onOutside = ({ target }: Event): void => {
      if (target instanceof Node && !element.current?.contains(target)) dismiss();
    };
    document.addEventListener('pointerdown', onOutside, { signal });
    document.addEventListener('focusin', onOutside, { signal });
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && dismiss(), { signal });
    return () => leaving.abort();
  }, [isOpen]);
  return element;
};
