import type { Db } from '#server/database/database.ts';
import { newId } from '#server/ids.ts';

export interface AuditEntry {
  at: number;
  /** Who or what did it: `user <id>`, `webhook <event>`, `verify`, `reconcile`. */
  by: string;
  action: string;
  userId?: string | null;
  attemptId?: string | null;
  paymentId?: string | null;
  detail?: object;
}

/** Adds lines to the ledger's diary, in the transaction of what they tell; lines are never changed. */
export const writeAudit = async (tx: Db, ...entries: readonly AuditEntry[]): Promise<void> => {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({
    id: newId(),
    at: entry.at,
    actor: entry.by,
    action: entry.action,
    user_id: entry.userId ?? null,
    attempt_id: entry.attemptId ?? null,
    payment_id: entry.paymentId ?? null,
    detail: JSON.stringify(entry.detail ?? {}),
  }));
  await tx.insertInto('payment_audit').values(rows).execute();
};

/** Whether the diary has a line like this already. */
export const isInDiary = async (
  tx: Db,
  { paymentId, action, detail }: { paymentId: string; action: string; detail: object },
): Promise<boolean> =>
  (await tx
    .selectFrom('payment_audit')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('action', '=', action)
    .where('detail', '=', JSON.stringify(detail))
    .limit(1)
    .executeTakeFirst()) !== undefined;
