import type { Database, Db } from '#server/database/database.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Mode } from '../provider/provider.ts';
import {
  changesQuery,
  findChanges,
  findOpenedCourses,
  findTerms,
  openedBy,
  openedCoursesQuery,
  opensCourses,
  type SoldVersion,
  termsQuery,
  toTerm,
} from './entitlement.queries.ts';
import type { AccessChange, AccessHistory } from './rule.ts';

/** What each of a user's purchases opens. */
export const findOpened = async (db: Db, purchases: readonly SoldVersion[]): Promise<ReturnType<typeof openedBy>> => {
  const versionIds = new Set(purchases.filter(opensCourses).map((version) => version.plan_version_id));
  return openedBy(versionIds.size > 0 ? await findOpenedCourses(db, [...versionIds]) : []);
};

export type ChangesOf = (userId: string) => AccessChange[];

export const accessChangesOf = (db: Db, userIds: readonly string[]): Promise<ChangesOf> => findChanges(db, userIds);

/** The history of each of some users. `changesOf`, if the caller has read them already. */
export const accessHistoriesOf = async (
  db: Db,
  userIds: readonly string[],
  mode: Mode,
  changesOf?: ChangesOf,
): Promise<(userId: string) => AccessHistory> => {
  const termsOf = await findTerms(db, userIds, mode);
  const opened = await findOpened(db, userIds.flatMap(termsOf));
  const changes = changesOf ?? (await accessChangesOf(db, userIds));
  return (userId) => ({
    terms: termsOf(userId).map((row) => toTerm(row, opened(row))),
    changes: changes(userId),
  });
};

export const accessHistoryOf = async (db: Db, userId: string, mode: Mode): Promise<AccessHistory> =>
  (await accessHistoriesOf(db, [userId], mode))(userId);

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
