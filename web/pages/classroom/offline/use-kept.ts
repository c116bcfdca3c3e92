import { useEffect, useSyncExternalStore } from 'react';
import { useMedia } from '#web/components/use-media.ts';
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

/** "phone" or "computer", as people call the device. */
export const useDeviceName = (): string => (useMedia('(pointer: coarse)') ? 'phone' : 'computer');
