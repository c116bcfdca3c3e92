import { createObservable } from './observable.ts';

/** Ends the question: whether the user has confirmed their identity. */
type End = (isConfirmed: boolean) => void;

const createConfirmation = () => {
  const { get, set, subscribe } = createObservable<End | undefined>(undefined);
  let asked: Promise<boolean> | undefined;
  return {
    subscribe,
    /** The question that is open. */
    current: get,
    /** Asks the user to confirm their identity: once for all calls that need it now. */
    ask: (): Promise<boolean> => {
      asked ??= new Promise<boolean>((resolve) => set(resolve)).finally(() => {
        asked = undefined;
        set(undefined);
      });
      return asked;
    },
  };
};

export const confirmation = createConfirmation();
