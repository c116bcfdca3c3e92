import { toInstantOrNull } from '#server/clock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { purgedAmong } from '#server/database/deleted-courses.ts';
import { type AuditChange, recordAudit } from '#server/audit/audit.ts';
import { takeDeductions } from '../deductions/deductions.ts';
import {
  type AccessChange,
  accessChangesOf,
  type ChangesOf,
  EVERYTHING,
  isPaidAfter,
  isRevoked,
} from '../entitlement/entitlement.ts';
import { type BatchPurchase, settleMemberships } from '../places/places.ts';
import type { Mode } from '../provider/provider.ts';
import { updatePayment } from '../purchase-rows/purchase-rows.ts';
import {
  type CapturedPayments,
  datesOf,
  hasPrice,
  hasRightAmount,
  isNew,
  readCaptured,
  TERM_RULE,
} from './captured.ts';
import { capturedPaymentsOf, type CapturedRow, closeRequests, payGift, settleAttempts } from './ledger.queries.ts';
import { isWithoutUse } from './mandates.ts';
import type { Difference, Recomputing, Recording } from './recording.ts';
import { inPartsOf, paidPartsOf } from './purchases-in-parts.ts';
import { recomputeParts } from './recompute-parts.ts';
import { type Captured, type Term, termsOf } from './term-rule.ts';

const describe = ({ accessFrom, accessUntil, refundableUntil, problem }: Term): string => {
  const [from, until, refundable] = [accessFrom, accessUntil, refundableUntil].map(
    (at) => toInstantOrNull(at) ?? 'never',
  );
  return `${from} to ${until}, refundable until ${refundable}${problem === null ? '' : `, ${problem}`}`;
};

const storedTerm = (row: CapturedRow): Term => ({
  ...datesOf(row),
  problem: row.problem === 'unmatched' ? null : row.problem,
});

const writeTerm = (
  tx: Tx,
  row: CapturedRow,
  { accessFrom, accessUntil, refundableUntil, problem }: Term,
  { now, calendar }: Recomputing,
) =>
  updatePayment(tx, row.provider_payment_id, {
    access_from: accessFrom,
    access_until: accessUntil,
    refundable_until: refundableUntil,
    problem,
    time_zone: row.time_zone ?? calendar.timeZone,
    term_rule: isNew(row) ? TERM_RULE : row.term_rule,
    late: row.late,
    updated_at: now,
  }).execute();

/** The first payment of a gift pays for it. */
const payGifts = async (tx: Tx, rows: CapturedRow[], { paidGifts }: Recording): Promise<void> => {
  for (const row of rows) {
    if (row.gift_id === null || row.gift_payment_id !== null || !hasPrice(row)) continue;
    if (!(await payGift(tx, row.gift_id, row.provider_payment_id))) continue;
    row.gift_payment_id = row.provider_payment_id;
    paidGifts.push(row.gift_id);
  }
};

const takePaidDeductions = async (tx: Tx, rows: CapturedRow[], of: { userId: string; mode: Mode; now: number }) => {
  for (const { attempt_id: id, deducts } of rows.filter((row) => hasPrice(row) && !hasRightAmount(row)))
    if (id !== null) await takeDeductions(tx, { id, deducts }, of);
};

/** Records which parts each payment paid, for notices and webhooks. */
const noteParts = async (tx: Tx, userId: string, rows: CapturedRow[], recording: Recording): Promise<void> => {
  if (rows.every((row) => inPartsOf(row) === '')) return;
  for (const parts of (await readCaptured(tx, [userId], recording))(userId).parts.values())
    for (const { provider_payment_id: id } of parts.payments) {
      const paid = paidPartsOf(parts, id);
      if (paid) recording.paidParts.set(id, paid);
    }
};

