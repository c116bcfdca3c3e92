import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import { findValue, storeValue } from '#server/database/stored-value.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const SETTING = 'jobs_clock';

const Seen = z.object({
  /** The time of the clock, stored once an hour. */
  atMs: z.int(),
  /** When it was ahead by more than a day; null a day later. */
  jumpedAtMs: z.int().nullable(),
});
type Seen = z.output<typeof Seen>;

const nextOf = (last: Seen | undefined, now: number): Seen => {
  // It was ahead, and is right again; or the clock of another process is.
  if (!last || now < last.atMs - HOUR_MS) return { atMs: now, jumpedAtMs: null };
  if (now - last.atMs > DAY_MS) return { atMs: now, jumpedAtMs: now };
  if (last.jumpedAtMs !== null && now - last.jumpedAtMs >= DAY_MS) return { atMs: now, jumpedAtMs: null };
  return now - last.atMs >= HOUR_MS ? { ...last, atMs: now } : last;
};

/**
 * Returns whether the clock jumped by more than a day within the last day, or the school did not run for that long. No clock
 * alone can tell the one from the other.
 */
export const watchClock =
  (db: Db, clock: Clock): (() => Promise<boolean>) =>
  async () => {
    const now = clock.now();
    const value = await findValue(db, SETTING);
    const last = value === undefined ? undefined : Seen.parse(JSON.parse(value));
    const next = nextOf(last, now);
    if (next !== last) await storeValue(db, SETTING, JSON.stringify(next), now);
    return next.jumpedAtMs !== null;
  };
