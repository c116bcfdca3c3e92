import type { Db } from '#server/database/database.ts';
import type { WebhookEventRow } from '#server/database/payment-tables.ts';

/** Answers the ids of those that have not been taken before. */
export const insertWebhookEvents = async (tx: Db, events: readonly WebhookEventRow[]): Promise<Set<string>> => {
  const inserted = await tx
    .insertInto('webhook_events')
    .values(events)
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .returning('event_id')
    .execute();
  return new Set(inserted.map((row) => row.event_id));
};

export const setWebhookOutcome = async (
  tx: Db,
  ids: readonly string[],
  outcome: WebhookEventRow['outcome'],
): Promise<void> => {
  if (ids.length === 0) return;
  await tx.updateTable('webhook_events').set({ outcome }).where('event_id', 'in', ids).execute();
};
