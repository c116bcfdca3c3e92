import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { PaymentAttemptRow, PaymentRow, RefundRow } from '#server/database/tables/purchases.ts';

/** The rows of a purchase, one by its id: an attempt, a payment, by the provider's id, and a refund. */

export const findAttempt = (db: Db, id: string) =>
  db.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirst();

export const findPayment = (db: Db, providerPaymentId: string) =>
  db.selectFrom('payments').selectAll().where('provider_payment_id', '=', providerPaymentId).executeTakeFirst();

export const findRefund = (db: Db, id: string) =>
  db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst();

/** When the term of a captured payment may begin. */
export const beginningOf = (row: Pick<PaymentRow, 'redeemed_at' | 'begins_at' | 'captured_at'>): number =>
  row.redeemed_at ?? row.begins_at ?? row.captured_at ?? 0;

/** The same in a statement, of the payments that it names so. */
export const beginningIn = (payments: string) =>
  sql<number>`COALESCE(${sql.join(['redeemed_at', 'begins_at', 'captured_at'].map((column) => sql.ref(`${payments}.${column}`)))})`;

// Statements, so that callers can add conditions.

export const updateAttempt = (db: Db, id: string, changes: Partial<PaymentAttemptRow>) =>
  db.updateTable('payment_attempts').set(changes).where('id', '=', id);

export const updatePayment = (db: Db, providerPaymentId: string, changes: Partial<PaymentRow>) =>
  db.updateTable('payments').set(changes).where('provider_payment_id', '=', providerPaymentId);

export const updateRefund = (db: Db, id: string, changes: Partial<RefundRow>) =>
  db.updateTable('refunds').set(changes).where('id', '=', id);
