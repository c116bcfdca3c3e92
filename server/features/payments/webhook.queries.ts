import type { Db } from '#server/database/database.ts';
import type { WebhookEventRow } from '#server/database/payment-tables.ts';

/** False when this event has been taken before. */
export const insertWebhookEvent = async (tx: Db, event: WebhookEventRow): Promise<boolean> => {
  const inserted = await tx
    .insertInto('webhook_events')
    .values(event)
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return inserted !== undefined;
};

export const setWebhookOutcome = async (tx: Db, id: string, outcome: WebhookEventRow['outcome']): Promise<void> => {
  await tx.updateTable('webhook_events').set({ outcome }).where('event_id', '=', id).execute();
};
