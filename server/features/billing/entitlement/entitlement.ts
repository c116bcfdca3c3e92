import type { BatchExtension } from '#server/database/batch-ends.ts';
import type { Db } from '#server/database/database.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { countAccessAfter } from './entitlement.queries.ts';
import { courseExtensions } from './course-extensions.ts';
import { findRightEnds, type RightEnd } from './course-ends.ts';
import { hasCourseHolders, listHolders } from './held-courses.queries.ts';
import { accessHistoriesOf, prepareAccessHistory } from './access-history.ts';
import {
  type AccessHistory,
  courseEntitlement,
  type Entitlement,
  entitlement,
  EVERYTHING,
  type Scope,
  scopesIn,
  startOfRight,
} from './rule.ts';
import { presentAccess } from './person-access.ts';
import type { Right } from './rights.ts';

export { courseExtensions } from './course-extensions.ts';
export { presentRights, type Right, RIGHT_OF_ADMIN } from './rights.ts';
export type { RightEnd } from './course-ends.ts';
export {
  accessChangesOf,
  accessHistoriesOf,
  accessHistoryOf,
  type ChangesOf,
  findOpened,
  prepareAccessHistory,
} from './access-history.ts';
export { countHolders, countMembers, roleOf } from './entitlement.queries.ts';
export { type DueReminder, dueReminders, takeReminder } from './due-reminders.ts';
export { recomputeAccess } from './recompute-access.ts';
export {
  type AccessChange,
  type AccessHistory,
  changesBefore,
  changesInForce,
  courseEntitlement,
  type Entitlement,
  entitlement,
  EVERYTHING,
  extendedEnd,
  historyOfScope,
  isPaidAfter,
  isRevoked,
  type Opened,
  type PaidTerm,
  isInForce,
  RENEWAL_WINDOW_MS,
  type RightSource,
  type Scope,
  scopesIn,
  standingGrants,
  stands,
} from './rule.ts';
export { type SubscriptionState, toSubscription } from './subscription.ts';

export type Entitlements = ReturnType<typeof createEntitlements>;

export const createEntitlements = ({ database, clock, settings }: BillingPlatform) => {
  const historyOf = prepareAccessHistory(database);

  const historyNow = async (userId: string): Promise<AccessHistory> => historyOf(userId, await settings.purchaseMode());

  /** The right to everything. Does not check that the account still exists. */
  const entitlementOf = async (userId: string): Promise<Entitlement> =>
    entitlement(await historyNow(userId), clock.now());

  const courseEntitlementOf = async (userId: string, courseId: string, kind?: 'alone'): Promise<Entitlement> =>
    (kind === 'alone' ? entitlement : courseEntitlement)(await historyNow(userId), clock.now(), courseId);

  return {
    entitlementOf,
    courseEntitlementOf,
    historyOf: historyNow,
    /** The first moments of the rights of some users to a course. */
    startsOfRight: async (userIds: readonly string[], courseId: string) => {
      const historyOfUser = await accessHistoriesOf(database.db, userIds, await settings.purchaseMode());
      return (userId: string): number | undefined => startOfRight(historyOfUser(userId), courseId);
    },
    startOfRight: async (userId: string, courseId: string): Promise<number | undefined> =>
      startOfRight(await historyNow(userId), courseId),
    /** The extensions of the right of a user to a course that count. */
    extensionsOf: async (userId: string, courseId: string): Promise<BatchExtension[]> =>
      courseExtensions(await historyNow(userId), courseId),
    /** Every right that the user has now. */
    rightsOf: async (userId: string): Promise<Right[]> => {
      const [history, now] = [await historyNow(userId), clock.now()];
      return [...scopesIn(history)]
        .map((scope) => ({ scope, ...entitlement(history, now, scope) }))
        .filter(({ isActive }) => isActive);
    },
    /** What each of these users has, until when, and through what: for lists of people. */
    accessOf: async (userIds: readonly string[]) => {
      const at = { mode: await settings.purchaseMode(), now: clock.now() };
      return presentAccess(database.db, await accessHistoriesOf(database.db, userIds, at.mode), userIds, at.now);
    },
    /** The courses that the user has, or had, alone, and how rights ended: of `everything`, and of these courses. */
    coursesHadBy: async (userId: string): Promise<{ courseIds: string[]; ends: Map<Scope, RightEnd> }> => {
      const history = await historyNow(userId);
      const courseIds = [...scopesIn(history)].filter((scope) => scope !== EVERYTHING);
      return { courseIds, ends: await findRightEnds(database.db, history, clock.now()) };
    },
    /** The right to everything, and whether the user has, or had, single courses. */
    summaryOf: async (userId: string): Promise<{ everything: Entitlement; hasCourses: boolean }> => {
      const history = await historyNow(userId);
      return { everything: entitlement(history, clock.now()), hasCourses: scopesIn(history).size > 1 };
    },
    /** Decides about many courses with the rights of this moment. */
    holdsOf: async (userId: string) => {
      const [history, now] = [await historyNow(userId), clock.now()];
      return (courseId: string, kind?: 'alone'): boolean =>
        (kind === 'alone' ? entitlement : courseEntitlement)(history, now, courseId).isActive;
    },
    /** Whether anyone has a right to a course alone, or may get one by what is paid, being paid or disputed. */
    isHeld: async (db: Db, courseId: string): Promise<boolean> =>
      hasCourseHolders(db, { courseId, mode: await settings.purchaseMode(db), now: clock.now() }),
    /** Active users with a right to everything or, unless it is null, to this course, by their id. */
    listHolders: async (db: Db, page: { courseId: string | null; afterId: string; limit: number }): Promise<string[]> =>
      listHolders(db, { ...page, mode: await settings.purchaseMode(db), now: clock.now() }),
    countEntitledUsers: async () => countAccessAfter(database.db, await settings.purchaseMode(), clock.now()),
  };
};
