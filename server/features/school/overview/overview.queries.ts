import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';

interface Since {
  mode: 'test' | 'live';
  now: number;
  sinceMs: number;
}

/** How many learners with access of any kind watched, read, answered or asked since then. */
export const countActive = async (db: Db, { mode, now, sinceMs }: Since): Promise<number> => {
  const { count } = await db
    .selectFrom('user_access as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .where('a.mode', '=', mode)
    .where(sql<number>`COALESCE(a.latest_end, a.ends_at)`, '>', now)
    .where('u.deleted_at', 'is', null)
    .where('u.blocked_at', 'is', null)
    .where('u.role', '<>', 'ADMIN')
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('lecture_progress as p')
            .select('p.user_id')
            .whereRef('p.user_id', '=', 'a.user_id')
            .where('p.watched_at', '>=', sinceMs),
        ),
        exists(
          selectFrom('quiz_attempts as q')
            .select('q.user_id')
            .whereRef('q.user_id', '=', 'a.user_id')
            .where('q.is_preview', '=', 0)
            .where('q.saved_at', '>=', sinceMs),
        ),
        exists(
          selectFrom('lecture_questions as l')
            .select('l.user_id')
            .whereRef('l.user_id', '=', 'a.user_id')
            .where('l.created_at', '>=', sinceMs),
        ),
      ]),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};
