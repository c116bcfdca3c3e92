import type { Role } from '#contract/fields.ts';
import type { Database, Db, Tx } from '#server/database/database.ts';
import { prepared } from '#server/database/prepared.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { isForLife } from '../plans/plans.ts';
import type { Mode } from '../provider/provider.ts';
import { updatePayment } from '../purchase-rows/purchase-rows.ts';
import {
  changesQuery,
  countAccessAfter,
  deleteAccess,
  findAccess,
  roleOf,
  setNextReminder,
  termsQuery,
  toTerm,
  writeAccess,
} from './entitlement.queries.ts';
import { continuityOf } from './continuity.ts';
import { dueReminder, nextReminder, reminderAfter } from './reminder-times.ts';
import { type AccessChange, boughtIn, type Entitlement, entitlement, type PaidTerm } from './rule.ts';

export { countMembers, roleOf } from './entitlement.queries.ts';
export {
  type AccessChange,
  changesInForce,
  type Entitlement,
  entitlement,
  extendedEnd,
  isPaidAfter,
  type PaidTerm,
  RENEWAL_WINDOW_MS,
  stands,
  type SubscriptionState,
  toSubscription,
} from './rule.ts';

/** The access history of a user: the terms, and the changes by admins. */
export interface AccessHistory {
  terms: PaidTerm[];
  changes: readonly AccessChange[];
}

/** `changes`, if the caller has read them already. */
export const accessHistoryOf = async (
  db: Db,
  userId: string,
  mode: Mode,
  changes?: readonly AccessChange[],
): Promise<AccessHistory> => ({
  terms: (await termsQuery(db, userId, mode).execute()).map(toTerm),
  changes: changes ?? (await accessChangesOf(db, userId)),
});

export const accessChangesOf = (db: Db, userId: string): Promise<AccessChange[]> => changesQuery(db, userId).execute();

/** Nearly every request reads this history: its queries are compiled once, and outside transactions their rows are cached. */
export const prepareAccessHistory = (database: Database): ((userId: string, mode: Mode) => Promise<AccessHistory>) => {
  const findTerms = prepared(database, termsQuery(database.db, '', 'test').compile());
  const findChanges = prepared(database, changesQuery(database.db, '').compile());
  return async (userId, mode) => {
    const [terms, changes] = await Promise.all([findTerms(mode, userId), findChanges(userId)]);
    return { terms: terms.map(toTerm), changes };
  };
};

/**
 * Locks users until commit, in their order. Every transaction that changes purchases or access begins with it, before
 * its reads: until commit no other one records a purchase, a refund or a change of access of these users.
 */
export const lockUsers = async (tx: Tx, userIds: Iterable<string>): Promise<void> => {
  for (const id of [...new Set(userIds)].toSorted())
    await tx
      .updateTable('users')
      .set(({ ref }) => ({ updated_at: ref('updated_at') }))
      .where('id', '=', id)
      .execute();
};

/** Recomputes how a user's payments continue one another. Returns when those that changed were captured. */
const recomputeContinuity = async (tx: Tx, { terms, changes }: AccessHistory): Promise<number[]> => {
  const changed: number[] = [];
  for (const term of terms) {
    const { previousEnd, isAutomatic } = continuityOf(term, terms, changes);
    if (previousEnd === term.continuity.previousEnd && isAutomatic === term.continuity.isAutomatic) continue;
    const stored = { previous_end: previousEnd, is_automatic: isAutomatic ? 1 : null };
    await updatePayment(tx, term.paymentId, stored).execute();
    changed.push(term.capturedAt);
  }
  return changed;
};

/** The plan that gives access, or gave it last; of a refunded purchase after which there is nothing else, its own. */
const planVersionOf = ({ term, accessUntil }: Entitlement, bought: ReturnType<typeof boughtIn>): string | null => {
  if (accessUntil === undefined) return bought?.isRefunded ? bought.planVersionId : null;
  return term?.accessUntil === accessUntil ? term.planVersionId : null;
};

