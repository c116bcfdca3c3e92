import { z } from 'zod';
import type { Db } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';
import type { AuditEntryRow } from '#server/database/payment-tables.ts';
import { newId } from '#server/ids.ts';

/** The source of an event or entry. */
const Source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal(['user', 'admin']), id: z.string() }),
  z.object({ kind: z.literal('webhook'), type: z.string() }),
  z.object({
    kind: z.literal(['checkout', 'reconciliation', 'visit', 'look_up', 'refunds', 'reminders', 'ledger', 'unknown']),
  }),
]);
export type Source = z.output<typeof Source>;

const ofKind = <K extends string, D extends z.ZodRawShape>(kind: K, detail: D) =>
  z.object({ kind: z.literal(kind), detail: z.object(detail) });

const payment = {
  status: z.enum(['created', 'failed', 'authorized', 'captured']),
  amountInPaise: z.int(),
  currency: z.string(),
  isConfirmed: z.boolean(),
  failure: z.string().optional(),
};
const coupon = { code: z.string(), percentOff: z.int().nullable(), amountOffInPaise: z.int().nullable() };
const accessChange = { reason: z.string(), until: z.int().nullable(), days: z.int() };

/** The kinds of entries. Entries are never deleted: a kind may be added, and a field only as an optional one. */
const AuditChange = z.discriminatedUnion('kind', [
  ofKind('subscription_created', { ref: z.string() }),
  ofKind('subscription_creation_failed', { error: z.string(), isAmbiguous: z.boolean() }),
  ofKind('subscription_found', { ref: z.string() }),
  ofKind('subscription_status_changed', { status: z.string() }),
  ofKind('proof_refused', { reason: z.string() }),
  ofKind('payment_status_changed', payment),
  ofKind('payment_matched', payment),
  ofKind('payment_flagged', { problem: z.enum(['unmatched', 'wrong_amount', 'duplicate']) }),
  ofKind('payment_handled', { reason: z.string() }),
  ofKind('dispute_status_changed', {
    status: z.string(),
    disputeId: z.string(),
    phase: z.string(),
    respondBy: z.int().nullable(),
  }),
  ofKind('refund_requested', { amountInPaise: z.int(), reason: z.string() }),
  ofKind('refund_requested_for_rest', { amountInPaise: z.int() }),
  ofKind('refund_requested_again', { try: z.int() }),
  ofKind('refund_refused', { reason: z.string(), amountInPaise: z.int() }),
  ofKind('refund_owed', { tries: z.int() }),
  ofKind('refund_status_changed', {
    status: z.enum(['pending', 'processed', 'failed']),
    refundId: z.string(),
    amountInPaise: z.int(),
  }),
  ofKind('renewal_turned_off', {}),
  ofKind('cancel_accepted', { when: z.enum(['now', 'period_end']) }),
  ofKind('access_granted', accessChange),
  ofKind('access_extended', accessChange),
  ofKind('access_revoked', accessChange),
  ofKind('reminder_sent', { days: z.int(), endsAt: z.int() }),
  ofKind('recovery_sent', {}),
  ofKind('private_link_shown', { mailId: z.string() }),
  ofKind('account_blocked', { reason: z.string() }),
  ofKind('account_unblocked', {}),
  ofKind('role_changed', { role: z.enum(['ADMIN', 'USER']) }),
  ofKind('logged_out_everywhere', {}),
  ofKind('reset_link_requested', {}),
  ofKind('account_added', {}),
  ofKind('note_changed', {}),
  ofKind('account_imported', { importId: z.string() }),
  ofKind('people_emailed', { subject: z.string(), count: z.int() }),
  ofKind('settings_changed', { section: z.string(), fields: z.array(z.string()) }),
  ofKind('plan_created', { planId: z.string() }),
  ofKind('plan_changed', { planId: z.string(), version: z.int() }),
  ofKind('plan_deleted', { planId: z.string() }),
  ofKind('coupon_created', coupon),
  ofKind('coupon_changed', coupon),
  ofKind('coupon_exceeded', {
    code: z.string(),
    limit: z.enum(['used_up', 'used_by_buyer', 'not_first_purchase']),
  }),
  ofKind('gift_sent', { email: z.string() }),
  ofKind('gift_redeemed', { giftId: z.string() }),
  ofKind('unknown', { action: z.string() }),
]);
export type AuditChange = z.output<typeof AuditChange>;

/** The fields of each kind. */
export type AuditDetails = { [C in AuditChange as C['kind']]: C['detail'] };

export type AuditEntry = AuditChange & {
  at: number;
  source: Source;
  userId?: string | null;
  attemptId?: string | null;
  paymentId?: string | null;
};

/** Adds entries in the transaction of the change that they record. Entries are never changed or deleted. */
export const recordAudit = async (tx: Db, ...entries: readonly AuditEntry[]): Promise<void> => {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({
    id: newId(),
    at: entry.at,
    kind: entry.kind,
    source: JSON.stringify(entry.source),
    user_id: entry.userId ?? null,
    attempt_id: entry.attemptId ?? null,
    payment_id: entry.paymentId ?? null,
    detail: JSON.stringify(entry.detail),
  }));
  await tx.insertInto('audit_entries').values(rows).execute();
};

/** Whether a payment or an attempt has an entry of this kind with this detail. */
export const hasAuditEntry = (
  tx: Db,
  { kind, detail, ...about }: AuditChange & ({ paymentId: string } | { attemptId: string }),
): Promise<boolean> =>
  hasRow(
    tx
      .selectFrom('audit_entries')
      .select('id')
      .where((eb) =>
        'paymentId' in about ? eb('payment_id', '=', about.paymentId) : eb('attempt_id', '=', about.attemptId),
      )
      .where('kind', '=', kind)
      .where('detail', '=', JSON.stringify(detail))
      .limit(1),
  );

/** An entry that cannot be read is returned as `unknown`, so that it does not hide the others. */
export const readAuditEntry = (row: AuditEntryRow): AuditEntry => {
  const source = Source.safeParse(JSON.parse(row.source));
  const change = AuditChange.safeParse({ kind: row.kind, detail: JSON.parse(row.detail) });
  return {
    at: row.at,
    source: source.data ?? { kind: 'unknown' },
    userId: row.user_id,
    attemptId: row.attempt_id,
    paymentId: row.payment_id,
    ...(change.data ?? { kind: 'unknown', detail: { action: row.kind } }),
  };
};

const MAX_ENTRIES = 200;

/** The entries of a payment and of its attempt, oldest first. */
export const auditEntriesOf = async (
  db: Db,
  purchase: { paymentId: string; attemptId: string | null },
): Promise<AuditEntry[]> => {
  const entries = (column: 'payment_id' | 'attempt_id', value: string) =>
    db.selectFrom('audit_entries').selectAll().where(column, '=', value).orderBy('at').limit(MAX_ENTRIES).execute();
  const ofPayment = await entries('payment_id', purchase.paymentId);
  const ofAttempt = purchase.attemptId === null ? [] : await entries('attempt_id', purchase.attemptId);
  // Entries of the attempt that name a payment are about this one or about another year's.
  const ofAttemptAlone = ofAttempt.filter((row) => row.payment_id === null);
  return [...ofPayment, ...ofAttemptAlone].toSorted((a, b) => a.at - b.at).map(readAuditEntry);
};

/** The entries about a user, newest first. */
export const auditEntriesOfUser = async (db: Db, userId: string, limit: number): Promise<AuditEntry[]> => {
  const rows = await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(readAuditEntry);
};
