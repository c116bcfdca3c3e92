import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';

/** The ids of graded attempts whose result is not the sum of their answers. */
export const listMiscounted = async (db: Db): Promise<string[]> => {
  const earned = sql<number>`CASE WHEN SUM(i.earned) > 0 THEN SUM(i.earned) ELSE 0 END`;
  const points = sql<number>`COALESCE(SUM(i.points), 0)`;
  const rows = await db
    .selectFrom('quiz_attempts as a')
    .leftJoin('quiz_attempt_items as i', 'i.attempt_id', 'a.id')
    .where('a.state', '=', 'graded')
    .groupBy(['a.id', 'a.earned', 'a.points'])
    .having(({ or, eb }) => or([eb(sql`COALESCE(a.earned, -1)`, '<>', earned), eb('a.points', '<>', points)]))
    .select('a.id')
    .orderBy('a.id')
    .execute();
  return rows.map(({ id }) => id);
};
