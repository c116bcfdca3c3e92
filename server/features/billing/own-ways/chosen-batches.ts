import type { Tx } from '#server/database/database.ts';
import { fail, Failure } from '#server/errors.ts';
import { updateAttempt } from '../purchase-rows/purchase-rows.ts';
import type { OwnWaysNeeds } from './needs.ts';
import { opensOfPlan, type RequestRow } from './requests.queries.ts';

const buyerOf = async (tx: Tx, row: RequestRow) => ({
  userId: row.user_id,
  planId: row.plan_id,
  opens: await opensOfPlan(tx, row),
  mode: row.mode,
});

/** Holds the place of a request while it waits. Where that was lost meanwhile, it waits without one: its money may have come. */
export const keepPlace = async (
  tx: Tx,
  row: RequestRow,
  { places, now }: Pick<OwnWaysNeeds, 'places'> & { now: number },
): Promise<void> => {
  if (row.batch_id === null) return;
  const isHeld = await places.reserve(tx, row.batch_id, await buyerOf(tx, row)).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Failure) return false;
      throw error;
    },
  );
  await updateAttempt(tx, row.attempt_id, { batch_held_until: isHeld ? null : now }).execute();
};

/** Holds a place for a request that is for no batch. Throws as a checkout for one. */
export const chooseBatch = async (
  tx: Tx,
  row: RequestRow,
  batchId: string,
  places: OwnWaysNeeds['places'],
): Promise<void> => {
  if (row.batch_id !== null || row.gift_id !== null || row.parts_of !== null) throw fail('batch_of_plan');
  const heldUntil = await places.reserve(tx, batchId, await buyerOf(tx, row));
  await updateAttempt(tx, row.attempt_id, { batch_id: batchId, batch_held_until: heldUntil }).execute();
};
