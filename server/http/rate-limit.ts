import { sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';

export interface Allowance {
  max: number;
  windowMs: number;
}

const FIFTEEN_MINUTES_MS = 15 * 60_000;
export const ADDRESS_ALLOWANCE: Allowance = { max: 60, windowMs: FIFTEEN_MINUTES_MS };
export const ACCOUNT_ALLOWANCE: Allowance = { max: 10, windowMs: FIFTEEN_MINUTES_MS };

/**
 * Counters in fixed windows, kept in the database so that all processes share them.
 * `assertBelow` and `count` throw `too_many_requests` with the time to wait; with RATE_LIMIT=off they do nothing.
 */
export interface RateLimits {
  /** Refuses when `name` has used up its allowance; counts nothing. */
  assertBelow(name: string, allowance: Allowance): Promise<void>;
  /** Counts one, and refuses when that is one too many. */
  count(name: string, allowance: Allowance): Promise<void>;
  /** Counts one without refusing: for a failure that was just answered. */
  note(name: string, allowance: Allowance): Promise<void>;
  forget(name: string): Promise<void>;
  /** Removes counters whose window is long over. */
  sweep(): Promise<void>;
}

const noLimits: RateLimits = {
  assertBelow: async () => undefined,
  count: async () => undefined,
  note: async () => undefined,
  forget: async () => undefined,
  sweep: async () => undefined,
};

const refuse = (startedAt: number, windowMs: number, now: number) =>
  fail('too_many_requests', { retryAfterMs: Math.max(1000, startedAt + windowMs - now) });

export const createRateLimits = (database: Database, clock: Clock, isOn: boolean): RateLimits => {
  if (!isOn) return noLimits;
  const { db } = database;

  const increment = async (name: string, { windowMs }: Allowance) => {
    const now = clock.now();
    const isOver = sql<boolean>`rate_counters.window_started_at <= ${now - windowMs}`;
    return db
      .insertInto('rate_counters')
      .values({ name, window_started_at: now, count: 1 })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({
          count: sql`CASE WHEN ${isOver} THEN 1 ELSE rate_counters.count + 1 END`,
          window_started_at: sql`CASE WHEN ${isOver} THEN ${now} ELSE rate_counters.window_started_at END`,
        }),
      )
      .returning(['count', 'window_started_at'])
      .executeTakeFirstOrThrow();
  };

  return {
    assertBelow: async (name, { max, windowMs }) => {
      const now = clock.now();
      const counter = await db
        .selectFrom('rate_counters')
        .select(['count', 'window_started_at'])
        .where('name', '=', name)
        .where('window_started_at', '>', now - windowMs)
        .executeTakeFirst();
      if (counter && counter.count >= max) throw refuse(counter.window_started_at, windowMs, now);
    },
    count: async (name, allowance) => {
      const counter = await increment(name, allowance);
      if (counter.count > allowance.max) throw refuse(counter.window_started_at, allowance.windowMs, clock.now());
    },
    note: async (name, allowance) => {
      await increment(name, allowance);
    },
    forget: async (name) => {
      await db.deleteFrom('rate_counters').where('name', '=', name).execute();
    },
    sweep: async () => {
      await db
        .deleteFrom('rate_counters')
        .where('window_started_at', '<', clock.now() - 2 * FIFTEEN_MINUTES_MS)
        .execute();
    },
  };
};
