import { useEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useLeaveWarning } from './leave-guard.tsx';
import { errorMessage } from '#web/api/api-error.ts';

/** Saves without a button: one change after another, in the order in which they were made. */
export const useSaves = () => {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const [pendingCount, setPendingCount] = useState(0);
  useLeaveWarning(pendingCount > 0);
  return {
    isSaving: pendingCount > 0,
    run: async <T>(save: () => Promise<T>): Promise<T> => {
      setPendingCount((count) => count + 1);
      const saved = last.current.then(save);
      last.current = saved.catch(() => undefined);
      try {
        return await saved;
      } finally {
        setPendingCount((count) => count - 1);
      }
    },
  };
};

type Change<T> = (newest: T) => T;

/**
 * A value whose changes are shown and saved at once. A change is a function of the newest value: it keeps the others, also
 * where one of them is refused. `stored` is the same object until something else is stored.
 */
export const useSavedAtOnce = <T>(stored: T, save: (value: T) => Promise<T>, failure: string) => {
  const { run, isSaving } = useSaves();
  const [pending, setPending] = useState<readonly Change<T>[]>([]);
  const [known, setKnown] = useState({ stored, value: stored });
  if (known.stored !== stored) setKnown({ stored, value: stored });
  const newest = useRef(stored);
  useEffect(() => {
    newest.current = stored;
  }, [stored]);
  const change = (of: Change<T>): void => {
    setPending((before) => [...before, of]);
    const saveOne = async (): Promise<void> => {
      try {
        const value = await save(of(newest.current));
        newest.current = value;
        setKnown((before) => ({ ...before, value }));
      } catch (error) {
        toast.error(errorMessage(error, failure));
      } finally {
        setPending((before) => before.filter((one) => one !== of));
      }
    };
    void run(saveOne);
  };
  return { value: pending.reduce((value, of) => of(value), known.value), change, isSaving };
};
