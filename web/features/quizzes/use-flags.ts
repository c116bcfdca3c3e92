import { useState } from 'react';
import { z } from 'zod';
import { readStored, store } from '#web/api/browser-storage.ts';

const Positions = z.array(z.int()).catch([]);
const nameOf = (attemptId: string): string => `quiz-flags:${attemptId}`;

/** Once an attempt is submitted. */
export const forgetFlags = (attemptId: string): void => store(nameOf(attemptId), undefined);

/** The questions of an attempt that the learner wants to come back to, kept on this device. */
export const useFlags = (attemptId: string) => {
  const [flagged, setFlagged] = useState<ReadonlySet<number>>(
    () => new Set(Positions.parse(readStored(nameOf(attemptId)))),
  );
  return {
    has: (position: number): boolean => flagged.has(position),
    toggle: (position: number): void => {
      const next = new Set(flagged);
      if (!next.delete(position)) next.add(position);
      setFlagged(next);
      store(nameOf(attemptId), next.size > 0 ? [...next] : undefined);
    },
  };
};

export type Flags = ReturnType<typeof useFlags>;
