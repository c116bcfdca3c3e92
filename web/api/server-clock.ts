import { createObservable } from './observable.ts';

/** A `Date` has no parts of seconds, and takes a moment to arrive. */
const EXACT_MS = 2000;

/** By how much the clock of the server is ahead of that of this device, as the last response told. */
const offset = createObservable(0);

/** The time by the clock of the server, for everything that is compared with one of its moments. */
export const serverNow = (): number => Date.now() + offset.get();

export const onClockChange = offset.subscribe;

/** Reads the time of a response that was just received; one from a cache on the way tells an earlier time. */
export const noteTime = (header: (name: string) => string | null): void => {
  const sentAtMs = Date.parse(header('date') ?? '');
  if (Number.isNaN(sentAtMs) || Number(header('age') ?? 0) > 0) return;
  const nextMs = sentAtMs - Date.now();
  if (Math.abs(nextMs - offset.get()) > EXACT_MS) offset.set(Math.abs(nextMs) > EXACT_MS ? nextMs : 0);
};
