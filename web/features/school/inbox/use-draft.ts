import { useState } from 'react';

const nameOf = (messageId: string): string => `reply-to-${messageId}`;

/** What was typed as a reply, kept in this tab until it is sent. */
export function useDraft(messageId: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => sessionStorage.getItem(nameOf(messageId)) ?? '');
  return [
    text,
    (next) => {
      setText(next);
      if (next === '') sessionStorage.removeItem(nameOf(messageId));
      else sessionStorage.setItem(nameOf(messageId), next);
    },
  ];
}
