import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { DailyTotalRow } from '#server/database/payment-tables.ts';
import type { Mode } from './provider.ts';

/** The next payments by id: for going through all of them, a few at a time. */
export const paymentsAfter = (db: Db, id: string, count: number) =>
  db
    .selectFrom('payments')
    .select(['id', 'provider_payment_id', 'mode', 'status', 'amount_in_paise', 'attempt_id', 'captured_at', 'problem'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(count)
    .execute();

/** The next people by id who ever began to buy, or whose access was changed by hand. */
export const peopleAfter = async (db: Db, id: string, count: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('payment_attempts')
    .select('user_id')
    .where('user_id', '>', id)
    .union(db.selectFrom('access_changes').select('user_id').where('user_id', '>', id))
    .orderBy('user_id')
    .limit(count)
    .execute();
  return rows.map(({ user_id: userId }) => userId);
};

export const allDays = (db: Db): Promise<DailyTotalRow[]> => db.selectFrom('daily_totals').selectAll().execute();

/** Sums the days anew from what each payment says it added; whoever posts meanwhile waits and adds to the new sums. */
export const sumDaysAnew = async (tx: Db): Promise<void> => {
  await tx
    .updateTable('daily_totals')
    .set({ sold: sql`sold` })
    .execute();
  await tx.deleteFrom('daily_totals').execute();
  await tx
    .insertInto('daily_totals')
    .columns(['mode', 'day', 'sold', 'gross_in_paise', 'refunded_in_paise', 'lost_in_paise'])
    .expression((eb) =>
      eb
        .selectFrom('payments')
        .select([
          'mode',
          sql<string>`counted_day`.as('day'),
          sql<number>`SUM(counted_sold)`.as('sold'),
          sql<number>`SUM(counted_gross_in_paise)`.as('gross_in_paise'),
          sql<number>`SUM(counted_refunded_in_paise)`.as('refunded_in_paise'),
          sql<number>`SUM(counted_lost_in_paise)`.as('lost_in_paise'),
        ])
        .where('counted_day', 'is not', null)
        .groupBy(['mode', 'counted_day']),
    )
    .execute();
};

/** The same for the days on which access ends. */
export const countEndsAnew = async (tx: Db): Promise<void> => {
  await tx
    .updateTable('access_ends')
    .set({ people: sql`people` })
    .execute();
  await tx.deleteFrom('access_ends').execute();
  const day = sql<number>`ends_at / 86400000`;
  await tx
    .insertInto('access_ends')
    .columns(['mode', 'day', 'people'])
    .expression((eb) =>
      eb
        .selectFrom('user_access')
        .select(['mode', day.as('day'), sql<number>`COUNT(*)`.as('people')])
        .groupBy(['mode', day]),
    )
    .execute();
};

export const endsOf = (db: Db, userIds: readonly string[]) =>
  db.selectFrom('user_access').select(['user_id', 'mode', 'ends_at']).where('user_id', 'in', userIds).execute();

export const countPeople = async (db: Db, mode: Mode): Promise<{ counted: number; listed: number }> => {
  const counted = await db
    .selectFrom('access_ends')
    .select(sql<number>`COALESCE(SUM(people), 0)`.as('people'))
    .where('mode', '=', mode)
    .executeTakeFirstOrThrow();
  const listed = await db
    .selectFrom('user_access')
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .where('mode', '=', mode)
    .executeTakeFirstOrThrow();
  return { counted: counted.people, listed: listed.people };
};

const ZONE = 'payments.totals-time-zone';

/** The time zone that the days were last counted in, undefined when they never were. */
export const totalsZone = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('settings').select('value').where('name', '=', ZONE).executeTakeFirst())?.value;

export const setTotalsZone = async (db: Db, value: string, now: number): Promise<void> => {
  await db
    .insertInto('settings')
    .values({ name: ZONE, value, updated_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updated_at: now }))
    .execute();
};