/**
 * Recomputes the end of a user's access and the amount paid, in the transaction that changed them. The row serves lists, counting
 * and reminders; who has access is computed from the history each time. A deleted account and a user who never bought or was
 * granted anything have none. The caller has locked the user's purchases. `continuedAt`: when payments were captured whose
 * day has to be recomputed now.
 */
export const recomputeAccess = async (
  tx: Tx,
  userId: string,
  { mode, now, changes: known }: { mode: Mode; now: number; changes?: readonly AccessChange[] | undefined },
): Promise<{ stored: number | undefined; computed: number | undefined; continuedAt: number[] }> => {
  const row = await findAccess(tx, userId, mode);
  const history = await accessHistoryOf(tx, userId, mode, known);
  const { terms, changes } = history;
  const continuedAt = await recomputeContinuity(tx, history);
  const entitled = entitlement(terms, now, changes);
  const { endsAt, accessUntil, renewableFrom, term } = entitled;
  const windowMs = (accessUntil ?? 0) - (renewableFrom ?? 0);
  const isGone = (await roleOf(tx, userId)) === undefined;
  const computed = isGone ? undefined : endsAt;
  const bought = boughtIn(terms);
  if (isGone || (endsAt === undefined && !bought)) await deleteAccess(tx, userId, mode);
  else {
    const isSilent = endsAt === undefined || isForLife(endsAt) || term?.willRenew;
    const reminder = isSilent ? undefined : nextReminder(endsAt, { now, windowMs }, row);
    await writeAccess(tx, {
      user_id: userId,
      mode,
      ends_at: endsAt ?? 0,
      plan_version_id: planVersionOf(entitled, bought),
      remind_days: reminder?.days ?? null,
      remind_at: reminder?.at ?? null,
      paid_in_paise: bought?.paidInPaise ?? 0,
      is_refunded: bought?.isRefunded ? 1 : 0,
    });
  }
  return { stored: row?.ends_at === 0 ? undefined : row?.ends_at, computed, continuedAt };
};

export type Entitlements = ReturnType<typeof createEntitlements>;

export const createEntitlements = ({ database, clock, settings }: BillingPlatform) => {
  const historyOf = prepareAccessHistory(database);

  /** Does not check that the account still exists. */
  const entitlementOf = async (userId: string): Promise<Entitlement> => {
    const { terms, changes } = await historyOf(userId, await settings.purchaseMode());
    return entitlement(terms, clock.now(), changes);
  };

  const hasAccess = async ({ id, role }: { id: string; role: Role }): Promise<boolean> =>
    role === 'ADMIN' || (await entitlementOf(id)).isActive;

  return {
    entitlementOf,
    hasAccess,
    /** For a user who did not send this request: also false when the account is deleted. */
    stillHasAccess: async (id: string): Promise<boolean> => {
      const role = await roleOf(database.db, id);
      return role !== undefined && hasAccess({ id, role });
    },
    countEntitledUsers: async () => countAccessAfter(database.db, await settings.purchaseMode(), clock.now()),
  };
};

/** Users whose next reminder is due. */
export const dueReminders = (db: Db, mode: Mode, now: number, limit: number) =>
  db
    .selectFrom('user_access as access')
    .innerJoin('users as u', 'u.id', 'access.user_id')
    .select(['access.user_id', 'access.mode', 'access.ends_at', 'access.remind_at', 'u.email'])
    .where('access.mode', '=', mode)
    .where('access.remind_at', '<=', now)
    .where('u.blocked_at', 'is', null)
    .orderBy('access.remind_at')
    .limit(limit)
    .execute();

export type DueReminder = Awaited<ReturnType<typeof dueReminders>>[number];

/**
 * Moves a user on to the next reminder. Returns how many days before the end the due one is; undefined when another process
 * was first, or when it is too late for it.
 */
export const takeReminder = async (tx: Tx, row: DueReminder, now: number): Promise<number | undefined> => {
  const days = dueReminder(row.ends_at, now);
  const next = days === undefined ? undefined : reminderAfter(row.ends_at, days);
  return (await setNextReminder(tx, row, next)) ? days : undefined;
};
