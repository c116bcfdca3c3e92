import type { Database, Db } from '#server/database/database.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Mode } from '../provider/provider.ts';
import {
  changesQuery,
  openedBy,
  openedCoursesQuery,
  opensCourses,
  type SoldVersion,
  termsQuery,
  toTerm,
} from './entitlement.queries.ts';
import type { AccessChange, AccessHistory } from './rule.ts';

/** What each of a user's purchases opens. */
export const findOpened = async (
  db: Db,
  purchases: readonly SoldVersion[],
  { userId, mode }: { userId: string; mode: Mode },
): Promise<ReturnType<typeof openedBy>> =>
  openedBy(purchases.some(opensCourses) ? await openedCoursesQuery(db, userId, mode).execute() : []);

/** `changes`, if the caller has read them already. */
export const accessHistoryOf = async (
  db: Db,
  userId: string,
  mode: Mode,
  changes?: readonly AccessChange[],
): Promise<AccessHistory> => {
  const rows = await termsQuery(db, userId, mode).execute();
  const opened = await findOpened(db, rows, { userId, mode });
  return {
    terms: rows.map((row) => toTerm(row, opened(row))),
    changes: changes ?? (await accessChangesOf(db, userId)),
  };
};

export const accessChangesOf = (db: Db, userId: string): Promise<AccessChange[]> => changesQuery(db, userId).execute();

/** Nearly every request reads this history: its queries are compiled once, and outside transactions their rows are cached. */
export const prepareAccessHistory = (database: Database): ((userId: string, mode: Mode) => Promise<AccessHistory>) => {
  const findTerms = prepared(database, termsQuery(database.db, '', 'test').compile());
  const findCourses = prepared(database, openedCoursesQuery(database.db, '', 'test').compile());
  const findChanges = prepared(database, changesQuery(database.db, '').compile());
  return async (userId, mode) => {
    const [rows, changes] = await Promise.all([findTerms(mode, userId), findChanges(userId)]);
    const opened = openedBy(rows.some(opensCourses) ? await findCourses(mode, userId) : []);
    return { terms: rows.map((row) => toTerm(row, opened(row))), changes };
  };
};
