import { type SqlBool, sql } from 'kysely';
import type { AccessState } from '#contract/access/rights.ts';

/** The times and the mode that states are computed with. */
export interface Present {
  mode: 'test' | 'live';
  now: number;
  /** Access that ends before is ending soon. */
  soonUntil: number;
}

/** `order`: people are read in the order of the list until the page is full. `state`: those of the state are sorted. */
export type ReadBy = 'order' | 'state';

export type Condition = ReturnType<typeof sql<SqlBool>>;

/** The end of the last access of any scope, which versions before did not write: an index has this expression. */
export const LATEST_END = sql<number>`COALESCE(a.latest_end, a.ends_at)`;

export const ACCOUNTS: Record<'blocked' | 'admin' | 'learner', Condition> = {
  blocked: sql`u.blocked_at IS NOT NULL`,
  admin: sql`u.role = 'ADMIN' AND u.blocked_at IS NULL`,
  learner: sql`u.blocked_at IS NULL AND u.role <> 'ADMIN'`,
};

/** The state of a row of the projection. */
export const stateOfRow = ({ now, soonUntil }: Present) => sql<AccessState>`CASE
  WHEN ${LATEST_END} > ${sql.lit(soonUntil)} OR (${LATEST_END} > ${sql.lit(now)} AND a.latest_renews = 1) THEN 'active'
  WHEN ${LATEST_END} > ${sql.lit(now)} THEN 'ending'
  WHEN ${LATEST_END} > 0 THEN 'ended'
  ELSE 'none' END`;

/** Each state as a condition of `users as u` with their `user_access as a`; a learner fulfils exactly one. */
export const hasAccess = (state: AccessState, { now, soonUntil }: Present, readBy: ReadBy): Condition => {
  // A function around the expression keeps the databases from beginning with the projection, and from sorting thousands.
  const end = readBy === 'state' ? LATEST_END : sql<number>`COALESCE(a.latest_end, a.ends_at, 0)`;
  const renews = sql<SqlBool>`COALESCE(a.latest_renews, 0) = 1`;
  const conditions: Record<AccessState, Condition> = {
    active: sql`${end} > ${now} AND (${end} > ${soonUntil} OR ${renews})`,
    ending: sql`${end} > ${now} AND ${end} <= ${soonUntil} AND NOT ${renews}`,
    ended: sql`${end} > 0 AND ${end} <= ${now}`,
    none: sql`COALESCE(a.latest_end, a.ends_at, 0) = 0`,
  };
  return sql`${ACCOUNTS.learner} AND ${conditions[state]}`;
};
