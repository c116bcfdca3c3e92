import { type ExpressionBuilder, sql } from 'kysely';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import type { UnfinishedState } from '#contract/billing/recovery.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { Tables } from '#server/database/tables.ts';
import { changesRow, hasRow } from '#server/database/outcomes.ts';
import type { Cursor } from '#server/database/cursor.ts';
import { newSecret, secretDigest } from '#server/ids.ts';
import type { Mode } from '../provider/provider.ts';

/** A buyer who has not paid by then has left. */
const ABANDONED_AFTER_MS = 60 * MINUTE_MS;
/** Since the attempt began, and since the last payment that failed. */
const EMAIL_AFTER_MS = 4 * HOUR_MS;
/** An email about a checkout that the buyer has forgotten is unwanted. */
const EMAIL_WITHIN_MS = 28 * HOUR_MS;
const BETWEEN_EMAILS_MS = 7 * DAY_MS;

/**
 * No payment of the attempt is paid or pending, and its buyer has not paid for any other since, does not wait for the school to
 * confirm one, and got no access from a gift or an admin.
 */
const UNFINISHED = sql<boolean>`NOT EXISTS (SELECT 1 FROM payments own
    WHERE own.attempt_id = a.id AND own.status IN ('authorized', 'captured'))
  AND NOT EXISTS (SELECT 1 FROM payment_attempts other JOIN payments paid ON paid.attempt_id = other.id
    WHERE other.user_id = a.user_id AND other.mode = a.mode AND paid.captured_at IS NOT NULL
      AND (paid.captured_at >= a.created_at OR paid.created_at >= a.created_at))
  AND NOT EXISTS (SELECT 1 FROM payments gift
    WHERE gift.user_id = a.user_id AND gift.mode = a.mode AND gift.redeemed_at >= a.created_at)
  AND NOT EXISTS (SELECT 1 FROM payment_requests said
    WHERE said.user_id = a.user_id AND said.mode = a.mode AND (said.attempt_id = a.id OR said.state = 'waiting'))
  AND NOT EXISTS (SELECT 1 FROM access_changes granted
    WHERE granted.user_id = a.user_id AND granted.kind = 'grant' AND granted.at >= a.created_at)`;

/** The last payment of an attempt that failed. */
const LAST_FAILURE = sql<string>`(SELECT last.id FROM payments last
  WHERE last.attempt_id = a.id AND last.status = 'failed' ORDER BY last.initiated_at DESC, last.id DESC LIMIT 1)`;

const HAS_OPTED_OUT = sql<number | boolean>`EXISTS (SELECT 1 FROM recovery_emails stopped
  WHERE stopped.user_id = a.user_id AND stopped.opted_out_at IS NOT NULL)`;

