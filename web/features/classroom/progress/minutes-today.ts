import { MINUTE_MS } from '#contract/durations.ts';
import { readStored, store } from '#web/api/browser-storage.ts';
import { sessionStore } from '#web/app/session/session.ts';

/** Kept on this device alone, for each of its users. */
const nameOf = (what: 'goal' | 'played'): string => `${what}:${sessionStore.get()?.user._id ?? ''}`;

const dayOf = (now: Date): string => `${now.getFullYear()}-${now.getMonth() + 1}-${now.getDate()}`;

const readPlayed = (day: string): number => {
  const stored = readStored(nameOf('played'));
  if (typeof stored !== 'object' || stored === null || !('day' in stored) || !('ms' in stored)) return 0;
  return stored.day === day && typeof stored.ms === 'number' ? stored.ms : 0;
};

/** Adds what was played, as ranges of a lecture in milliseconds. */
export const notePlayed = (ranges: readonly (readonly [from: number, to: number])[], now = new Date()): void => {
  const addedMs = ranges.reduce((sum, [from, to]) => sum + (to - from), 0);
  if (addedMs > 0) store(nameOf('played'), { day: dayOf(now), ms: readPlayed(dayOf(now)) + addedMs });
};

/** Whole minutes that were played today on this device. */
export const minutesToday = (now = new Date()): number => Math.floor(readPlayed(dayOf(now)) / MINUTE_MS);

/** Minutes a day; undefined without a goal. */
export const readGoal = (): number | undefined => {
  const stored = readStored(nameOf('goal'));
  return typeof stored === 'number' && stored > 0 ? stored : undefined;
};

export const storeGoal = (minutes: number | undefined): void => store(nameOf('goal'), minutes);
