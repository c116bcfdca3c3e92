import type { Db } from '#server/database/database.ts';
import type { DisputeRow } from '#server/database/payment-tables.ts';
import { newId } from '#server/ids.ts';
import type { FactContext, Told, Writing } from './fact-context.ts';
import { userOfPayment } from './facts.queries.ts';
import type { DisputeFact } from './provider.ts';

const STATUS_RANK: Record<DisputeRow['status'], number> = { open: 0, under_review: 1, closed: 2, won: 3, lost: 4 };
const PHASES = ['retrieval', 'fraud', 'chargeback', 'pre_arbitration', 'arbitration'];

const furtherPhase = (a: string, b: string): string => (PHASES.indexOf(b) > PHASES.indexOf(a) ? b : a);

const insertDispute = async (tx: Db, fact: DisputeFact, { provider, now }: FactContext): Promise<boolean> => {
  const inserted = await tx
    .insertInto('disputes')
    .values({
      id: newId(),
      provider,
      provider_dispute_id: fact.id,
      provider_payment_id: fact.paymentId,
      amount_in_paise: fact.money.amountInPaise,
      currency: fact.money.currency,
      phase: fact.phase,
      status: fact.status,
      respond_by: fact.respondBy ?? null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('provider_dispute_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
};

/** Answers whose payment is disputed, or null. */
export const applyDispute = async (
  tx: Db,
  { fact, by }: Told<DisputeFact>,
  writing: Writing,
): Promise<string | null> => {
  const userId = await userOfPayment(tx, fact.paymentId);
  let hasChanged = await insertDispute(tx, fact, writing);
  let { status } = fact;
  if (!hasChanged) {
    const row = await tx
      .updateTable('disputes')
      .set({ updated_at: writing.now })
      .where('provider_dispute_id', '=', fact.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    status = STATUS_RANK[fact.status] > STATUS_RANK[row.status] ? fact.status : row.status;
    const phase = furtherPhase(row.phase, fact.phase);
    const respondBy = Math.max(row.respond_by ?? 0, fact.respondBy ?? 0) || null;
    hasChanged = status !== row.status || phase !== row.phase;
    await tx.updateTable('disputes').set({ status, phase, respond_by: respondBy }).where('id', '=', row.id).execute();
  }
  // Also for who took an earlier stage of it off the to-do list.
  if (hasChanged)
    await tx
      .updateTable('payments')
      .set({ handled_at: null })
      .where('provider_payment_id', '=', fact.paymentId)
      .execute();
  if (hasChanged)
    writing.diary.push({
      at: writing.now,
      by,
      action: `dispute ${status}`,
      userId,
      paymentId: fact.paymentId,
      detail: { dispute: fact.id, phase: fact.phase, respondBy: fact.respondBy ?? null },
    });
  return userId;
};
