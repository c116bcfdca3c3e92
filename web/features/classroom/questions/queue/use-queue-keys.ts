import { useEffect, useRef } from 'react';

export interface QueueKeys {
  next: (() => void) | undefined;
  previous: (() => void) | undefined;
  skip: () => void;
  /** Uses the first or the second suggestion. */
  use: (index: number) => void;
}

/** J and K open the next and the previous question, R goes to the answer, 1 and 2 use what was answered before, S skips. */
export const useQueueKeys = (keys: QueueKeys): void => {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      const isElsewhere = target instanceof Element && target.closest('input, textarea, select, dialog') !== null;
      if (isElsewhere || ctrlKey || metaKey || altKey) return;
      const { next, previous, skip, use } = latest.current;
      const action = {
        j: next,
        k: previous,
        s: skip,
        1: () => use(0),
        2: () => use(1),
        r: () => document.querySelector<HTMLElement>('[data-answer]')?.focus(),
      }[key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
};
