import { sql } from 'kysely';
import { type Clock, DAY_MS } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { deleteInParts } from '#server/database/delete-in-parts.ts';
import { fail } from '#server/errors.ts';

/** The usual length of a window, which begins with the first attempt. */
const WINDOW_MS = 15 * 60_000;
/** The longest window. */
export const DAY_WINDOW_MS = DAY_MS;

export interface Allowance {
  name: string;
  max: number;
  windowMs?: typeof DAY_WINDOW_MS;
}

/**
 * Counters in fixed windows, in the database so that all processes share them. With RATE_LIMIT=off they count
 * nothing. The limits themselves are declared with the endpoints, in `contract/`. `count` and `attempt` throw
 * `too_many_requests` or `too_many_today`, with the time to wait, when an allowance is used up.
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

  const findCurrent = ({ name, windowMs = WINDOW_MS }: Allowance) =>
    db
      .selectFrom('rate_counters')
      .select(['count', 'window_started_at'])
      .where('name', '=', name)
      .where('window_started_at', '>', clock.now() - windowMs)
      .where('window_started_at', '<=', clock.now() + windowMs)
      .executeTakeFirst();

  const refusal = ({ windowMs = WINDOW_MS }: Allowance, windowStartedAt: number | undefined) => {
    const now = clock.now();
    const code = windowMs === DAY_WINDOW_MS ? 'too_many_today' : 'too_many_requests';
    return fail(code, { retryAfterMs: Math.max(1000, (windowStartedAt ?? now) + windowMs - now) });
  };

  /** A counter that has reached `max` is not changed and not returned. */
  const increment = ({ name, max, windowMs = WINDOW_MS }: Allowance) => {
    const now = clock.now();
    // A window of a clock that was ahead is over too.
    const isOver = sql<boolean>`(rate_counters.window_started_at <= ${now - windowMs} OR rate_counters.window_started_at > ${now + windowMs})`;
    return db
      .insertInto('rate_counters')
      .values({ name, window_started_at: now, count: 1 })
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
    count: async (allowance) => {
      const [taken] = await increment(allowance);
      if (!taken) throw refusal(allowance, (await findCurrent(allowance))?.window_started_at);
    },
    attempt: async (allowances, isCorrect) => {
      await inOrder(async () => {
        for (const allowance of allowances) {
          const counter = await findCurrent(allowance);
          if ((counter?.count ?? 0) + (pending.get(allowance.name) ?? 0) >= allowance.max)
            throw refusal(allowance, counter?.window_started_at);
        }
        addPending(allowances, 1);
      });
      let isCounted = true;
      try {
        isCounted = !(await isCorrect());
        return !isCounted;
      } finally {
        // In order with the check above, so that each attempt is either pending or counted.
        await inOrder(async () => {
          for (const allowance of isCounted ? allowances : [])
            await increment({ ...allowance, max: Number.MAX_SAFE_INTEGER });
        }).finally(() => addPending(allowances, -1));
      }
    },
    forget: async (name) => {
      await db.deleteFrom('rate_counters').where('name', '=', name).execute();
    },
    sweep: async () => {
      const over = clock.now() - DAY_WINDOW_MS;
      const old = db.selectFrom('rate_counters').select('name').where('window_started_at', '<=', over);
      await deleteInParts((limit) =>
        db.deleteFrom('rate_counters').where('window_started_at', '<=', over).where('name', 'in', old.limit(limit)),
      );
    },
  };
};
