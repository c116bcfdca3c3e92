import { useEffect, useMemo, useRef, useState } from 'react';

const HIDE_AFTER_MS = 3000;

/**
 * Whether the controls of an element were used just now: by pointer, key or focus. A pressed control counts as used until
 * it is released.
 */
export const useControlsShown = (element: HTMLElement | null) => {
  const [isShown, setShown] = useState(true);
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined);
  const controls = useMemo(() => {
    const hide = () => {
      clearTimeout(hiding.current);
      setShown(false);
    };
    const stay = () => {
      clearTimeout(hiding.current);
      setShown(true);
    };
    const show = () => {
      stay();
      hiding.current = setTimeout(hide, HIDE_AFTER_MS);
    };
    return { show, hide, stay };
  }, []);

  useEffect(() => {
    if (!element) return undefined;
    const { show, stay } = controls;
    const stopping = new AbortController();
    const { signal } = stopping;
    let isPressed = false;
    const onMove = ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse' && !isPressed) show();
    };
    const onPress = ({ target }: PointerEvent) => {
      isPressed = target instanceof Element && target.closest('button, input, select') !== null;
      if (isPressed) stay();
    };
    const onRelease = () => {
      if (isPressed) show();
      isPressed = false;
    };
    show();
    element.addEventListener('pointermove', onMove, { signal });
    element.addEventListener('pointerdown', onPress, { signal });
    for (const name of ['pointerup', 'pointercancel']) window.addEventListener(name, onRelease, { signal });
    element.addEventListener('keydown', show, { signal });
    // A finger on the video focuses the element itself.
    element.addEventListener('focusin', ({ target }) => target !== element && show(), { signal });
    return () => {
      stopping.abort();
      clearTimeout(hiding.current);
    };
  }, [element, controls]);
  return { isShown, ...controls };
};
