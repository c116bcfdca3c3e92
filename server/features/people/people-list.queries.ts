import { type SqlBool, sql } from 'kysely';
import { normalEmail } from '#contract/email-address.ts';
import type { AccessState } from '#contract/access/rights.ts';
import type { PersonSort, PersonStatus } from '#contract/people/people.ts';
import {
  ACCOUNTS,
  type Condition,
  hasAccess,
  LATEST_END as LATEST,
  type Present,
  type ReadBy,
  stateOfRow,
} from '#server/database/access-state.ts';
import { contains } from '#server/database/contains.ts';
import type { Db } from '#server/database/database.ts';

export interface PeopleFilter {
  search: string;
  /** Only these. */
  ids?: readonly string[] | undefined;
  access?: AccessState | undefined;
  account?: 'blocked' | 'admin' | undefined;
  status?: PersonStatus | undefined;
  planId?: string | undefined;
  same?: 'true' | undefined;
}

type Order = 'asc' | 'desc';

/** Up to this number, sorting the people of a state is faster than finding them among all others. */
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

/** What versions before filtered by. */
const EARLIER: Record<PersonStatus, Pick<PeopleFilter, 'access' | 'account'> & { isRefunded?: 0 | 1 }> = {
  blocked: { account: 'blocked' },
  admin: { account: 'admin' },
  active: { access: 'active' },
  ending_soon: { access: 'ending' },
  expired: { access: 'ended' },
  refunded: { access: 'none', isRefunded: 1 },
  never_bought: { access: 'none', isRefunded: 0 },
};

const isNamed = (db: Db, search: string) => {
  const [name, email] = [sql<string>`u.full_name`, sql<string>`u.email`];
  return sql<SqlBool>`(${contains(db, name, search)} OR ${contains(db, email, normalEmail(search))})`;
};

const people = (db: Db, present: Present) =>
  allPeople(db, present)
    .select(['u.id', 'u.email', 'u.full_name', 'u.role', 'u.avatar_key', 'u.created_at', 'u.blocked_at'])
    .select(['a.paid_in_paise', 'a.is_refunded']);

/** The first people by name of those with a part of it, or of their email. */
/** Those of `ids`, or with a part of their name or email. */
export const findFew = (
  db: Db,
  present: Present,
  { search, ids, limit }: { search: string; ids: readonly string[] | undefined; limit: number },
) =>
  people(db, present)
    .where(ids === undefined ? isNamed(db, search) : (eb) => eb('u.id', 'in', ids))
    .orderBy(NAME)
    .orderBy('u.id')
    .limit(limit)
    .execute();

const matching = (
  db: Db,
  { search, ids, status, planId, same, ...filter }: PeopleFilter,
  present: Present,
  readBy: ReadBy = 'order',
): AllPeople => {
  let query = allPeople(db, present);
  const { access, account, isRefunded } = { isRefunded: undefined, ...filter, ...(status && EARLIER[status]) };
  if (ids !== undefined) query = query.where('u.id', 'in', ids);
  if (access !== undefined) query = query.where(hasAccess(access, present, readBy));
  if (account !== undefined) query = query.where(ACCOUNTS[account]);
  if (isRefunded !== undefined) query = query.where(sql<SqlBool>`COALESCE(a.is_refunded, 0) = ${isRefunded}`);
  if (same !== undefined)
    query = query.where(
      sql<SqlBool>`(u.same_address_as IS NOT NULL OR
        u.id IN (SELECT same_address_as FROM users WHERE same_address_as IS NOT NULL AND deleted_at IS NULL))`,
    );
  if (planId !== undefined) {
    const versions = db.selectFrom('plan_versions').select('id').where('plan_id', '=', planId);
    const single = db
      .selectFrom('course_access')
      .select('user_id')
      .where('mode', '=', present.mode)
      .where('plan_version_id', 'in', versions);
    query = query.where(({ or, eb }) => or([eb('a.plan_version_id', 'in', versions), eb('u.id', 'in', single)]));
  }
  return search === '' ? query : query.where(isNamed(db, search));
};

