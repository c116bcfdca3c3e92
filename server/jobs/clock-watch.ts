import { z } from 'zod';
import { type Clock, DAY_MS, HOUR_MS } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import { findValue, storeValue } from '#server/database/stored-value.ts';

const SETTING = 'jobs_clock';

const Jump = z.object({
  /** The time of the clock before it, at most an hour old. */
  fromMs: z.int(),
  /** The time of the clock when it was noticed. */
  toMs: z.int(),
});
export type Jump = z.output<typeof Jump>;

const Seen = z.object({
  /** The time of the clock, stored once an hour. */
  atMs: z.int(),
  /** When it was ahead by more than a day; null a day later. */
  jumpedAtMs: z.int().nullable(),
  /** The previous version stores none. */
  jumpedFromMs: z.int().nullable().default(null),
});
type Seen = z.output<typeof Seen>;

const nextOf = (last: Seen | undefined, now: number): Seen => {
  const calm = { atMs: now, jumpedAtMs: null, jumpedFromMs: null };
  // It was ahead, and is right again; or the clock of another process is.
  if (!last || now < last.atMs - HOUR_MS) return calm;
  if (now - last.atMs > DAY_MS) return { atMs: now, jumpedAtMs: now, jumpedFromMs: last.atMs };
  if (last.jumpedAtMs !== null && now - last.jumpedAtMs >= DAY_MS) return calm;
  return now - last.atMs >= HOUR_MS ? { ...last, atMs: now } : last;
};

export interface ClockWatch {
  /**
   * Returns the jump of the clock by more than a day within the last day; the school may also have stood still for that long.
   * No clock alone can tell the one from the other.
   */
  look(): Promise<Jump | undefined>;
  /** What the last look returned, if the clock has gone on evenly since then; otherwise looks again. */
  latest(): Promise<Jump | undefined>;
}

export const watchClock = (db: Db, clock: Clock): ClockWatch => {
  let seen: { atMs: number; jump: Jump | undefined } | undefined;
  let looking: Promise<Jump | undefined> | undefined;

  const read = async (): Promise<Jump | undefined> => {
    const now = clock.now();
    const value = await findValue(db, SETTING);
    const last = value === undefined ? undefined : Seen.parse(JSON.parse(value));
    const next = nextOf(last, now);
    if (next !== last) await storeValue(db, SETTING, JSON.stringify(next), now);
    const { jumpedAtMs: toMs, jumpedFromMs } = next;
    const jump = toMs === null ? undefined : { fromMs: jumpedFromMs ?? toMs, toMs };
    seen = { atMs: now, jump };
    return jump;
  };
  const look = (): Promise<Jump | undefined> => (looking ??= read().finally(() => (looking = undefined)));

  return {
    look,
    latest: async () => (seen && Math.abs(clock.now() - seen.atMs) < HOUR_MS ? seen.jump : look()),
  };
};
