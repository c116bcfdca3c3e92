import { type SqlBool, sql } from 'kysely';
import { normalEmail } from '#contract/email-address.ts';
import type { PersonSort, PersonStatus } from '#contract/people/people.ts';
import { contains } from '#server/database/contains.ts';
import type { Db } from '#server/database/database.ts';

/** The moments and the mode that statuses are computed with. */
export interface Present {
  mode: 'test' | 'live';
  now: number;
  /** Access that ends before is ending soon. */
  soonUntil: number;
}

export interface PeopleFilter {
  search: string;
  status?: PersonStatus | undefined;
  planId?: string | undefined;
  same?: 'true' | undefined;
}

type Order = 'asc' | 'desc';

/** So many people of a status are sorted faster than they are found among all others. */
const FEW = 2000;

interface Page {
  limit: number;
  offset: number;
}

const NAME = sql<string>`lower(u.full_name)`;

const allPeople = (db: Db, { mode }: Present) =>
  db
    .selectFrom('users as u')
    .leftJoin('user_access as a', (join) => join.onRef('a.user_id', '=', 'u.id').on('a.mode', '=', mode))
    .where('u.deleted_at', 'is', null);

type AllPeople = ReturnType<typeof allPeople>;

/** `order`: people are read in the order of the list until the page is full. `status`: those of the status are sorted. */
type ReadBy = 'order' | 'status';

const NEVER = sql.lit(Number.MAX_SAFE_INTEGER);

/** Each status as a condition; a person fulfils exactly one. */
const conditionOf = (status: PersonStatus, { now, soonUntil }: Present, readBy: ReadBy) => {
  // A function around the column keeps the databases from beginning with the projection, and from sorting thousands.
  const after = (at: number) =>
    readBy === 'status' ? sql<SqlBool>`a.ends_at > ${at}` : sql<SqlBool>`COALESCE(a.ends_at, 0) > ${at}`;
  const until = (at: number) =>
    readBy === 'status' ? sql<SqlBool>`a.ends_at <= ${at}` : sql<SqlBool>`COALESCE(a.ends_at, ${NEVER}) <= ${at}`;
  const isOrdinary = sql<SqlBool>`u.blocked_at IS NULL AND u.role <> 'ADMIN'`;
  const conditions: Record<PersonStatus, ReturnType<typeof sql<SqlBool>>> = {
    blocked: sql`u.blocked_at IS NOT NULL`,
    admin: sql`u.role = 'ADMIN' AND u.blocked_at IS NULL`,
    active: sql`${isOrdinary} AND ${after(now)} AND (${after(soonUntil)} OR a.remind_at IS NULL)`,
    ending_soon: sql`${isOrdinary} AND ${after(now)} AND ${until(soonUntil)} AND COALESCE(a.remind_at, 0) > 0`,
    refunded: sql`${isOrdinary} AND ${until(now)} AND COALESCE(a.is_refunded, 0) = 1`,
    expired: sql`${isOrdinary} AND ${until(now)} AND COALESCE(a.is_refunded, 0) = 0`,
    never_bought: sql`${isOrdinary} AND a.user_id IS NULL`,
  };
  return conditions[status];
};

const isNamed = (db: Db, search: string) => {
  const [name, email] = [sql<string>`u.full_name`, sql<string>`u.email`];
  return sql<SqlBool>`(${contains(db, name, search)} OR ${contains(db, email, normalEmail(search))})`;
};

/** The first people by name of those with a part of it, or of their email. */
export const findByNameOrEmail = (db: Db, search: string, limit: number) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.full_name', 'u.email'])
    .where('u.deleted_at', 'is', null)
    .where(isNamed(db, search))
    .orderBy(NAME)
    .orderBy('u.id')
    .limit(limit)
    .execute();

const matching = (
  db: Db,
  { search, status, planId, same }: PeopleFilter,
  present: Present,
  readBy: ReadBy = 'order',
): AllPeople => {
  let query = allPeople(db, present);
  if (status !== undefined) query = query.where(conditionOf(status, present, readBy));
  if (same !== undefined)
    query = query.where(
      sql<SqlBool>`(u.same_address_as IS NOT NULL OR
        u.id IN (SELECT same_address_as FROM users WHERE same_address_as IS NOT NULL AND deleted_at IS NULL))`,
    );
  if (planId !== undefined)
    query = query.where(
      'a.plan_version_id',
      'in',
      db.selectFrom('plan_versions').select('id').where('plan_id', '=', planId),
    );
  return search === '' ? query : query.where(isNamed(db, search));
};

const idsOf = async (query: AllPeople, { limit, offset }: Page): Promise<string[]> =>
  (await query.select('u.id').limit(limit).offset(offset).execute()).map(({ id }) => id);

