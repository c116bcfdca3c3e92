import type { Db } from '#server/database/database.ts';
import type { WebhookEventRow } from '#server/database/payment-tables.ts';

/** Returns false for a webhook that was received before. */
export const insertWebhookEvent = async (tx: Db, row: WebhookEventRow): Promise<boolean> => {
  const inserted = await tx
    .insertInto('webhook_events')
    .values(row)
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return inserted !== undefined;
};

export const markUnmatched = async (tx: Db, eventId: string): Promise<void> => {
  await tx.updateTable('webhook_events').set({ outcome: 'unmatched' }).where('event_id', '=', eventId).execute();
};
