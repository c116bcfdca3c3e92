import { type Expression, sql } from 'kysely';
import type { EventKind } from '#contract/school/audit-events.ts';
import { contains } from '#server/database/contains.ts';
import type { Db } from '#server/database/database.ts';

export interface EventFilter {
  kinds?: readonly EventKind[] | undefined;
  search: string;
  person?: string | undefined;
  /** What concerns this account, and not what its user did to others. */
  account?: string | undefined;
  course?: string | undefined;
  /** The earliest moment. */
  since?: number | undefined;
}

const matching = (db: Db, { kinds, search, person, account, course, since }: EventFilter) => {
  let query = db.selectFrom('audit_entries as e');
  if (kinds) query = query.where('e.kind', 'in', kinds);
  if (account !== undefined) query = query.where('e.user_id', '=', account);
  if (person !== undefined)
    query = query.where((eb) => eb.or([eb('e.user_id', '=', person), eb('e.actor_id', '=', person)]));
  if (course !== undefined) query = query.where('e.course_id', '=', course);
  if (since !== undefined) query = query.where('e.at', '>=', since);
  if (search === '') return query;
  const has = (text: Expression<string>) => contains(db, text, search);
  const people = db
    .selectFrom('users')
    .select('id')
    .where(({ or }) => or([has(sql`full_name`), has(sql`email`)]));
  const courses = db
    .selectFrom('courses')
    .select('id')
    .where(has(sql`title`));
  return query.where((eb) =>
    eb.or([eb('e.user_id', 'in', people), eb('e.actor_id', 'in', people), eb('e.course_id', 'in', courses)]),
  );
};

const rows = (db: Db, filter: EventFilter) =>
  matching(db, filter)
    .leftJoin('users as p', 'p.id', 'e.user_id')
    .leftJoin('users as a', 'a.id', 'e.actor_id')
    .leftJoin('api_keys as k', 'k.id', 'e.actor_id')
    .leftJoin('courses as c', 'c.id', 'e.course_id')
    .selectAll('e')
    .select([
      'p.full_name as person_name',
      'a.full_name as actor_name',
      'k.name as key_name',
      'c.title as course_title',
    ])
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc');

export type EventRow = Awaited<ReturnType<typeof pageOfEvents>>[number];

export const pageOfEvents = (db: Db, filter: EventFilter, { limit, offset }: { limit: number; offset: number }) =>
  rows(db, filter).limit(limit).offset(offset).execute();

/** The events after `last` in the order of the list. */
export const eventsAfter = (db: Db, filter: EventFilter, last: { at: number; id: string } | undefined, limit: number) =>
  rows(db, filter)
    .$if(last !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('e.at', '<', last?.at ?? 0),
          eb.and([eb('e.at', '=', last?.at ?? 0), eb('e.id', '<', last?.id ?? '')]),
        ]),
      ),
    )
    .limit(limit)
    .execute();

export const countEvents = async (db: Db, filter: EventFilter): Promise<number> => {
  const { count } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};
