import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { UserAccessRow } from '#server/database/payment-tables.ts';
import { entitlement } from './entitlement.ts';
import { accessFactsOfAll, presentOf } from './entitlement.queries.ts';
import type { Mode } from './provider.ts';
import { nextReminder } from './reminder-times.ts';

const DAY_MS = 24 * 60 * 60_000;

const dayNumber = (at: number): number => Math.floor(at / DAY_MS);

/** Counts people on the days on which their access ends, or no longer, each day once. */
const addPeople = async (tx: Db, mode: Mode, additions: ReadonlyMap<number, number>): Promise<void> => {
  const rows = [...additions]
    .filter(([, people]) => people !== 0)
    .toSorted(([a], [b]) => a - b)
    .map(([day, people]) => ({ mode, day, people }));
  if (rows.length === 0) return;
  await tx
    .insertInto('access_ends')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['mode', 'day']).doUpdateSet({ people: sql`access_ends.people + excluded.people` }),
    )
    .execute();
};

const rowsOf = async (tx: Db, userIds: readonly string[], mode: Mode): Promise<Map<string, UserAccessRow>> => {
  const rows = await tx
    .selectFrom('user_access')
    .selectAll()
    .where('user_id', 'in', userIds)
    .where('mode', '=', mode)
    .execute();
  return new Map(rows.map((row) => [row.user_id, row]));
};

const writeRows = async (tx: Db, rows: readonly UserAccessRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await tx
    .insertInto('user_access')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'mode']).doUpdateSet({
        ends_at: sql`excluded.ends_at`,
        remind_days: sql`excluded.remind_days`,
        remind_at: sql`excluded.remind_at`,
      }),
    )
    .execute();
};

const deleteRows = async (tx: Db, userIds: readonly string[], mode: Mode): Promise<void> => {
  if (userIds.length === 0) return;
  await tx.deleteFrom('user_access').where('user_id', 'in', userIds).where('mode', '=', mode).execute();
};

const isSameRow = (a: UserAccessRow, b: UserAccessRow): boolean =>
  a.ends_at === b.ends_at && a.remind_days === b.remind_days && a.remind_at === b.remind_at;

/**
 * Writes down when each of these people's access ends, and counts them on that day, in the transaction of what decided
 * it. It is for counting and reminding; who may watch is worked out from the facts each time. The caller holds the
 * purchases of each.
 */
export const postAccess = async (
  tx: Db,
  userIds: readonly string[],
  { mode, now }: { mode: Mode; now: number },
): Promise<void> => {
  if (userIds.length === 0) return;
  const known = await rowsOf(tx, userIds, mode);
  const facts = await accessFactsOfAll(tx, userIds, mode);
  const present = await presentOf(tx, userIds);
  const people = new Map<number, number>();
  const count = (at: number, more: 1 | -1): void => {
    const day = dayNumber(at);
    people.set(day, (people.get(day) ?? 0) + more);
  };
  const written: UserAccessRow[] = [];
  const gone: string[] = [];
  for (const [userId, { terms, changes }] of facts) {
    const before = known.get(userId);
    const { endsAt, term } = entitlement(terms, now, changes);
    if (endsAt === undefined || !present.has(userId)) {
      if (!before) continue;
      count(before.ends_at, -1);
      gone.push(userId);
      continue;
    }
    const reminder = term?.willRenew === true ? undefined : nextReminder(endsAt, now, before);
    const remind = { remind_days: reminder?.days ?? null, remind_at: reminder?.at ?? null };
    const after = { user_id: userId, mode, ends_at: endsAt, ...remind };
    if (before && isSameRow(before, after)) continue;
    if (before) count(before.ends_at, -1);
    count(endsAt, 1);
    written.push(after);
  }
  await addPeople(tx, mode, people);
  await deleteRows(tx, gone, mode);
  await writeRows(tx, written);
};

/** How many people may watch now because they paid or were let in: days are counted ahead, today's ends one by one. */
export const countEntitledUsers = async (db: Db, mode: Mode, now: number): Promise<number> => {
  const today = dayNumber(now);
  const later = await db
    .selectFrom('access_ends')
    .select(sql<number>`COALESCE(SUM(people), 0)`.as('people'))
    .where('mode', '=', mode)
    .where('day', '>', today)
    .executeTakeFirstOrThrow();
  const soon = await db
    .selectFrom('user_access')
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .where('mode', '=', mode)
    .where('ends_at', '>', now)
    .where('ends_at', '<', (today + 1) * DAY_MS)
    .executeTakeFirstOrThrow();
  return later.people + soon.people;
};
