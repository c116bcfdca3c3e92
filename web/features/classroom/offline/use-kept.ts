import { useEffect, useSyncExternalStore } from 'react';
import { beginKeeping } from './begin.ts';
import { type Kept, keeper } from './keeper.ts';

const nothing = (): undefined => undefined;

/** Undefined until it is read. */
export const useKept = (): Kept | undefined => {
  useEffect(() => {
    beginKeeping();
    void keeper.refresh();
  }, []);
  return useSyncExternalStore(keeper.subscribe, keeper.get, nothing);
};
