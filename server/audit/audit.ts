import { sql } from 'kysely';
import { z } from 'zod';
import {
  type AuditChange,
  HistoryChange,
  type HistoryDetails,
  type HistoryKind,
} from '#contract/school/audit-kinds.ts';
import type { Db } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';
import type { AuditEntryRow } from '#server/database/tables/school.ts';
import { newId } from '#server/ids.ts';
import { currentRequest, type Facts } from './context.ts';
import { queueMessages } from './webhook-events.ts';
import { withoutSecrets } from './without-secrets.ts';

/** The source of an event or entry. */
const Source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal(['user', 'admin']), id: z.string() }),
  z.object({ kind: z.literal('webhook'), type: z.string() }),
  z.object({
    kind: z.literal([
      'visitor',
      'rules',
      'checkout',
      'reconciliation',
      'visit',
      'look_up',
      'refunds',
      'reminders',
      'ledger',
      'unknown',
    ]),
  }),
]);
export type Source = z.output<typeof Source>;

export type AuditEntry = AuditChange & {
  /** Default: a new one. */
  id?: string;
  at: number;
  source: Source;
  userId?: string | null;
  attemptId?: string | null;
  paymentId?: string | null;
  courseId?: string | null;
};

const isPersonal = (source: Source): source is Extract<Source, { id: string }> => 'id' in source;

const toJson = (facts: Facts | undefined): string | null => (facts ? JSON.stringify(withoutSecrets(facts)) : null);

/** The actor of an entry is its source, or the API key by which an admin calls. */
const rowOf = (entry: AuditEntry): AuditEntryRow => {
  const { source } = entry;
  const request = isPersonal(source) || source.kind === 'visitor' ? currentRequest() : undefined;
  const isKey = request?.actor?.kind === 'key' && source.kind === 'admin';
  return {
    id: entry.id ?? newId(),
    at: entry.at,
    kind: entry.kind,
    source: JSON.stringify(source),
    user_id: entry.userId ?? null,
    attempt_id: entry.attemptId ?? null,
    payment_id: entry.paymentId ?? null,
    detail: JSON.stringify(request?.name === undefined ? entry.detail : { ...entry.detail, name: request.name }),
    actor_kind: isKey ? 'key' : isPersonal(source) ? 'person' : 'system',
    actor_id: isKey ? (request?.actor?.id ?? null) : isPersonal(source) ? source.id : null,
    address: request?.address ?? null,
    browser: request?.browser ?? null,
    course_id: entry.courseId ?? request?.courseId ?? null,
    before_values: toJson(request?.before),
    after_values: toJson(request?.after),
    times: 1,
  };
};

/**
 * Adds entries in the transaction of the change that they record: the one function that does. Entries are never changed;
 * those that are no history of a payment are deleted when they are as old as the settings say.
 */
export const recordAudit = async (tx: Db, ...entries: readonly AuditEntry[]): Promise<void> => {
  if (entries.length === 0) return;
  await tx.insertInto('audit_entries').values(entries.map(rowOf)).execute();
  await queueMessages(tx, entries);
  const request = currentRequest();
  if (!request) return;
  if (tx.isTransaction) request.recordedIn.add(tx);
  else request.isRecorded = true;
};

/** Adds an entry, or counts it with the one of the same id: for what an attacker could repeat without end. */
export const countAudit = async (db: Db, entry: AuditEntry & { id: string }): Promise<void> => {
  await db
    .insertInto('audit_entries')
    .values(rowOf(entry))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({ times: sql<number>`${ref('audit_entries.times')} + 1` })),
    )
    .execute();
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

/** An entry of the history. */
export type HistoryEntry = z.output<typeof HistoryChange> & Omit<AuditEntry, 'kind' | 'detail'>;
export type { AuditChange, HistoryDetails };

const HISTORY_KINDS: readonly HistoryKind[] = HistoryChange.options.map(({ shape }) => shape.kind.value);

/** The source of an entry; one that cannot be read is `unknown`. */
const readSource = (json: string): Source => Source.safeParse(JSON.parse(json)).data ?? { kind: 'unknown' };

/** An entry that cannot be read is returned as `unknown`, so that it does not hide the others. */
export const readAuditEntry = (row: AuditEntryRow): HistoryEntry => {
  const change = HistoryChange.safeParse({ kind: row.kind, detail: JSON.parse(row.detail) });
  return {
    at: row.at,
    source: readSource(row.source),
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
): Promise<HistoryEntry[]> => {
  const entries = (column: 'payment_id' | 'attempt_id', value: string) =>
    db.selectFrom('audit_entries').selectAll().where(column, '=', value).orderBy('at').limit(MAX_ENTRIES).execute();
  const ofPayment = await entries('payment_id', purchase.paymentId);
  const ofAttempt = purchase.attemptId === null ? [] : await entries('attempt_id', purchase.attemptId);
  // Entries of the attempt that name a payment are about this one or about another year's.
  const ofAttemptAlone = ofAttempt.filter((row) => row.payment_id === null);
  return [...ofPayment, ...ofAttemptAlone].toSorted((a, b) => a.at - b.at).map(readAuditEntry);
};

/** The history of a user, newest first. */
export const auditEntriesOfUser = async (db: Db, userId: string, limit: number): Promise<HistoryEntry[]> => {
  const rows = await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', 'in', HISTORY_KINDS)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(readAuditEntry);
};
