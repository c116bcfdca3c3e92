import type { Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import { updateAttempt } from '../purchase-rows/purchase-rows.ts';
import type { OwnWaysNeeds } from './needs.ts';
import { opensOfPlan, type RequestRow } from './requests.queries.ts';

/** Holds a place for a request that is for no batch. Throws as a checkout for one. */
export const chooseBatch = async (
  tx: Tx,
  row: RequestRow,
  batchId: string,
  places: OwnWaysNeeds['places'],
): Promise<void> => {
  if (row.batch_id !== null || row.gift_id !== null || row.parts_of !== null) throw fail('batch_of_plan');
  const buyer = { userId: row.user_id, planId: row.plan_id, opens: await opensOfPlan(tx, row), mode: row.mode };
  const heldUntil = await places.reserve(tx, batchId, buyer);
  await updateAttempt(tx, row.attempt_id, { batch_id: batchId, batch_held_until: heldUntil }).execute();
};