/** Settles the attempts and the gifts that a user has paid, and takes their deductions. */
export const settlePaid = async (tx: Tx, userId: string, recording: Recording): Promise<void> => {
  const rows = await capturedPaymentsOf(tx, [userId], recording.mode);
  await payGifts(tx, rows, recording);
  await takePaidDeductions(tx, rows, { userId, mode: recording.mode, now: recording.now });
  const paid = rows.flatMap((row) => (row.confirmed === 1 && row.attempt_id !== null ? [row.attempt_id] : []));
  await settleAttempts(tx, paid, recording.now);
  await noteParts(tx, userId, rows, recording);
  if (paid.length > 0) recording.closedRequests.push(...(await closeRequests(tx, userId, recording.now)));
};

/**
 * Whether money that is recorded only now comes too late to give access: its mandate was ended, the account is closed, blocked
 * or an admin's, or all that it opens was revoked after it had been paid (in parts, after the first), or has no files any more.
 * Someone has to decide then.
 */
const isLate = (
  row: CapturedRow,
  { opens, capturedAt }: Pick<Captured, 'opens' | 'capturedAt'>,
  { changes, purged }: { changes: readonly AccessChange[]; purged: ReadonlySet<string> },
): boolean => {
  if (row.gift_id !== null || row.amount_in_paise === 0) return false;
  const isRevoked = ({ scope }: { scope: string }): boolean =>
    changes.some((change) => change.kind === 'revoke' && change.scope === scope && !isPaidAfter(capturedAt, change.at));
  const isGone = (opened: { scope: string }): boolean => purged.has(opened.scope) || isRevoked(opened);
  return row.cancel_when !== null || isWithoutUse(row) || (opens.length > 0 && opens.every(isGone));
};

/** The term of each of a user's payments if some of them were refunded now. */
export const termsIfRefunded = async (
  db: Db,
  userId: string,
  {
    now,
    refundedIds,
    changes,
    ...at
  }: Pick<Recomputing, 'mode' | 'calendar' | 'now'> & {
    refundedIds: ReadonlySet<string>;
    changes: readonly AccessChange[];
  },
): Promise<Map<string, Term>> => {
  const { captured } = (await readCaptured(db, [userId], at))(userId);
  const ifRefunded = captured.map((payment) =>
    refundedIds.has(payment.id) ? { ...payment, refundedAt: now } : payment,
  );
  return termsOf(ifRefunded, changes);
};

/** Dates that a version before promised, and that the rules and the time zone of today would set differently. */
export const keptPromises = async (
  db: Db,
  userId: string,
  at: Pick<Recomputing, 'mode' | 'calendar'>,
): Promise<Difference[]> => {
  const { captured } = (await readCaptured(db, [userId], at))(userId);
  if (captured.every(({ promised }) => promised === undefined)) return [];
  const changes = (await accessChangesOf(db, [userId]))(userId);
  const unpromised = captured.map((payment) => ({ ...payment, promised: undefined }));
  const [kept, byRule] = [termsOf(captured, changes), termsOf(unpromised, changes)];
  return [...kept].flatMap(([id, term]) => {
    const [stored, computed] = [describe(term), describe(byRule.get(id) ?? term)];
    return stored === computed ? [] : [{ what: `term of ${id}`, stored, computed }];
  });
};

/** What is bought, as far as its term depends on it. */
type NewPurchase = Pick<Captured, 'line' | 'opens' | 'term'>;

/** When the term of each of these purchases would begin if it were paid now. */
export const beginsIfBought = async (
  db: Db,
  userId: string,
  { now, purchases, ...at }: Pick<Recomputing, 'mode' | 'calendar' | 'now'> & { purchases: readonly NewPurchase[] },
): Promise<number[]> => {
  const { captured } = (await readCaptured(db, [userId], at))(userId);
  const changes = (await accessChangesOf(db, [userId]))(userId);
  return purchases.map((purchase) => {
    const bought: Captured = {
      ...purchase,
      id: 'bought now',
      attemptId: '',
      cycles: 1,
      refundDays: 0,
      capturedAt: now,
      periodEnd: null,
      calendar: at.calendar,
      hasRightAmount: true,
      isLate: false,
      promised: undefined,
      gift: undefined,
      refundedAt: undefined,
      isLaterPart: false,
    };
    return termsOf([...captured, bought], changes).get(bought.id)?.accessFrom ?? now;
  });
};

