import type { Db } from '#server/database/database.ts';
import { findValue } from '#server/database/stored-value.ts';

/** Which sample became which course, as JSON. */
const SETTING = 'sample_courses';
const NONE = '{}';

export const readInstalled = async (db: Db): Promise<string> => (await findValue(db, SETTING)) ?? NONE;

/** Reads it and locks it until the transaction ends. */
export const lockInstalled = async (tx: Db, now: number): Promise<string> => {
  const { value } = await tx
    .insertInto('settings')
    .values({ name: SETTING, value: NONE, updated_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ updated_at: now }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
};

export const writeInstalled = (tx: Db, value: string) =>
  tx.updateTable('settings').set({ value }).where('name', '=', SETTING).execute();

export const listLectureTitles = async (db: Db, courseIds: readonly string[]) =>
  db
    .selectFrom('lectures')
    .select(['course_id', 'title'])
    .where('course_id', 'in', courseIds)
    .where('deleted_at', 'is', null)
    .execute();
