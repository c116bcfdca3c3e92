import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { UserAccessRow } from '#server/database/payment-tables.ts';
import { entitlement } from './entitlement.ts';
import { accessFactsOf, roleOf } from './entitlement.queries.ts';
import type { Mode } from './provider.ts';
import { nextReminder } from './reminder-times.ts';

const DAY_MS = 24 * 60 * 60_000;

const dayNumber = (at: number): number => Math.floor(at / DAY_MS);

const addPeople = async (tx: Db, mode: Mode, day: number, people: 1 | -1): Promise<void> => {
  await tx
    .insertInto('access_ends')
    .values({ mode, day, people })
    .onConflict((conflict) =>
      conflict.columns(['mode', 'day']).doUpdateSet({ people: sql`access_ends.people + excluded.people` }),
    )
    .execute();
};

const rowOf = (tx: Db, userId: string, mode: Mode): Promise<UserAccessRow | undefined> =>
  tx.selectFrom('user_access').selectAll().where('user_id', '=', userId).where('mode', '=', mode).executeTakeFirst();

/**
 * Writes down when a person's access ends, and counts them on that day, in the transaction of what decided it. It is for
 * counting and reminding; who may watch is worked out from the facts each time. The caller holds the person's purchases.
 */
export const postAccess = async (tx: Db, userId: string, { mode, now }: { mode: Mode; now: number }): Promise<void> => {
  const { terms, changes } = await accessFactsOf(tx, userId, mode);
  const row = await rowOf(tx, userId, mode);
  if (!row && terms.length === 0 && changes.length === 0) return;
  const { endsAt, term } = entitlement(terms, now, changes);
  const isThere = endsAt !== undefined && (await roleOf(tx, userId)) !== undefined;
  const reminder = isThere && term?.willRenew !== true ? nextReminder(endsAt, now, row) : undefined;
  const remind = { remind_days: reminder?.days ?? null, remind_at: reminder?.at ?? null };
  const isSameEnd = isThere && row?.ends_at === endsAt;
  if (isSameEnd && row.remind_days === remind.remind_days && row.remind_at === remind.remind_at) return;
  if (row && !isSameEnd) await addPeople(tx, mode, dayNumber(row.ends_at), -1);
  if (!isThere) {
    await tx.deleteFrom('user_access').where('user_id', '=', userId).where('mode', '=', mode).execute();
    return;
  }
  if (!isSameEnd) await addPeople(tx, mode, dayNumber(endsAt), 1);
  await tx
    .insertInto('user_access')
    .values({ user_id: userId, mode, ends_at: endsAt, ...remind })
    .onConflict((conflict) => conflict.columns(['user_id', 'mode']).doUpdateSet({ ends_at: endsAt, ...remind }))
    .execute();
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
