import { useSyncExternalStore } from 'react';
import { createObservable } from './observable.ts';

/** The payment whose confirmation can still be undone: it is not sent yet, and counts as decided on screen. */
export const heldPayment = createObservable<string | undefined>(undefined);

const onServer = (): undefined => undefined;

export const useHeldPayment = (): string | undefined =>
  useSyncExternalStore(heldPayment.subscribe, heldPayment.get, onServer);