/** The purchases of a user that are for a batch. */
const batchPurchasesOf = (
  { rows, captured }: Pick<CapturedPayments, 'rows' | 'captured'>,
  { terms, changes }: { terms: ReadonlyMap<string, Term>; changes: readonly AccessChange[] },
): BatchPurchase[] => {
  const purchases = new Map<string, BatchPurchase>();
  rows.forEach(({ attempt_id: attemptId, batch_id: batchId }, index) => {
    const payment = captured[index];
    if (attemptId === null || batchId === null || !payment) return;
    const { id, opens, capturedAt: paidAt, refundedAt } = payment;
    const isGranted =
      typeof terms.get(id)?.accessUntil === 'number' &&
      refundedAt === undefined &&
      !isRevoked({ opens, paidAt }, changes);
    const known = purchases.get(attemptId);
    purchases.set(attemptId, {
      attemptId,
      batchId,
      paidAt: Math.min(paidAt, known?.paidAt ?? paidAt),
      isGranted: isGranted || known?.isGranted === true,
    });
  });
  return [...purchases.values()];
};

/** Returns the payments of a user whose term changed. */
const recomputeTermsOf = async (
  tx: Tx,
  userId: string,
  { rows, captured, parts, changes }: CapturedPayments & { changes: readonly AccessChange[] },
  at: Recomputing,
): Promise<Map<string, Difference>> => {
  const differences = new Map<string, Difference>();
  const opened = rows.some(isNew) ? captured.flatMap(({ opens }) => opens.map(({ scope }) => scope)) : [];
  const purged = await purgedAmong(
    tx,
    opened.filter((scope) => scope !== EVERYTHING),
  );
  rows.forEach((row, index) => {
    const payment = captured[index];
    if (!isNew(row) || !payment) return;
    const capturedAt = parts.get(inPartsOf(row))?.first.captured_at ?? payment.capturedAt;
    if (!isLate(row, { ...payment, capturedAt }, { changes, purged })) return;
    row.late = 1;
    payment.isLate = true;
  });
  const terms = termsOf(captured, changes);
  await settleMemberships(tx, batchPurchasesOf({ rows, captured }, { terms, changes }), { userId, ...at });
  for (const part of parts.values()) {
    const difference = await recomputeParts(tx, part, { terms, changes, captured, at });
    if (difference) differences.set(part.first.provider_payment_id, difference);
  }
  for (const row of rows) {
    const { provider_payment_id: paymentId, attempt_id: attemptId } = row;
    const term = terms.get(paymentId);
    if (!term) continue;
    const [stored, computed] = [describe(storedTerm(row)), describe(term)];
    if (stored === computed && !isNew(row)) continue;
    await writeTerm(tx, row, term, at);
    if (stored === computed) continue;
    differences.set(paymentId, { what: `term of ${paymentId}`, stored, computed });
    if (term.problem === null || term.problem === row.problem) continue;
    const flagged: AuditChange = { kind: 'payment_flagged', detail: { problem: term.problem } };
    await recordAudit(tx, { ...flagged, at: at.now, source: at.source, userId, attemptId, paymentId });
  }
  return differences;
};

/**
 * Recomputes the term of each payment of users from payments, refunds, redeemed gifts and changes by
 * admins. Returns the payments whose term changed, their users, and the changes of access that it had to read.
 */
export const recomputeTerms = async (
  tx: Tx,
  userIds: readonly string[],
  at: Recomputing,
): Promise<{ differences: Map<string, Difference>; changedUsers: string[]; changesOf: ChangesOf }> => {
  const capturedBy = await readCaptured(tx, userIds, at);
  const changesOf = await accessChangesOf(tx, userIds);
  const differences = new Map<string, Difference>();
  const changedUsers: string[] = [];
  for (const userId of userIds) {
    const changed = await recomputeTermsOf(tx, userId, { ...capturedBy(userId), changes: changesOf(userId) }, at);
    if (changed.size > 0) changedUsers.push(userId);
    for (const [paymentId, difference] of changed) differences.set(paymentId, difference);
  }
  return { differences, changedUsers, changesOf };
};
