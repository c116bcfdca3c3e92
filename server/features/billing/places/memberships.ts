import {
  bindToPurchase,
  endMembership,
  insertMember,
  lockBatches,
  membershipsIn,
  membershipsOfAttempts,
  presentMembership,
  reopenMembership,
  takenPlaces,
} from '#server/database/batch-places.ts';
import type { Tx } from '#server/database/database.ts';
import type { BatchMemberRow, BatchRow } from '#server/database/tables/batches.ts';
import type { Mode } from '../provider/provider.ts';

/** An attempt for a batch that was paid. */
export interface BatchPurchase {
  attemptId: string;
  batchId: string;
  paidAt: number;
  /** Its payment gives access, and was not refunded. */
  isGranted: boolean;
}

type At = { userId: string; mode: Mode; now: number };

/** Who is buying may still fail: they hold nothing against money that came. */
const excessIn = async (tx: Tx, { id, places }: BatchRow, { userId, ...at }: At): Promise<0 | 1> => {
  const { members } = (await takenPlaces(tx, [id], { ...at, exceptUserId: userId }))(id);
  return places !== null && members >= places ? 1 : 0;
};

/** Makes the purchase the reason of a membership, in place of the one that the buyer has in the course. */
const join = async (
  tx: Tx,
  { attemptId, paidAt }: BatchPurchase,
  { batch, former }: { batch: BatchRow; former: BatchMemberRow | undefined },
  at: At,
): Promise<void> => {
  const { userId, now } = at;
  const { id: batchId, course_id: courseId } = batch;
  const own = await presentMembership(tx, userId, courseId);
  if (own?.batch_id === batchId) {
    if (own.attempt_id === null) await bindToPurchase(tx, own.id, attemptId);
    return;
  }
  if (own) await endMembership(tx, own.id, { left_at: now, left_because: 'replaced' });
  const isExcess = await excessIn(tx, batch, at);
  if (former) {
    await reopenMembership(tx, former.id, isExcess);
    return;
  }
  await insertMember(tx, {
    batch_id: batchId,
    course_id: courseId,
    user_id: userId,
    source: 'purchase',
    attempt_id: attemptId,
    is_excess: isExcess,
    joined_at: paidAt,
  });
};

/**
 * The membership that one replaced which a refund has just ended, while its purchase stands. What the school took away since is
 * not given back.
 */
const formerOf = (
  ended: BatchMemberRow,
  memberships: readonly BatchMemberRow[],
  purchases: readonly BatchPurchase[],
): BatchMemberRow | undefined => {
  const granted = new Set(purchases.flatMap(({ attemptId, isGranted }) => (isGranted ? [attemptId] : [])));
  const before = memberships
    .filter((row) => row.course_id === ended.course_id && row.id !== ended.id)
    .toSorted((a, b) => (b.left_at ?? Infinity) - (a.left_at ?? Infinity) || b.joined_at - a.joined_at);
  const stands = ({ attempt_id: id, left_because: why }: BatchMemberRow): boolean =>
    why === 'replaced' && (id === null || granted.has(id));
  const found = before.find((row) => row.left_at === null || row.left_because === 'removed' || stands(row));
  return found && stands(found) ? found : undefined;
};

/**
 * Computes from the purchases of a user, whom the transaction has locked, in which batches they are: repeated, it changes nothing. A
 * purchase that is refunded ends the membership that it was the reason of, wherever that was moved, and the one that it replaced
 * counts again.
 * Money never stays without a batch: where the place was lost meanwhile, there is one member too many, which the owner is told.
 */
export const settleMemberships = async (tx: Tx, purchases: readonly BatchPurchase[], at: At): Promise<void> => {
  if (purchases.length === 0) return;
  const rows = await membershipsOfAttempts(
    tx,
    purchases.map(({ attemptId }) => attemptId),
  );
  const lastOf = ({ attemptId }: BatchPurchase) => rows.findLast((row) => row.attempt_id === attemptId);
  const ended = purchases
    .filter(({ isGranted }) => !isGranted)
    .flatMap((purchase) => lastOf(purchase) ?? [])
    .filter((last) => last.left_at === null);
  for (const { id } of ended) await endMembership(tx, id, { left_at: at.now, left_because: 'refund' });
  const missing = purchases.filter((purchase) => {
    const last = lastOf(purchase);
    return purchase.isGranted && (!last || last.left_because === 'refund');
  });
  const batchOf = (purchase: BatchPurchase): string => lastOf(purchase)?.batch_id ?? purchase.batchId;
  const memberships = await membershipsIn(tx, at.userId, new Set(ended.map((row) => row.course_id)));
  const formers = ended.flatMap((row) => formerOf(row, memberships, purchases) ?? []);
  if (missing.length + formers.length === 0) return;
  const batches = await lockBatches(tx, [...missing.map(batchOf), ...formers.map((row) => row.batch_id)], at.now);
  for (const former of formers) {
    const batch = batches.get(former.batch_id);
    if (batch) await reopenMembership(tx, former.id, await excessIn(tx, batch, at));
  }
  for (const purchase of missing.toSorted((a, b) => a.paidAt - b.paidAt)) {
    const batch = batches.get(batchOf(purchase));
    if (batch) await join(tx, purchase, { batch, former: lastOf(purchase) }, at);
  }
};
