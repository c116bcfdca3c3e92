import type { Role } from '#contract/fields.ts';
import type { Clock } from '#server/clock.ts';
import type { Database, Db, Tx } from '#server/database/database.ts';
import { prepared } from '#server/database/prepared.ts';
import { type AccessChange, entitlement, type Entitlement, type PaidTerm } from '../entitlement/entitlement.ts';
import type { ActiveProvider, Mode } from '../provider/provider.ts';
import {
  changesQuery,
  countAccessAfter,
  deleteAccess,
  type DueReminder,
  findAccess,
  lockFirstAttempt,
  roleOf,
  selectDueReminders,
  setNextReminder,
  termsQuery,
  toChange,
  toTerm,
  writeAccess,
} from './access.queries.ts';
import { dueReminder, nextReminder, reminderAfter } from './reminder-times.ts';

/** Everything that decides one user's access: what was paid for, and what admins changed. */
export interface AccessHistory {
  terms: PaidTerm[];
  changes: AccessChange[];
}

export const accessHistoryOf = async (db: Db, userId: string, mode: Mode): Promise<AccessHistory> => ({
  terms: (await termsQuery(db, userId, mode).execute()).map(toTerm),
  changes: await accessChangesOf(db, userId),
});

export const accessChangesOf = async (db: Db, userId: string): Promise<AccessChange[]> =>
  (await changesQuery(db, userId).execute()).map(toChange);

/** Nearly every request reads this history: its queries are compiled once, and outside transactions their rows are cached. */
export const prepareAccessHistory = (database: Database): ((userId: string, mode: Mode) => Promise<AccessHistory>) => {
  const findTerms = prepared(database, termsQuery(database.db, '', 'test').compile());
  const findChanges = prepared(database, changesQuery(database.db, '').compile());
  return async (userId, mode) => {
    const [terms, changes] = await Promise.all([findTerms(mode, userId), findChanges(userId)]);
    return { terms: terms.map(toTerm), changes: changes.map(toChange) };
  };
};

/** Until commit no other transaction records a purchase of this user or recomputes what follows from them. */
export const lockPurchases = (tx: Db, userId: string, now: number): Promise<void> => lockFirstAttempt(tx, userId, now);

/** Returns undefined for a deleted account, and for a user who never had access. */
const computeEnd = async (db: Db, userId: string, mode: Mode, now: number) => {
  if ((await roleOf(db, userId)) === undefined) return undefined;
  const { terms, changes } = await accessHistoryOf(db, userId, mode);
  const { endsAt, term } = entitlement(terms, now, changes);
  return endsAt === undefined ? undefined : { endsAt, willRenew: term?.willRenew === true };
};

/**
 * Recomputes when a user's access ends, in the transaction that changed it. The row serves counting and reminders; who has
 * access is computed from the history each time. The caller has locked the user's purchases.
 */
export const recomputeAccess = async (
  tx: Db,
  userId: string,
  { mode, now }: { mode: Mode; now: number },
): Promise<void> => {
  const end = await computeEnd(tx, userId, mode, now);
  if (!end) return deleteAccess(tx, userId, mode);
  const { endsAt, willRenew } = end;
  const reminder = willRenew ? undefined : nextReminder(endsAt, now, await findAccess(tx, userId, mode));
  const next = { remind_days: reminder?.days ?? null, remind_at: reminder?.at ?? null };
  await writeAccess(tx, { user_id: userId, mode, ends_at: endsAt, ...next });
};

/** Both ends of a user's access, stored and computed, when they differ. */
export const compareAccess = async (
  db: Db,
  userId: string,
  { mode, now }: { mode: Mode; now: number },
): Promise<{ stored: number | undefined; computed: number | undefined } | undefined> => {
  const stored = (await findAccess(db, userId, mode))?.ends_at;
  const computed = (await computeEnd(db, userId, mode, now))?.endsAt;
  return stored === computed ? undefined : { stored, computed };
};

export interface Access {
  /** Does not check that the account still exists. */
  entitlementOf(userId: string): Promise<Entitlement>;
  mayWatch(user: { id: string; role: Role }): Promise<boolean>;
  /** For a user who did not send this request: also false when the account is deleted. */
  mayStillWatch(userId: string): Promise<boolean>;
  countEntitledUsers(): Promise<number>;
}

export const createAccess = (
  database: Database,
  clock: Clock,
  activeProvider: Pick<ActiveProvider, 'mode'>,
): Access => {
  const historyOf = prepareAccessHistory(database);

  const entitlementOf = async (userId: string): Promise<Entitlement> => {
    const { terms, changes } = await historyOf(userId, await activeProvider.mode());
    return entitlement(terms, clock.now(), changes);
  };

  const mayWatch: Access['mayWatch'] = async ({ id, role }) => role === 'ADMIN' || (await entitlementOf(id)).isActive;

  return {
    entitlementOf,
    mayWatch,
    mayStillWatch: async (id) => {
      const role = await roleOf(database.db, id);
      return role !== undefined && mayWatch({ id, role });
    },
    countEntitledUsers: async () => countAccessAfter(database.db, await activeProvider.mode(), clock.now()),
  };
};

/** Users whose next reminder is due. */
export const dueReminders = (db: Db, mode: Mode, now: number, limit: number): Promise<DueReminder[]> =>
  selectDueReminders(db, mode, now, limit);

/**
 * Moves a user on to the next reminder. Returns how many days before the end the due one is; undefined when another process
 * was first, or when it is too late for it.
 */
export const takeReminder = async (tx: Tx, row: DueReminder, now: number): Promise<number | undefined> => {
  const days = dueReminder(row.ends_at, now);
  const next = days === undefined ? undefined : reminderAfter(row.ends_at, days);
  return (await setNextReminder(tx, row, next)) ? days : undefined;
};
