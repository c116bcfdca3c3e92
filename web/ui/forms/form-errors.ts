import { useEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';

/**
 * The sentence about an invalid form. `current` is computed from the fields as they are now: the sentence follows it, and
 * its toast is dismissed as soon as it no longer holds.
 */
export const useValidationMessage = (current: string | undefined) => {
  const [isShown, setShown] = useState(false);
  const shown = useRef<{ sentence: string; toastId: string }>(undefined);
  useEffect(() => {
    if (shown.current && shown.current.sentence !== current) toast.dismiss(shown.current.toastId);
  }, [current]);
  return {
    message: isShown ? current : undefined,
    show: (sentence: string | undefined) => {
      if (sentence === undefined) return;
      shown.current = { sentence, toastId: toast.error(sentence) };
      setShown(true);
    },
    hide: () => setShown(false),
  };
};

/** The sentences about invalid fields: one above the form, and one beside each field. */
export const createErrorMessages = (incomplete: string) => ({
  /** Of the messages of all invalid fields. A missing field comes first: the other errors may follow from it. */
  forForm: (messages: readonly unknown[]): string | undefined => {
    if (messages.length === 0) return undefined;
    const first = messages.find((message) => typeof message === 'string' && message !== '');
    return typeof first === 'string' && !messages.includes(incomplete) ? first : incomplete;
  },
  /** Beside a missing field, its own sentence is more useful than that of the form. */
  forField: (message: string | undefined, whenMissing: string): string | undefined =>
    message === incomplete ? whenMissing : message,
});
