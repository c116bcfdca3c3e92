import { useEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useSay } from '../language/language.tsx';

interface Failure {
  sentence: string;
  /** It is shown beside a field too, and holds until that field is corrected. */
  isOfField: boolean;
}

/** Of the messages of all invalid fields. A missing field comes first: the other errors may follow from it. */
const sentenceOf = (messages: readonly unknown[], incomplete: string): string | undefined => {
  if (messages.length === 0) return undefined;
  const first = messages.find((message) => typeof message === 'string' && message !== '');
  return typeof first === 'string' && !messages.includes(incomplete) ? first : incomplete;
};

/**
 * The sentences above a form and beside its fields. `messages` are those of the fields that are invalid now: the sentence about
 * them follows, and its toast is dismissed as soon as it no longer holds.
 */
export const useFormErrors = (messages: readonly unknown[], incomplete: string) => {
  const say = useSay();
  const [failure, setFailure] = useState<Failure>();
  const [isShown, setShown] = useState(false);
  const toasted = useRef<{ sentence: string; toastId: string }>(undefined);
  const current = sentenceOf(messages, incomplete);
  useEffect(() => {
    if (toasted.current && toasted.current.sentence !== current) toast.dismiss(toasted.current.toastId);
  }, [current]);
  const isCorrected = failure?.isOfField === true && messages.length === 0;
  return {
    formError: (isCorrected ? undefined : failure?.sentence) ?? (isShown ? current : undefined),
    /** Beside a missing field, its own sentence is more useful than that of the form. */
    forField: (message: string | undefined, whenMissing: string): string | undefined =>
      message === incomplete || message === say(incomplete) ? whenMissing : message,
    clear: (): void => {
      setFailure(undefined);
      setShown(false);
    },
    showInvalid: (found: readonly unknown[]): void => {
      const sentence = sentenceOf(found, incomplete);
      setFailure(undefined);
      if (!sentence || incomplete === '') return;
      toasted.current = { sentence, toastId: toast.error(sentence) };
      setShown(true);
    },
    showFailure: setFailure,
    /** The schema could not be loaded. */
    showBroken: (sentence: string): void => {
      setFailure({ sentence, isOfField: false });
      toast.error(sentence);
    },
  };
};