const count = async (query: AllPeople): Promise<number> =>
  (await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;

export const countMatching = (db: Db, filter: PeopleFilter, present: Present): Promise<number> =>
  count(matching(db, filter, present));

const byName = (query: AllPeople, order: Order): AllPeople => query.orderBy(NAME, order).orderBy('u.id', order);

/**
 * One page of ids; `expected` is how many have its status and plan. By the end of access and by the amount paid, people
 * without either come last, by name; the two parts are read apart, so that an index has each in its order.
 */
export const pageOfPeople = async (
  db: Db,
  { filter, present, sort, expected }: { filter: PeopleFilter; present: Present; sort: PersonSort; expected: number },
  page: Page,
): Promise<string[]> => {
  const query = matching(db, filter, present, expected < FEW ? 'status' : 'order');
  const order: Order = sort.startsWith('-') ? 'desc' : 'asc';
  if (sort === 'name' || sort === '-name') return idsOf(byName(query, order), page);
  if (sort === 'joined' || sort === '-joined')
    return idsOf(query.orderBy('u.created_at', order).orderBy('u.id', order), page);
  const column = sort === 'ends' || sort === '-ends' ? 'a.ends_at' : 'a.paid_in_paise';
  const withAccess = query.where('a.mode', '=', present.mode);
  const first = await idsOf(withAccess.orderBy(column, order).orderBy('a.user_id', order), page);
  if (first.length === page.limit) return first;
  const passed = first.length > 0 ? page.offset + first.length : await count(withAccess);
  const rest = { limit: page.limit - first.length, offset: Math.max(0, page.offset + first.length - passed) };
  return [...first, ...(await idsOf(byName(query.where('a.user_id', 'is', null), 'asc'), rest))];
};

/** The next ids of a filter by name, behind the last person of the batch before. */
export const peopleAfter = (
  db: Db,
  { filter, present }: { filter: PeopleFilter; present: Present },
  { last, limit }: { last: { id: string; name: string } | undefined; limit: number },
) => {
  const query = matching(db, filter, present);
  return byName(last ? query.where(sql<SqlBool>`(${NAME}, u.id) > (${last.name}, ${last.id})`) : query, 'asc')
    .select(['u.id', NAME.as('name')])
    .limit(limit)
    .execute();
};

/** The columns of people in lists, without any order. */
export const peopleRows = (db: Db, ids: readonly string[], present: Present) =>
  allPeople(db, present)
    .leftJoin('plan_versions as v', 'v.id', 'a.plan_version_id')
    .leftJoin('plans as p', 'p.id', 'v.plan_id')
    .select(['u.id', 'u.email', 'u.full_name', 'u.role', 'u.avatar_key', 'u.created_at', 'u.blocked_at'])
    .select(['a.ends_at', 'a.remind_at', 'a.paid_in_paise', 'a.is_refunded', 'p.name as plan'])
    .where('u.id', 'in', ids)
    .execute();

export type PersonRow = Awaited<ReturnType<typeof peopleRows>>[number];

/** When people last used a session that has not ended. */
export const lastSeen = async (db: Db, ids: readonly string[]): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('sessions')
    .select(['user_id', ({ fn }) => fn.max('last_used_at').as('seen_at')])
    .where('user_id', 'in', ids)
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ user_id: id, seen_at: at }) => [id, at]));
};

type Counted = Exclude<PersonStatus, 'blocked' | 'admin' | 'never_bought'>;

/** The status that a row of the projection alone would give. */
const stateOfAccess = ({ now, soonUntil }: Present) => sql<Counted>`CASE
  WHEN a.ends_at > ${sql.lit(soonUntil)} OR (a.ends_at > ${sql.lit(now)} AND a.remind_at IS NULL) THEN 'active'
  WHEN a.ends_at > ${sql.lit(now)} THEN 'ending_soon'
  WHEN a.is_refunded = 1 THEN 'refunded'
  ELSE 'expired' END`;

/**
 * How many people have each status. The rows of the projection are counted in an index; then those of admins and blocked
 * people, who are few, are taken off. PostgreSQL counts all at the same time.
 */
export const countByStatus = async (db: Db, present: Present): Promise<Record<PersonStatus, number>> => {
  const state = stateOfAccess(present);
  const counted = sql<number>`count(*)`.as('count');
  const special = async (condition: ReturnType<typeof sql<SqlBool>>) =>
    allPeople(db, present)
      .where(condition)
      .select([sql<Counted | null>`CASE WHEN a.user_id IS NOT NULL THEN ${state} END`.as('state'), counted])
      .groupBy(sql`1`)
      .execute();
  const [ofAll, blocked, admins, { people }] = await Promise.all([
    db
      .selectFrom('user_access as a')
      .select([state.as('state'), counted])
      .where('a.mode', '=', present.mode)
      .groupBy(state)
      .execute(),
    // Each of the two has an index.
    special(conditionOf('blocked', present, 'order')),
    special(conditionOf('admin', present, 'order')),
    db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('people'))
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow(),
  ]);
  const sum = (rows: readonly { count: number }[]): number => rows.reduce((total, row) => total + row.count, 0);
  const ordinary = (status: Counted): number =>
    sum(ofAll.filter((row) => row.state === status)) -
    sum([...blocked, ...admins].filter((row) => row.state === status));
  const counts = {
    blocked: sum(blocked),
    admin: sum(admins),
    active: ordinary('active'),
    ending_soon: ordinary('ending_soon'),
    refunded: ordinary('refunded'),
    expired: ordinary('expired'),
  };
  return { ...counts, never_bought: people - Object.values(counts).reduce((total, one) => total + one, 0) };
};
