import type { Db } from './database.ts';
import { hasRow } from './outcomes.ts';

/** Whether none of these courses is left, also where one can still be restored. */
export const areAllDeleted = async (db: Db, courseIds: readonly string[]): Promise<boolean> => {
  const kept = db.selectFrom('courses').select('id').where('id', 'in', courseIds).where('deleted_at', 'is', null);
  return !(await hasRow(kept.limit(1)));
};

/** Those of these courses whose files are gone. */
export const purgedAmong = async (db: Db, courseIds: readonly string[]): Promise<ReadonlySet<string>> => {
  if (courseIds.length === 0) return new Set();
  const courses = db.selectFrom('courses').select('id').where('id', 'in', courseIds);
  return new Set((await courses.where('purged_at', 'is not', null).execute()).map(({ id }) => id));
};
