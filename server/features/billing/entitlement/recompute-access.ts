import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#server/database/database.ts';
import type { UserAccessRow } from '#server/database/tables/access.ts';
import { isForLife } from '../plans/plans.ts';
import { isWhollyRefunded } from '../returns/returns.ts';
import type { Mode } from '../provider/provider.ts';
import { updatePayment } from '../purchase-rows/purchase-rows.ts';
import { continuityOf } from './continuity.ts';
import { accessHistoriesOf, type ChangesOf } from './access-history.ts';
import {
  deleteAccess,
  deleteCourseAccess,
  findAccess,
  findCourseAccess,
  presentAmong,
  writeAccess,
  writeCourseAccess,
} from './entitlement.queries.ts';
import { laterPartsPaidBy } from './later-parts.queries.ts';
import { nextReminder } from './reminder-times.ts';
import {
  type AccessHistory,
  type Entitlement,
  entitlement,
  EVERYTHING,
  type PaidTerm,
  type Scope,
  scopesIn,
} from './rule.ts';
import { areRenewing, rightsIn } from './scoped-rights.ts';

/** Recomputes how a user's payments continue one another. Returns when those that changed were captured. */
const recomputeContinuity = async (tx: Tx, history: AccessHistory): Promise<number[]> => {
  const changed: number[] = [];
  for (const term of history.terms) {
    const { previousEnd, isAutomatic } = continuityOf(term, history);
    if (previousEnd === term.continuity.previousEnd && isAutomatic === term.continuity.isAutomatic) continue;
    const stored = { previous_end: previousEnd, is_automatic: isAutomatic ? 1 : null };
    await updatePayment(tx, term.paymentId, stored).execute();
    changed.push(term.capturedAt);
  }
  return changed;
};

/**
 * The amount paid for these terms less refunds, the plan of the last of them, and whether that one was refunded;
 * undefined when nothing was bought, or gifts alone were redeemed.
 */
export const boughtIn = (terms: readonly PaidTerm[]) => {
  const bought = terms.filter(({ isGift }) => !isGift).toSorted((a, b) => b.paidAt - a.paidAt);
  const [last] = bought;
  if (!last) return undefined;
  return {
    paidInPaise: bought.reduce((sum, term) => sum + Math.max(0, term.amountInPaise - term.refundedInPaise), 0),
    isRefunded: last.isCancelled || last.isCancelRequested || isWhollyRefunded(last),
    planVersionId: last.planVersionId,
  };
};

/** The plan that gives access, or gave it last; of a refunded purchase after which there is nothing else, its own. */
const planVersionOf = ({ term, accessUntil }: Entitlement, bought: ReturnType<typeof boughtIn>): string | null => {
  if (accessUntil === undefined) return bought?.isRefunded ? bought.planVersionId : null;
  return term?.accessUntil === accessUntil ? term.planVersionId : null;
};

/** The columns of the next reminder: none for access for life, that renews by itself, or that pauses first. */
const reminderOf = (
  { endsAt, accessUntil, renewableFrom, term, pausesWith }: Entitlement,
  now: number,
  row: Parameters<typeof nextReminder>[2],
) => {
  const windowMs = (accessUntil ?? 0) - (renewableFrom ?? 0);
  const isSilent = endsAt === undefined || isForLife(endsAt) || term?.willRenew || pausesWith !== undefined;
  const reminder = isSilent ? undefined : nextReminder(endsAt, { now, windowMs }, row);
  return { remind_days: reminder?.days ?? null, remind_at: reminder?.at ?? null };
};

/** An end of access as it was stored and as it is computed. */
export interface StoredEnd {
  scope: Scope;
  stored: number | undefined;
  computed: number | undefined;
}

interface At {
  mode: Mode;
  now: number;
}

/** Most rows are right already. */
const isSame = (row: object | undefined, computed: object): boolean => isDeepStrictEqual({ ...row }, computed);

