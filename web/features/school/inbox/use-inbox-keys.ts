import { useEffect, useRef } from 'react';
import type { InboxEntry } from '#contract/inbox.ts';

interface InboxKeys {
  entries: readonly InboxEntry[];
  shown: string | undefined;
  choose: (messageId: string) => void;
  onDone: (messageId: string) => void;
}

/** J and K open the next and the previous message, R goes to the reply, E marks the message as done. */
export function useInboxKeys(keys: InboxKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      const isElsewhere = target instanceof Element && target.closest('input, textarea, select, dialog') !== null;
      if (isElsewhere || ctrlKey || metaKey || altKey) return;
      const { entries, shown, choose, onDone } = latest.current;
      const position = entries.findIndex(({ _id }) => _id === shown);
      const next = entries[position + (key === 'j' ? 1 : -1)];
      if ((key === 'j' || key === 'k') && next) choose(next._id);
      if (key === 'e' && shown !== undefined && entries[position]?.isDone === false) onDone(shown);
      if (key === 'r') {
        event.preventDefault();
        document.querySelector<HTMLElement>('[data-reply]')?.focus();
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
