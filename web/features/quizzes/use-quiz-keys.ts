import { useEffect, useEffectEvent } from 'react';

/** Where keys write something, or open it. */
const WRITES = "textarea, select, dialog, [role='dialog'], input:not([type='radio'], [type='checkbox'])";
/** What Enter presses by itself. */
const PRESSES = ':is(button, a, input, summary)';

interface QuizKeys {
  /** The first is 1. */
  choose: ((number: number) => void) | undefined;
  /** Enter, where nothing else is pressed. */
  go: (() => void) | undefined;
  watch: (() => void) | undefined;
}

/** Digits choose an option, Enter continues, W watches the minute that explains a question. */
export const useQuizKeys = (keys: QuizKeys): void => {
  const actionOf = useEffectEvent((key: string, target: Element | undefined) => {
    const { choose, go, watch } = keys;
    if (/^[1-9]$/.test(key)) return choose && (() => choose(Number(key)));
    if (key === 'Enter') return target?.closest(PRESSES) ? undefined : go;
    return key.toLowerCase() === 'w' ? watch : undefined;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      const element = target instanceof Element ? target : undefined;
      if (ctrlKey || metaKey || altKey || element?.closest(WRITES)) return;
      const action = actionOf(key, element);
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
};