const recomputeEverything = async (
  tx: Tx,
  userId: string,
  history: AccessHistory,
  {
    mode,
    now,
    isGone,
    row,
    laterPartsInPaise,
  }: At & { isGone: boolean; row: UserAccessRow | undefined; laterPartsInPaise: number },
): Promise<StoredEnd> => {
  const entitled = entitlement(history, now);
  const { endsAt } = entitled;
  const bought = boughtIn(history.terms);
  const rights = rightsIn(history, now);
  const computed = {
    user_id: userId,
    mode,
    ends_at: endsAt ?? 0,
    plan_version_id: planVersionOf(entitled, bought),
    ...reminderOf(entitled, now, row),
    paid_in_paise: bought ? bought.paidInPaise + laterPartsInPaise : 0,
    is_refunded: bought?.isRefunded ? 1 : 0,
    latest_end: rights[0]?.promisedUntil ?? 0,
    latest_renews: areRenewing(rights) ? 1 : 0,
  };
  const hasNone = isGone || (rights.length === 0 && !bought);
  if (hasNone && row) await deleteAccess(tx, userId, mode);
  if (!hasNone && !isSame(row, computed)) await writeAccess(tx, computed);
  const stored = row?.ends_at === 0 ? undefined : row?.ends_at;
  return { scope: EVERYTHING, stored, computed: isGone ? undefined : endsAt };
};

const recomputeCourses = async (
  tx: Tx,
  userId: string,
  history: AccessHistory,
  { mode, now, isGone }: At & { isGone: boolean },
): Promise<StoredEnd[]> => {
  const scopes = [...scopesIn(history)].filter((scope) => scope !== EVERYTHING);
  if (scopes.length === 0) return [];
  const rows = new Map((await findCourseAccess(tx, userId, mode)).map((row) => [row.course_id, row]));
  const ends: StoredEnd[] = [];
  for (const courseId of new Set([...rows.keys(), ...scopes])) {
    const row = rows.get(courseId);
    const entitled = entitlement(history, now, courseId);
    const computed = isGone ? undefined : entitled.endsAt;
    const key = { user_id: userId, mode, course_id: courseId };
    const right = {
      ...key,
      ends_at: computed ?? 0,
      plan_version_id: planVersionOf(entitled, undefined),
      ...reminderOf(entitled, now, row),
    };
    if (computed === undefined) await deleteCourseAccess(tx, key);
    else if (!isSame(row, right)) await writeCourseAccess(tx, right);
    ends.push({ scope: courseId, stored: row?.ends_at, computed });
  }
  return ends;
};

/**
 * Recomputes the ends of users' access, to everything and to single courses, and the amounts paid, in the transaction that
 * changed them. The rows serve lists, counts and reminders; who has access is computed from the history each time. A deleted
 * account and a user who never bought or was granted anything have none. The caller has locked the users' purchases.
 * `continuedAt`: when payments were captured whose day has to be recomputed now.
 */
export const recomputeAccess = async (
  tx: Tx,
  userIds: readonly string[],
  { mode, now, changesOf }: At & { changesOf?: ChangesOf },
): Promise<{ ends: (StoredEnd & { userId: string })[]; continuedAt: number[] }> => {
  const historyOf = await accessHistoriesOf(tx, userIds, mode, changesOf);
  const [present, rows] = [await presentAmong(tx, userIds), await findAccess(tx, userIds, mode)];
  const inParts = userIds.filter((userId) => historyOf(userId).terms.some(({ isInParts }) => isInParts));
  const laterParts = await laterPartsPaidBy(tx, inParts, mode);
  const ends: (StoredEnd & { userId: string })[] = [];
  const continuedAt: number[] = [];
  for (const userId of userIds) {
    const history = historyOf(userId);
    continuedAt.push(...(await recomputeContinuity(tx, history)));
    const at = { mode, now, isGone: !present.has(userId) };
    const computed = [
      await recomputeEverything(tx, userId, history, {
        ...at,
        row: rows.get(userId),
        laterPartsInPaise: laterParts.get(userId) ?? 0,
      }),
      ...(await recomputeCourses(tx, userId, history, at)),
    ];
    ends.push(...computed.map((end) => ({ ...end, userId })));
  }
  return { ends, continuedAt };
};