const idsOf = async (query: AllPeople, { limit, offset }: Page): Promise<string[]> =>
  (await query.select('u.id').limit(limit).offset(offset).execute()).map(({ id }) => id);

const count = async (query: AllPeople): Promise<number> =>
  (await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;

export const countMatching = (db: Db, filter: PeopleFilter, present: Present): Promise<number> =>
  count(matching(db, filter, present, filter.search === '' ? 'state' : 'order'));

/** How many people have access that ends soon, and the two whose ends first. */
export const firstToEnd = async (db: Db, present: Present): Promise<{ count: number; names: string[] }> => {
  const rows = await matching(db, { search: '', access: 'ending' }, present, 'state')
    .select(['u.full_name', sql<number>`COUNT(*) OVER ()`.as('count')])
    .orderBy(LATEST)
    .orderBy('u.id')
    .limit(2)
    .execute();
  return { count: rows[0]?.count ?? 0, names: rows.map((row) => row.full_name) };
};

const byName = (query: AllPeople, order: Order): AllPeople => query.orderBy(NAME, order).orderBy('u.id', order);

/**
 * One page of ids; `expected` is how many have its state and plan. By the end of access and by the amount paid, people
 * without either come last, by name; the two parts are read apart, so that an index has each in its order.
 */
export const pageOfPeople = async (
  db: Db,
  { filter, present, sort, expected }: { filter: PeopleFilter; present: Present; sort: PersonSort; expected: number },
  page: Page,
): Promise<string[]> => {
  const query = matching(db, filter, present, expected < FEW ? 'state' : 'order');
  const order: Order = sort.startsWith('-') ? 'desc' : 'asc';
  if (sort === 'name' || sort === '-name') return idsOf(byName(query, order), page);
  if (sort === 'joined' || sort === '-joined')
    return idsOf(query.orderBy('u.created_at', order).orderBy('u.id', order), page);
  const column = sort === 'ends' || sort === '-ends' ? LATEST : sql<number>`a.paid_in_paise`;
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
  people(db, present).where('u.id', 'in', ids).execute();

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

/** How many people `counts` and `accounts` of the list count. */
export interface PeopleCounts {
  counts: Record<AccessState, number>;
  accounts: { all: number; blocked: number; admins: number };
}

/**
 * How many people have each access. The rows of the projection are counted in an index; then those of admins and blocked
 * people, who are few, are taken off. PostgreSQL counts all at the same time.
 */
export const countPeople = async (db: Db, present: Present): Promise<PeopleCounts> => {
  const state = stateOfRow(present);
  const counted = sql<number>`count(*)`.as('count');
  const special = async (condition: Condition) =>
    allPeople(db, present)
      .where(condition)
      .select([state.as('state'), counted])
      .groupBy(sql`1`)
      .execute();
  const [ofAll, blocked, admins, { all }] = await Promise.all([
    db
      .selectFrom('user_access as a')
      .select([state.as('state'), counted])
      .where('a.mode', '=', present.mode)
      .groupBy(state)
      .execute(),
    // Each of the two has an index.
    special(ACCOUNTS.blocked),
    special(ACCOUNTS.admin),
    db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('all'))
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow(),
  ]);
  const sum = (rows: readonly { count: number }[]): number => rows.reduce((total, row) => total + row.count, 0);
  const learners = (wanted: AccessState): number =>
    sum(ofAll.filter((row) => row.state === wanted)) -
    sum([...blocked, ...admins].filter((row) => row.state === wanted));
  const accounts = { all, blocked: sum(blocked), admins: sum(admins) };
  const [active, ending, ended] = [learners('active'), learners('ending'), learners('ended')];
  const none = all - accounts.blocked - accounts.admins - active - ending - ended;
  return { counts: { active, ending, ended, none }, accounts };
};
