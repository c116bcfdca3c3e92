import type { Db } from './tables.ts';

/** The value that is stored in the table `settings` under a name. */
export const findValue = async (db: Db, name: string): Promise<string | undefined> =>
  (await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())?.value;

export const storeValue = (tx: Db, name: string, value: string, now: number) =>
  tx
    .insertInto('settings')
    .values({ name, value, updated_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updated_at: now }))
    .execute();
