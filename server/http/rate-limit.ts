import { sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';

/** The length of a window, which begins with the first attempt. */
const WINDOW_MS = 15 * 60_000;

export interface Allowance {
  name: string;
  max: number;
}

/**
 * Counters in fixed windows, in the database so that all processes share them. With RATE_LIMIT=off they count
 * nothing. The limits themselves are declared with the endpoints, in `contract/`. `count` and `attempt` throw
 * `too_many_requests`, with the time to wait, when an allowance is used up.
 */
export interface RateLimits {
  /** Counts before the work, so that many requests at once cannot exceed the limit. */
  count(allowance: Allowance): Promise<void>;
  /**
   * Runs a check and counts it only if it fails; running ones count as failed. A correct one is never written, because a
   * commit waits for the disk.
   */
  attempt(allowances: readonly Allowance[], isCorrect: () => Promise<boolean>): Promise<boolean>;
  forget(name: string): Promise<void>;
  /** Removes counters of past windows. */
  sweep(): Promise<void>;
}

const nothing = async (): Promise<void> => undefined;
const noLimits: RateLimits = {
  count: nothing,
  attempt: (_, isCorrect) => isCorrect(),
  forget: nothing,
  sweep: nothing,
};

/** Runs one task after the other. */
const createQueue = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
};

export const createRateLimits = ({ db }: Database, clock: Clock, isOn: boolean): RateLimits => {
  if (!isOn) return noLimits;
  const pending = new Map<string, number>();
  const inOrder = createQueue();

  const addPending = (allowances: readonly Allowance[], change: 1 | -1): void => {
    for (const { name } of allowances) {
      const count = (pending.get(name) ?? 0) + change;
      if (count === 0) pending.delete(name);
      else pending.set(name, count);
    }
  };

  const findCurrent = (name: string) =>
    db
      .selectFrom('rate_counters')
      .select(['count', 'window_started_at'])
      .where('name', '=', name)
      .where('window_started_at', '>', clock.now() - WINDOW_MS)
      .where('window_started_at', '<=', clock.now() + WINDOW_MS)
      .executeTakeFirst();

  const refusal = (windowStartedAt: number | undefined) => {
    const now = clock.now();
    return fail('too_many_requests', { retryAfterMs: Math.max(1000, (windowStartedAt ?? now) + WINDOW_MS - now) });
  };

  /** One statement for all names; a counter that has reached `max` is not changed and not returned. */
  const increment = (names: readonly string[], max: number) => {
    const now = clock.now();
    // A window of a clock that was ahead is over too.
    const isOver = sql<boolean>`(rate_counters.window_started_at <= ${now - WINDOW_MS} OR rate_counters.window_started_at > ${now + WINDOW_MS})`;
    return db
      .insertInto('rate_counters')
      .values(names.map((name) => ({ name, window_started_at: now, count: 1 })))
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({
            count: sql`CASE WHEN ${isOver} THEN 1 ELSE rate_counters.count + 1 END`,
            window_started_at: sql`CASE WHEN ${isOver} THEN ${now} ELSE rate_counters.window_started_at END`,
          })
          .where(sql<boolean>`${isOver} OR rate_counters.count < ${max}`),
      )
      .returning('name')
      .execute();
  };

  return {
    count: async ({ name, max }) => {
      const [taken] = await increment([name], max);
      if (!taken) throw refusal((await findCurrent(name))?.window_started_at);
    },
    attempt: async (allowances, isCorrect) => {
      await inOrder(async () => {
        for (const { name, max } of allowances) {
          const counter = await findCurrent(name);
          if ((counter?.count ?? 0) + (pending.get(name) ?? 0) >= max) throw refusal(counter?.window_started_at);
        }
        addPending(allowances, 1);
      });
      let isCounted = true;
      try {
        isCounted = !(await isCorrect());
        return !isCounted;
      } finally {
        const names = allowances.map(({ name }) => name);
        // In order with the check above, so that each attempt is either pending or counted.
        await inOrder(async () => {
          if (isCounted) await increment(names, Number.MAX_SAFE_INTEGER);
        }).finally(() => addPending(allowances, -1));
      }
    },
    forget: async (name) => {
      await db.deleteFrom('rate_counters').where('name', '=', name).execute();
    },
    sweep: async () => {
      await db
        .deleteFrom('rate_counters')
        .where('window_started_at', '<=', clock.now() - WINDOW_MS)
        .execute();
    },
  };
};
