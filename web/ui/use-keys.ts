import { useEffect, useRef } from 'react';

/** What each key does on a page, in lower case; one without an action is left to the browser. */
export type Keys = Readonly<Record<string, (() => void) | undefined>>;

/** Single keys work anywhere on the page, except in fields and dialogs, and with Ctrl, Alt or ⌘. */
export const useKeys = (keys: Keys): void => {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      const isElsewhere = target instanceof Element && target.closest('input, textarea, select, dialog') !== null;
      if (isElsewhere || ctrlKey || metaKey || altKey) return;
      const action = latest.current[key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
};