const unfinished = (db: Db, mode: Mode) =>
  db
    .selectFrom('payment_attempts as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .innerJoin('plan_versions as v', 'v.id', 'a.plan_version_id')
    .innerJoin('plans as plan', 'plan.id', 'v.plan_id')
    .leftJoin('coupons as coupon', 'coupon.id', 'a.coupon_id')
    .leftJoin('payments as failed', (join) => join.on('failed.id', '=', LAST_FAILURE))
    .leftJoin('recovery_emails as email', 'email.attempt_id', 'a.id')
    .select([
      'a.id',
      'a.user_id',
      'a.mode',
      'a.amount_in_paise',
      'a.gift_id',
      'a.subscription_ref',
      'a.window_opened_at',
      'a.created_at',
      'u.full_name',
      'u.email',
      'plan.id as plan_id',
      'plan.name as plan_name',
      'coupon.code as coupon_code',
      'failed.id as failed_payment_id',
      'failed.failure',
      'failed.failure_reason',
      'email.sent_at',
    ])
    .where('a.mode', '=', mode)
    .where('u.deleted_at', 'is', null)
    // Parts have reminders of their own.
    .where('a.parts_of', 'is', null)
    .where(UNFINISHED);

export type UnfinishedRow = Awaited<ReturnType<ReturnType<typeof unfinished>['executeTakeFirstOrThrow']>>;

/** A payment failed, or the provider did not start the checkout. */
const hasFailed = (now: number) => sql<boolean>`(failed.id IS NOT NULL
  OR (a.subscription_ref IS NULL AND a.creating_until <= ${now}))`;
const hasLeft = (now: number) => sql<boolean>`a.created_at <= ${now - ABANDONED_AFTER_MS}`;

const isInState = (state: UnfinishedState | undefined, now: number) => {
  if (state === 'failed') return hasFailed(now);
  return state === 'abandoned'
    ? sql<boolean>`(${hasLeft(now)} AND NOT ${hasFailed(now)})`
    : sql<boolean>`(${hasLeft(now)} OR ${hasFailed(now)})`;
};

export interface UnfinishedFilter {
  mode: Mode;
  now: number;
  since: number;
  state?: UnfinishedState | undefined;
  /** The page begins after this attempt. */
  after?: Cursor | undefined;
}

/** Newest first. */
export const listUnfinished = (db: Db, { mode, now, since, state, after }: UnfinishedFilter, count: number) => {
  let query = unfinished(db, mode)
    .select(HAS_OPTED_OUT.as('has_opted_out'))
    .where('a.created_at', '>=', since)
    .where(isInState(state, now));
  if (after) query = query.where(sql<boolean>`(a.created_at, a.id) < (${after.value}, ${after.id})`);
  return query.orderBy('a.created_at', 'desc').orderBy('a.id', 'desc').limit(count).execute();
};

/** Access to everything, or to each course of the plan. */
const hasAccess = (now: number) => sql<boolean>`(EXISTS (SELECT 1 FROM user_access
    WHERE user_access.user_id = a.user_id AND user_access.mode = a.mode AND user_access.ends_at > ${now})
  OR (v.opens <> 'everything' AND NOT EXISTS (SELECT 1 FROM plan_version_courses part
    WHERE part.version_id = v.id AND NOT EXISTS (SELECT 1 FROM course_access
      WHERE course_access.user_id = a.user_id AND course_access.mode = a.mode
        AND course_access.course_id = part.course_id AND course_access.ends_at > ${now}))))`;

/**
 * Attempts whose buyers are emailed now. The last attempt of a buyer counts, if it is for the buyer, who has no access to what the
 * plan opens, is not blocked, has not opted out and was not emailed in a week; a deleted plan is left out. An attempt stays due until
 * its email is sent.
 */
const dueForEmail = (db: Db, mode: Mode, now: number) =>
  unfinished(db, mode)
    .where('a.created_at', '<=', now - EMAIL_AFTER_MS)
    .where('a.created_at', '>', now - EMAIL_WITHIN_MS)
    .where('a.gift_id', 'is', null)
    .where('plan.deleted_at', 'is', null)
    .where('u.blocked_at', 'is', null)
    .where('u.role', '=', 'USER')
    .where('email.sent_at', 'is', null)
    .where(sql<boolean>`(failed.initiated_at IS NULL OR failed.initiated_at <= ${now - EMAIL_AFTER_MS})`)
    .where(
      sql<boolean>`NOT EXISTS (SELECT 1 FROM payment_attempts later
        WHERE later.user_id = a.user_id AND later.mode = a.mode AND later.created_at > a.created_at)
      AND NOT ${hasAccess(now)}
      AND NOT EXISTS (SELECT 1 FROM recovery_emails recent
        WHERE recent.user_id = a.user_id AND recent.attempt_id <> a.id AND recent.decided_at > ${now - BETWEEN_EMAILS_MS})
      AND NOT ${HAS_OPTED_OUT}`,
    );

export const listDue = async (db: Db, mode: Mode, now: number, count: number): Promise<string[]> => {
  const rows = await dueForEmail(db, mode, now).orderBy('a.created_at').limit(count).execute();
  return rows.map(({ id }) => id);
};

/** The buyer and the plan of an attempt. */
export const findOpenCheckout = (
  db: Db,
  attemptId: string,
): Promise<{ user_id: string; plan_id: string } | undefined> =>
  db
    .selectFrom('payment_attempts as a')
    .innerJoin('plan_versions as v', 'v.id', 'a.plan_version_id')
    .select(['a.user_id', 'v.plan_id'])
    .where('a.id', '=', attemptId)
    .executeTakeFirst();

export const findDue = (tx: Tx, attemptId: string, mode: Mode, now: number): Promise<UnfinishedRow | undefined> =>
  dueForEmail(tx, mode, now).where('a.id', '=', attemptId).executeTakeFirst();

/** Returns the token of a link that stops these emails. A repeated delivery gets a link of its own. */
export const insertEmail = async (
  tx: Tx,
  { attemptId, userId, now }: { attemptId: string; userId: string; now: number },
): Promise<string> => {
  await tx
    .insertInto('recovery_emails')
    .values({ attempt_id: attemptId, user_id: userId, decided_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const token = newSecret();
  const link = { token_hash: secretDigest(token), attempt_id: attemptId, created_at: now };
  await tx.insertInto('recovery_links').values(link).execute();
  return token;
};

export const markSent = (tx: Tx, attemptId: string, now: number) =>
  tx.updateTable('recovery_emails').set({ sent_at: now }).where('attempt_id', '=', attemptId).execute();

const ofLink = (token: string) => (eb: ExpressionBuilder<Tables, 'recovery_emails'>) =>
  eb(
    'attempt_id',
    '=',
    eb.selectFrom('recovery_links').select('attempt_id').where('token_hash', '=', secretDigest(token)),
  );

/** Takes an opt-out back; returns false for a link that does not exist. */
export const optIn = (db: Db, token: string): Promise<boolean> =>
  changesRow(db.updateTable('recovery_emails').set({ opted_out_at: null }).where(ofLink(token)));

/** Returns false for a link that does not exist. The first time counts. */
export const optOut = async (db: Db, token: string, now: number): Promise<boolean> =>
  hasRow(
    db
      .updateTable('recovery_emails')
      .set(({ fn }) => ({ opted_out_at: fn.coalesce('opted_out_at', sql<number>`${now}`) }))
      .where(ofLink(token))
      .returning('attempt_id'),
  );
