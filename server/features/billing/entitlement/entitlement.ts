import type { z } from 'zod';
import type { Subscription } from '#contract/accounts.ts';
import type { Role } from '#contract/fields.ts';
import { type Clock, toInstant, toInstantOrNull } from '#server/clock.ts';
import type { Database, Db, Tx } from '#server/database/database.ts';
import { prepared } from '#server/database/prepared.ts';
import type { ActiveProvider, Mode } from '../provider/provider.ts';
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
import { dueReminder, nextReminder, reminderAfter } from './reminder-times.ts';

const SECOND_MS = 1000;
const DAY_MS = 24 * 60 * 60_000;
/** How long access continues while the provider retries the charge of a renewal. */
const RENEWAL_GRACE_MS = 4 * DAY_MS;

/** Buying again this close to the end renews; the new year begins where the old one ends. */
export const RENEWAL_WINDOW_MS = 30 * DAY_MS;

/** A captured payment for a purchase made here, with its refunds, disputes and renewal. */
export interface PaidTerm {
  paymentId: string;
  attemptId: string;
  paidAt: number;
  accessUntil: number;
  refundableUntil: number;
  amountInPaise: number;
  /** Refunds that the provider has accepted and that did not fail. */
  refundedInPaise: number;
  /** The provider has accepted a refund that ends access, whether or not it failed since. */
  isCancelled: boolean;
  /** A refund that ends access is requested and the provider has not accepted it yet. */
  isCancelRequested: boolean;
  /** A dispute is open or was lost. */
  isDisputed: boolean;
  /** The provider is still trying to charge the next year. */
  isChargePending: boolean;
  willRenew: boolean;
}

/** A change that an admin made to a user's access. */
export interface AccessChange {
  kind: 'grant' | 'extend' | 'revoke';
  at: number;
  /** grant: access until then. */
  until: number | null;
  /** extend: the term of this payment is longer by `days`. */
  paymentId: string | null;
  days: number;
}

export interface Entitlement {
  isActive: boolean;
  /** The payment that gives access, or the last one that did; undefined when no purchase stands. */
  term: PaidTerm | undefined;
  /** The end of the paid term or of a grant, whichever is later. */
  accessUntil: number | undefined;
  /** `accessUntil`, with the days of grace while a renewal is being charged. */
  endsAt: number | undefined;
}

/** Whether the purchase still stands: not refunded, not cancelled, not disputed. */
export const stands = (term: PaidTerm): boolean =>
  !term.isCancelled && !term.isDisputed && term.refundedInPaise < term.amountInPaise;

const endsAt = (term: PaidTerm): number => term.accessUntil + (term.isChargePending ? RENEWAL_GRACE_MS : 0);

/** By how many milliseconds admins extended the term of a payment. */
export const extensionOf = (paymentId: string, changes: readonly AccessChange[]): number =>
  changes.reduce(
    (sum, { kind, paymentId: extended, days }) =>
      sum + (kind === 'extend' && extended === paymentId ? days * DAY_MS : 0),
    0,
  );

/** A revocation ends the effect of every change before it. */
export const changesInForce = (changes: readonly AccessChange[]) => {
  const revokedAt = Math.max(...changes.map(({ kind, at }) => (kind === 'revoke' ? at : -Infinity)));
  return { revokedAt, kept: changes.filter(({ kind, at }) => kind !== 'revoke' && at > revokedAt) };
};

/** Payments have times in whole seconds: one made in the second of a revocation counts as made after it. */
export const isPaidAfter = (paidAt: number, revokedAt: number): boolean =>
  paidAt >= Math.floor(revokedAt / SECOND_MS) * SECOND_MS;

const latest = (moments: readonly number[]): number | undefined =>
  moments.length === 0 ? undefined : Math.max(...moments);

/** Access follows from payments with their refunds and disputes, from the changes of admins, and from the time alone. */
export const entitlement = (
  terms: readonly PaidTerm[],
  now: number,
  changes: readonly AccessChange[] = [],
): Entitlement => {
  const { revokedAt, kept } = changesInForce(changes);
  const standing = terms
    .filter((term) => stands(term) && isPaidAfter(term.paidAt, revokedAt))
    .map((term) => ({ ...term, accessUntil: term.accessUntil + extensionOf(term.paymentId, kept) }))
    .toSorted((a, b) => b.accessUntil - a.accessUntil || b.paidAt - a.paidAt);
  const granted = kept.flatMap(({ kind, until }) => (kind === 'grant' && until !== null ? [until] : []));
  const end = latest([...standing.map(endsAt), ...granted]);
  return {
    isActive: end !== undefined && now < end,
    term: standing[0],
    accessUntil: latest([...standing.map((term) => term.accessUntil), ...granted]),
    endsAt: end,
  };
};

