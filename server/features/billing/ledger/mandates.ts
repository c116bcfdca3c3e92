import { sql } from 'kysely';
import { z } from 'zod';
import { recordAudit, type Source } from '#server/audit/audit.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { areAllDeleted } from '#server/database/deleted-courses.ts';
import { hasRow } from '#server/database/outcomes.ts';
import type { PaymentAttemptRow } from '#server/database/tables/purchases.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import {
  accessHistoriesOf,
  type AccessHistory,
  EVERYTHING,
  isPaidAfter,
  type PaidTerm,
  type Scope,
  stands,
} from '../entitlement/entitlement.ts';
import { type Mode, MODES, OFFLINE } from '../provider/provider.ts';
import { updateAttempt } from '../purchase-rows/purchase-rows.ts';
import { isWhollyRefunded } from '../returns/returns.ts';

/** Turns renewal off at the provider. */
export const settleCancel = defineJob({
  name: 'payments.settle-cancel',
  lane: 'money',
  payload: z.object({ attemptId: z.string() }),
});

/** Records that an attempt is to be cancelled; a later request for another moment replaces it. */
export const requestCancel = (db: Db, id: string, when: 'now' | 'period_end', now: number) =>
  updateAttempt(db, id, {
    cancel_when: when,
    cancel_requested_at: now,
    cancel_accepted_at: null,
    cancelling_until: null,
    auto_renew: 0,
    updated_at: now,
  })
    .where((eb) => eb.or([eb('cancel_when', 'is', null), eb('cancel_when', '<>', when)]))
    .execute();

/** How many payments of the attempt were captured. */
const PAID = sql<number>`(SELECT COUNT(*) FROM payments p WHERE p.attempt_id = a.id AND p.status = 'captured')`;

/**
 * What the provider may still charge or take: mandates, and windows that are open. An offline payment opens nothing until it
 * is confirmed, and so outlasts a block.
 */
const chargeable = (db: Db, mode: Mode) =>
  db
    .selectFrom('payment_attempts as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['a.id', 'a.user_id', 'a.plan_ref', 'a.cycles', 'a.state', 'u.role', 'u.blocked_at', 'u.deleted_at'])
    .select(PAID.as('paid'))
    .where('a.mode', '=', mode)
    .where('a.provider', '<>', OFFLINE)
    .where('a.is_over', '=', 0)
    .where('a.cancel_when', 'is', null)
    .where('a.gift_id', 'is', null);

type Chargeable = Awaited<ReturnType<ReturnType<typeof chargeable>['executeTakeFirstOrThrow']>>;

const hasLostDispute = (db: Db, paymentId: string): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('disputes')
      .select('id')
      .where('provider_payment_id', '=', paymentId)
      .where('status', '=', 'lost')
      .limit(1),
  );

/** Whether someone can have no use of a purchase: a closed or blocked account, or an admin, who has everything. */
export const isWithoutUse = (account: Pick<Chargeable, 'role' | 'blocked_at' | 'deleted_at'>): boolean =>
  account.deleted_at !== null || account.blocked_at !== null || account.role === 'ADMIN';

type Reason = NonNullable<PaymentAttemptRow['mended']>;

const isRevokedSince = ({ changes }: AccessHistory, scope: Scope, paidAt: number): boolean =>
  changes.some((change) => change.kind === 'revoke' && change.scope === scope && !isPaidAfter(paidAt, change.at));

/** Whether the buyer has paid for the same or more, and for longer, with another purchase: of two that end at once, one keeps renewing. */
const isReplaced = (last: PaidTerm, history: AccessHistory): boolean =>
  history.terms.some((other) => {
    if (other.attemptId === last.attemptId || other.isGift || !stands(other)) return false;
    const isLonger = other.accessUntil - last.accessUntil || (other.attemptId > last.attemptId ? 1 : -1);
    const opened = other.opens.flatMap(({ scope }) => (isRevokedSince(history, scope, other.paidAt) ? [] : [scope]));
    return isLonger > 0 && last.opens.every(({ scope }) => opened.includes(scope) || opened.includes(EVERYTHING));
  });

/**
 * Why a mandate must not be charged any more; undefined while it has a ground. It ends with the access that it renews: when
 * the account is closed, blocked or an admin's, when everything that it opens was revoked after it was given, when its last
 * payment went back, when every course of its plan is deleted, and when another purchase takes its place. An end of access by
 * time ends no mandate: the next charge opens it again.
 */
