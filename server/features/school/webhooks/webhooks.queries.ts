import type { Db } from '#server/database/database.ts';
import type { WebhookMessageRow, WebhookRow } from '#server/database/tables/school.ts';
import { deleteInParts } from '#server/database/delete-in-parts.ts';

const SHOWN = 50;

export const listWebhooks = (db: Db): Promise<WebhookRow[]> =>
  db.selectFrom('webhooks').selectAll().orderBy('created_at').orderBy('id').execute();

export const findWebhook = (db: Db, id: string): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();

export const insertWebhook = async (db: Db, row: WebhookRow): Promise<void> => {
  await db.insertInto('webhooks').values(row).execute();
};

export const updateWebhook = async (db: Db, id: string, changes: Partial<WebhookRow>): Promise<void> => {
  await db.updateTable('webhooks').set(changes).where('id', '=', id).execute();
};

export const deleteWebhook = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('webhook_messages').where('webhook_id', '=', id).execute();
  await db.deleteFrom('webhooks').where('id', '=', id).execute();
};

export const listMessages = (db: Db, webhookId: string): Promise<WebhookMessageRow[]> =>
  db
    .selectFrom('webhook_messages')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(SHOWN)
    .execute();

export const findMessage = (db: Db, id: string): Promise<WebhookMessageRow | undefined> =>
  db.selectFrom('webhook_messages').selectAll().where('id', '=', id).executeTakeFirst();

export const updateMessage = async (db: Db, id: string, changes: Partial<WebhookMessageRow>): Promise<void> => {
  await db.updateTable('webhook_messages').set(changes).where('id', '=', id).execute();
};

/** How many messages of each webhook are tried again after a try that failed. */
export const countRetrying = async (db: Db): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('webhook_messages')
    .select(({ fn }) => ['webhook_id', fn.countAll<number>().as('messages')])
    .where('state', '=', 'waiting')
    .where('tries', '>', 0)
    .groupBy('webhook_id')
    .execute();
  return new Map(rows.map(({ webhook_id, messages }) => [webhook_id, messages]));
};

/** How many webhooks have failed, and since when the first. */
export const countFailing = async (db: Db): Promise<{ count: number; since: number | null }> => {
  const rows = await db
    .selectFrom('webhooks')
    .select('failing_since')
    .where('failing_since', 'is not', null)
    .orderBy('failing_since')
    .execute();
  return { count: rows.length, since: rows[0]?.failing_since ?? null };
};

/** Messages older than this, with their responses. */
export const deleteMessagesBefore = (db: Db, at: number): Promise<number> => {
  const old = db.selectFrom('webhook_messages').select('id').where('created_at', '<', at);
  return deleteInParts((limit) => db.deleteFrom('webhook_messages').where('id', 'in', old.limit(limit)));
};
