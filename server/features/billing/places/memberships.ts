import {
  bindToPurchase,
  endMembership,
  insertMember,
  lockBatches,
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

/** Makes the purchase the reason of a membership, in place of the one that the buyer has in the course. */
const join = async (
  tx: Tx,
  { attemptId, paidAt }: BatchPurchase,
  { batch, former }: { batch: BatchRow; former: BatchMemberRow | undefined },
  { userId, mode, now }: At,
): Promise<void> => {
  const { id: batchId, course_id: courseId, places } = batch;
  const own = await presentMembership(tx, userId, courseId);
  if (own?.batch_id === batchId) {
    if (own.attempt_id === null) await bindToPurchase(tx, own.id, attemptId);
    return;
  }
  if (own) await endMembership(tx, own.id, { left_at: now, left_because: 'replaced' });
  // Who is buying may still fail: they hold nothing against money that came.
  const { members } = (await takenPlaces(tx, [batchId], { mode, now, exceptUserId: userId }))(batchId);
  const isExcess = places !== null && members >= places ? 1 : 0;
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
 * Computes from the purchases of a user, whom the transaction has locked, in which batches they are: repeated, it changes nothing. A
 * purchase that is refunded ends the membership that it was the reason of, wherever that was moved. Money never stays without
 * a batch: where the place was lost meanwhile, there is one member too many, which the owner is told.
 */
export const settleMemberships = async (tx: Tx, purchases: readonly BatchPurchase[], at: At): Promise<void> => {
  if (purchases.length === 0) return;
  const rows = await membershipsOfAttempts(
    tx,
    purchases.map(({ attemptId }) => attemptId),
  );
  const lastOf = ({ attemptId }: BatchPurchase) => rows.findLast((row) => row.attempt_id === attemptId);
  for (const purchase of purchases.filter(({ isGranted }) => !isGranted)) {
    const last = lastOf(purchase);
    if (last?.left_at === null) await endMembership(tx, last.id, { left_at: at.now, left_because: 'refund' });
  }
  const missing = purchases.filter((purchase) => {
    const last = lastOf(purchase);
    return purchase.isGranted && (!last || last.left_because === 'refund');
  });
  if (missing.length === 0) return;
  const batchOf = (purchase: BatchPurchase): string => lastOf(purchase)?.batch_id ?? purchase.batchId;
  const batches = await lockBatches(tx, missing.map(batchOf), at.now);
  for (const purchase of missing.toSorted((a, b) => a.paidAt - b.paidAt)) {
    const batch = batches.get(batchOf(purchase));
    if (batch) await join(tx, purchase, { batch, former: lastOf(purchase) }, at);
  }
};