export type SubscriptionState = z.input<typeof Subscription>;

/** A user's entitlement as the API returns it. */
export const toSubscription = ({ isActive, term, accessUntil }: Entitlement): SubscriptionState => {
  const willRenew = term?.willRenew ?? false;
  const isRenewable = isActive && !willRenew && accessUntil !== undefined;
  return {
    status: isActive ? 'active' : 'inactive',
    access_until: toInstantOrNull(accessUntil),
    purchased_at: toInstantOrNull(term?.paidAt),
    refundable_until: toInstantOrNull(term?.refundableUntil),
    auto_renew: willRenew,
    renewable_from: isRenewable ? toInstant(accessUntil - RENEWAL_WINDOW_MS) : null,
  };
};

/** Everything that decides one user's access: what was paid for, and what admins changed. */
export interface AccessHistory {
  terms: PaidTerm[];
  changes: readonly AccessChange[];
}

export const accessHistoryOf = async (db: Db, userId: string, mode: Mode): Promise<AccessHistory> => ({
  terms: (await termsQuery(db, userId, mode).execute()).map(toTerm),
  changes: await accessChangesOf(db, userId),
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
 * Until commit no other transaction records a purchase of this user or recomputes what follows from them. Every purchase
 * begins with an attempt, and the first one stays the first.
 */
export const lockPurchases = async (tx: Db, userId: string, now: number): Promise<void> => {
  await tx
    .updateTable('payment_attempts')
    .set({ updated_at: now })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('payment_attempts as first')
        .select('first.id')
        .where('first.user_id', '=', userId)
        .orderBy('first.created_at')
        .orderBy('first.id')
        .limit(1),
    )
    .execute();
};

/**
 * Recomputes when a user's access ends, in the transaction that changed it. The row serves counting and reminders; who has
 * access is computed from the history each time. A deleted account and a user who never had access have none. The caller has
 * locked the user's purchases.
 */
export const recomputeAccess = async (
  tx: Tx,
  userId: string,
  { mode, now }: { mode: Mode; now: number },
): Promise<{ stored: number | undefined; computed: number | undefined }> => {
  const row = await findAccess(tx, userId, mode);
  const { terms, changes } = await accessHistoryOf(tx, userId, mode);
  const { endsAt, term } = entitlement(terms, now, changes);
  const computed = (await roleOf(tx, userId)) === undefined ? undefined : endsAt;
  if (computed === undefined) await deleteAccess(tx, userId, mode);
  else {
    const reminder = term?.willRenew ? undefined : nextReminder(computed, now, row);
    const next = { remind_days: reminder?.days ?? null, remind_at: reminder?.at ?? null };
    await writeAccess(tx, { user_id: userId, mode, ends_at: computed, ...next });
  }
  return { stored: row?.ends_at, computed };
};

export interface Entitlements {
  /** Does not check that the account still exists. */
  entitlementOf(userId: string): Promise<Entitlement>;
  mayWatch(user: { id: string; role: Role }): Promise<boolean>;
  /** For a user who did not send this request: also false when the account is deleted. */
  mayStillWatch(userId: string): Promise<boolean>;
  countEntitledUsers(): Promise<number>;
}

export const createEntitlements = (
  database: Database,
  clock: Clock,
  activeProvider: Pick<ActiveProvider, 'mode'>,
): Entitlements => {
  const historyOf = prepareAccessHistory(database);

  const entitlementOf = async (userId: string): Promise<Entitlement> => {
    const { terms, changes } = await historyOf(userId, await activeProvider.mode());
    return entitlement(terms, clock.now(), changes);
  };

  const mayWatch: Entitlements['mayWatch'] = async ({ id, role }) =>
    role === 'ADMIN' || (await entitlementOf(id)).isActive;

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
export const dueReminders = (db: Db, mode: Mode, now: number, limit: number) =>
  db
    .selectFrom('user_access as access')
    .innerJoin('users as u', 'u.id', 'access.user_id')
    .select(['access.user_id', 'access.mode', 'access.ends_at', 'access.remind_at', 'u.email'])
    .where('access.mode', '=', mode)
    .where('access.remind_at', '<=', now)
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
