import type { Db } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';
import type { DisputeRow } from '#server/database/tables/purchases.ts';
import { newId } from '#server/ids.ts';
import type { DisputeEvent } from '../provider/provider.ts';
import { findPayment, updatePayment } from '../purchase-rows/purchase-rows.ts';
import type { Recording } from './recording.ts';

const STATUS_RANK: Record<DisputeRow['status'], number> = { open: 0, under_review: 1, closed: 2, won: 3, lost: 4 };
const PHASES = ['retrieval', 'fraud', 'chargeback', 'pre_arbitration', 'arbitration'];

const furtherPhase = (a: string, b: string): string => (PHASES.indexOf(b) > PHASES.indexOf(a) ? b : a);

/** A later phase begins the dispute again, whatever the one before decided; within a phase the status only moves forward. */
const furtherStatus = (row: Pick<DisputeRow, 'phase' | 'status'>, event: DisputeEvent): DisputeRow['status'] => {
  const [before, after] = [PHASES.indexOf(row.phase), PHASES.indexOf(event.phase)];
  if (before !== after && before >= 0 && after >= 0) return after > before ? event.status : row.status;
  return STATUS_RANK[event.status] > STATUS_RANK[row.status] ? event.status : row.status;
};

const insertDispute = (tx: Db, event: DisputeEvent, { provider, now }: Recording): Promise<boolean> =>
  hasRow(
    tx
      .insertInto('disputes')
      .values({
        id: newId(),
        provider,
        provider_dispute_id: event.id,
        provider_payment_id: event.paymentId,
        amount_in_paise: event.money.amountInPaise,
        currency: event.money.currency,
        phase: event.phase,
        status: event.status,
        respond_by: event.respondBy ?? null,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.column('provider_dispute_id').doNothing())
      .returning('id'),
  );

/** Returns the buyer, or null when the payment is unknown or belongs to no purchase made here. */
export const recordDispute = async (tx: Db, event: DisputeEvent, recording: Recording): Promise<string | null> => {
  const { now } = recording;
  const userId = (await findPayment(tx, event.paymentId))?.user_id ?? null;
  let hasChanged = await insertDispute(tx, event, recording);
  let { status } = event;
  if (!hasChanged) {
    const row = await tx
      .updateTable('disputes')
      .set({ updated_at: now })
      .where('provider_dispute_id', '=', event.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    status = furtherStatus(row, event);
    const phase = furtherPhase(row.phase, event.phase);
    const respondBy = Math.max(row.respond_by ?? 0, event.respondBy ?? 0) || null;
    hasChanged = status !== row.status || phase !== row.phase;
    await tx.updateTable('disputes').set({ status, phase, respond_by: respondBy }).where('id', '=', row.id).execute();
  }
  if (!hasChanged) return userId;
  // An earlier stage of the dispute may have been taken off the to-do list.
  await updatePayment(tx, event.paymentId, { handled_at: null }).execute();
  recording.audit({
    kind: 'dispute_status_changed',
    userId,
    paymentId: event.paymentId,
    detail: { status, disputeId: event.id, phase: event.phase, respondBy: event.respondBy ?? null },
  });
  return userId;
};