const whyGroundless = async (db: Db, one: Chargeable, history: AccessHistory): Promise<Reason | undefined> => {
  if (isWithoutUse(one)) return 'account';
  const terms = history.terms.filter(({ attemptId }) => attemptId === one.id).toSorted((a, b) => a.paidAt - b.paidAt);
  const [first, last] = [terms.at(0), terms.at(-1)];
  if (!first || !last || last.opens.length === 0) return undefined;
  if (last.opens.every(({ scope }) => isRevokedSince(history, scope, first.paidAt))) return 'revoked';
  if (last.isCancelled || isWhollyRefunded(last)) return 'returned';
  if (last.isDisputed && (await hasLostDispute(db, last.paymentId))) return 'returned';
  if (isReplaced(last, history)) return 'replaced';
  const courseIds = last.opens.map(({ scope }) => scope);
  return !courseIds.includes(EVERYTHING) && (await areAllDeleted(db, courseIds)) ? 'course_deleted' : undefined;
};

const groundlessOf = async (
  db: Db,
  userIds: readonly string[],
  mode: Mode,
): Promise<(Chargeable & { reason: Reason })[]> => {
  if (userIds.length === 0) return [];
  const rows = await chargeable(db, mode)
    .where('a.user_id', 'in', userIds)
    .where((eb) => eb.or([eb('a.cycles', '>', 1), eb('a.state', 'in', ['open', 'retired'])]))
    .execute();
  const relevant = rows.filter((one) => isWithoutUse(one) || (one.cycles > 1 && one.paid > 0));
  if (relevant.length === 0) return [];
  const historyOf = await accessHistoriesOf(db, [...new Set(relevant.map((one) => one.user_id))], mode);
  const found: (Chargeable & { reason: Reason })[] = [];
  for (const one of relevant) {
    const reason = await whyGroundless(db, one, historyOf(one.user_id));
    if (reason !== undefined) found.push({ ...one, reason });
  }
  return found;
};

/**
 * Ends mandates of these users that have no ground any more, and the windows of someone who can have no use of them: the wish is
 * stored here, and `settleCancel` carries it out. Returns the attempts whose mandate ended. The caller has locked the users.
 */
export const endGroundless = async (
  tx: Tx,
  userIds: readonly string[],
  { mode, now, source }: { mode: Mode; now: number; source: Source },
): Promise<string[]> => {
  const ended: string[] = [];
  for (const one of await groundlessOf(tx, userIds, mode)) {
    await requestCancel(tx, one.id, 'now', now);
    const isMandate = one.cycles > 1 && one.paid > 0;
    await updateAttempt(tx, one.id, {
      updated_at: now,
      ...(one.state === 'open' && { state: 'retired' }),
      // An order is paid once, and cannot be cancelled.
      ...(one.plan_ref === '' && { cancel_accepted_at: now }),
      ...(isMandate && source.kind === 'ledger' && { mended: one.reason }),
    }).execute();
    if (!isMandate) continue;
    ended.push(one.id);
    await recordAudit(tx, {
      at: now,
      source,
      userId: one.user_id,
      attemptId: one.id,
      kind: 'renewal_turned_off',
      detail: {},
    });
  }
  return ended;
};

/** The user's mandates that nobody has turned off, whatever the provider has said about them until now. */
export const mandatesOf = async (db: Db, userId: string, mode: Mode): Promise<Set<string>> => {
  const rows = await chargeable(db, mode).where('a.user_id', '=', userId).where('a.cycles', '>', 1).execute();
  return new Set(rows.filter(({ paid }) => paid > 0).map(({ id }) => id));
};

/** How many mandates of these users go on, in both modes. */
export const countMandates = async (db: Db, userIds: readonly string[]): Promise<number> => {
  let count = 0;
  for (const mode of MODES) {
    const rows = await chargeable(db, mode).where('a.user_id', 'in', userIds).where('a.cycles', '>', 1).execute();
    count += rows.filter(({ paid }) => paid > 0).length;
  }
  return count;
};

const BATCH = 200;

/** The mandates of people without access, in the order of their ids. */
export const listGroundless = async (db: Db, mode: Mode): Promise<string[]> => {
  const found: string[] = [];
  let after = '';
  for (;;) {
    const rows = await chargeable(db, mode)
      .where('a.cycles', '>', 1)
      .where('a.user_id', '>', after)
      .orderBy('a.user_id')
      .limit(BATCH)
      .execute();
    const userIds = [...new Set(rows.map((row) => row.user_id))];
    for (const one of await groundlessOf(db, userIds, mode)) if (one.cycles > 1) found.push(one.id);
    after = rows.at(-1)?.user_id ?? '';
    if (rows.length < BATCH) return found;
  }
};
