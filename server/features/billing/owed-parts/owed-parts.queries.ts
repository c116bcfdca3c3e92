import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { Cursor } from '#server/database/cursor.ts';
import type { Mode } from '../provider/provider.ts';

/** Parts of people who can pay, of which something is missing. */
const missing = (db: Db) =>
  db
    .selectFrom('part_dues as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .where('d.missing_in_paise', '>', 0)
    .where('u.deleted_at', 'is', null)
    .where('u.blocked_at', 'is', null);

const DAY = sql<string>`COALESCE(d.promised_on, d.due_on)`;

/** Those whose day is over. */
const overdue = (db: Db, { mode, today }: { mode: Mode; today: string }) =>
  missing(db)
    .where('d.mode', '=', mode)
    .where(sql<boolean>`${DAY} < ${today}`);

/** The purchases with a part whose day is over, the longest first. */
export const listOverdue = (
  db: Db,
  { after, ...of }: { mode: Mode; today: string; after: Cursor | undefined },
  count: number,
): Promise<{ id: string; since: number }[]> => {
  const since = sql<number>`MIN(d.pauses_at)`;
  let query = overdue(db, of)
    .groupBy('d.attempt_id')
    .select(['d.attempt_id as id', since.as('since')]);
  if (after) query = query.having(sql<boolean>`(MIN(d.pauses_at), d.attempt_id) > (${after.value}, ${after.id})`);
  return query.orderBy(since).orderBy('d.attempt_id').limit(count).execute();
};

/** How many people owe, and how much. */
export const sumOverdue = async (db: Db, of: { mode: Mode; today: string }) => {
  const { people, owed } = await overdue(db, of)
    .select([
      sql<number>`COUNT(DISTINCT d.user_id)`.as('people'),
      sql<number>`COALESCE(SUM(d.missing_in_paise), 0)`.as('owed'),
    ])
    .executeTakeFirstOrThrow();
  return { people, owedInPaise: owed };
};

/** The purchases with a part of which a reminder is due, whoever waits for a confirmation left out. */
export const listToRemind = async (
  db: Db,
  { mode, now, afterId, limit }: { mode: Mode; now: number; afterId: string; limit: number },
): Promise<{ attempt_id: string; user_id: string }[]> =>
  missing(db)
    .where('d.mode', '=', mode)
    .where('d.remind_at', '<=', now)
    .where('d.attempt_id', '>', afterId)
    .where(
      sql<boolean>`NOT EXISTS (SELECT 1 FROM payment_requests said JOIN payment_attempts paying ON paying.id = said.attempt_id
        WHERE paying.parts_of = d.attempt_id AND said.state = 'waiting')`,
    )
    .select(['d.attempt_id', 'd.user_id'])
    .distinct()
    .orderBy('d.attempt_id')
    .limit(limit)
    .execute();
