import { sql } from 'kysely';
import type { Db } from './database.ts';

/** People who got an announcement to learners of a state of the course since then. */
export const remindedIn = (db: Db, courseId: string, since: number) =>
  db
    .selectFrom('announcements as m')
    .innerJoin('notices as n', (join) => join.on('n.subject', '=', sql<string>`'announcement:' || m.id`))
    .where('m.course_id', '=', courseId)
    .where('m.learners', 'is not', null)
    .where('m.started_at', '>=', since)
    .where('n.user_id', 'is not', null)
    .$narrowType<{ user_id: string }>()
    .select('n.user_id');
