import type { Difference } from '../ledger/ledger.ts';

const MAX_LISTED = 100;

/** Collects the first differences, a line each. */
export const describeDifferences = (how = 'computed') => {
  const lines: string[] = [];
  return {
    lines,
    note: ({ what, stored, computed }: Difference): void => {
      if (stored !== computed && lines.length < MAX_LISTED)
        lines.push(`${what}: stored ${stored ?? 'none'}; ${how} ${computed ?? 'none'}`);
    },
  };
};
