import type { BatchRow } from '#server/database/tables/batches.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { assertInNone, assertOpen, assertPlace, findBatch, lockBatches } from '#server/database/batch-places.ts';
import { MINUTE_MS } from '#server/clock.ts';
import { fail } from '#server/errors.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import type { PlanOpens } from '../plans/plans.ts';
import type { Mode } from '../provider/provider.ts';
export { type BatchPurchase, settleMemberships } from './memberships.ts';

/** How long a place is held from Buy Now. */
const HELD_MS = 15 * MINUTE_MS;

interface Buyer {
  userId: string;
  planId: string;
  opens: PlanOpens;
}

export type Places = ReturnType<typeof createPlaces>;

/** Places in batches: counted, never stored. They are decided under the lock of their batch. */
export const createPlaces = ({
  database,
  clock,
  settings,
}: Pick<BillingPlatform, 'database' | 'clock' | 'settings'>) => {
  const assertFor = async (on: Db, batch: BatchRow | undefined, { userId, planId, opens }: Buyer): Promise<void> => {
    if (!batch) throw fail('batch_not_found');
    const { course_id: courseId, plan_id: onlyPlanId } = batch;
    const isOpened = opens === 'everything' || opens.courseIds.includes(courseId);
    if (!isOpened || (onlyPlanId !== null && onlyPlanId !== planId)) throw fail('batch_of_plan');
    const today = (await settings.calendar(on)).dayOf(clock.now());
    assertOpen(batch, today);
    await assertInNone(on, { userId, courseId, today });
  };

  return {
    /** Whether the batch is only for buyers of this plan. Throws what `reserve` does, except `batch_full`. */
    choose: async (batchId: string, buyer: Buyer): Promise<{ isOfPlan: boolean }> => {
      const batch = await findBatch(database.db, batchId);
      await assertFor(database.db, batch, buyer);
      return { isOfPlan: batch?.plan_id === buyer.planId };
    },

    /**
     * Holds a place in the transaction that stores the attempt, which has locked the buyer: until the end of the hold, and then
     * while its payment is not refunded. Throws `batch_not_found`, `batch_of_plan`, `batch_closed`, `already_in_batch` and `batch_full`.
     */
    reserve: async (tx: Tx, batchId: string, { mode, ...buyer }: Buyer & { mode: Mode }): Promise<number> => {
      const now = clock.now();
      const batch = (await lockBatches(tx, [batchId], now)).get(batchId);
      await assertFor(tx, batch, buyer);
      if (batch) await assertPlace(tx, batch, { mode, now, userId: buyer.userId });
      return now + HELD_MS;
    },
  };
};
