import { isDeepStrictEqual } from 'node:util';
import { toInstantOrNull } from '#server/clock.ts';
import type { Tx } from '#server/database/database.ts';
import type { PartDueRow } from '#server/database/tables/part-dues.ts';
import { type AccessChange, isRevoked } from '../entitlement/entitlement.ts';
import { dueDayOf, reminderAt, remindersBefore, writeDues } from '../parts/parts.ts';
import { updatePayment } from '../purchase-rows/purchase-rows.ts';
import { type InParts, paidPartsOf } from './purchases-in-parts.ts';
import type { Difference, Recomputing } from './recording.ts';
import type { Captured, Term } from './term-rule.ts';

interface Purchase {
  /** Of the payments of the user; those of later parts are added. */
  terms: Map<string, Term>;
  captured: readonly Captured[];
  changes: readonly AccessChange[];
  at: Recomputing;
}

const WITHOUT_TERM = { accessFrom: null, accessUntil: null, refundableUntil: null } as const;

/** What came when nothing was left to pay, or the purchase had ended, needs an admin. */
const problemOf = ({ standing: { paidBy } }: InParts, paymentId: string): Term['problem'] => {
  const paid = paidBy.get(paymentId);
  if (paid === 'late') return 'paid_without_access';
  return paid === 'surplus' || paid?.isWhole === false ? 'duplicate' : null;
};

/** Nothing is owed for what gives no access. */
const isOwed = ({ first }: InParts, { terms, captured, changes }: Purchase): boolean => {
  const { provider_payment_id: id } = first;
  const bought = captured.find((one) => one.id === id);
  const hasAccess = (terms.get(id)?.accessUntil ?? null) !== null;
  return hasAccess && bought !== undefined && !isRevoked({ opens: bought.opens, paidAt: bought.capturedAt }, changes);
};

const dueOf = (
  row: PartDueRow,
  parts: InParts,
  { isOwed: owed, now }: { isOwed: boolean; now: number },
): PartDueRow => {
  const { calendar, graceDays, standing, isNew } = parts;
  const { paidInPaise, missingInPaise } = standing.sums.get(row.n) ?? { paidInPaise: 0, missingInPaise: 0 };
  const day = dueDayOf(row);
  const missing = owed ? missingInPaise : 0;
  const reminder = isNew ? remindersBefore(day, calendar, now) : row.reminder;
  return {
    ...row,
    paid_in_paise: paidInPaise,
    missing_in_paise: missing,
    pauses_at: calendar.endOfDay(calendar.startOf(day), graceDays),
    reminder,
    remind_at: missing > 0 ? reminderAt(day, calendar, reminder) : null,
  };
};

const pauseOf = (rows: readonly PartDueRow[]): number | null => {
  const pauses = rows.filter((row) => row.missing_in_paise > 0).map((row) => row.pauses_at);
  return pauses.length === 0 ? null : Math.min(...pauses);
};

const describe = (end: string | null, rows: readonly PartDueRow[]): string =>
  `${end ?? 'stands'}, pauses ${toInstantOrNull(pauseOf(rows)) ?? 'never'}, left ${rows.map((row) => row.missing_in_paise).join(' + ')}`;

/**
 * Recomputes what is paid and owed of a purchase in parts, when its access pauses, and what its later payments paid. Returns the
 * difference, if there is one.
 */
export const recomputeParts = async (tx: Tx, parts: InParts, purchase: Purchase): Promise<Difference | undefined> => {
  const { first, payments, dues, isNew, standing } = parts;
  const { now } = purchase.at;
  const computed = dues.map((row) => dueOf(row, parts, { isOwed: isOwed(parts, purchase), now }));
  const changed = computed.filter((row, index) => isNew || !isDeepStrictEqual({ ...row }, { ...dues[index] }));
  await writeDues(tx, changed);
  for (const row of payments) {
    const id = row.provider_payment_id;
    if (row !== first)
      purchase.terms.set(id, {
        ...WITHOUT_TERM,
        problem: row.late === 1 ? 'paid_without_access' : problemOf(parts, id),
      });
    const paid = paidPartsOf(parts, id);
    const columns = {
      paid_parts: paid ? JSON.stringify(paid) : null,
      pauses_at: row === first ? pauseOf(computed) : null,
      parts_end: row === first ? standing.end : null,
    };
    const isSame =
      row.paid_parts === columns.paid_parts &&
      row.pauses_at === columns.pauses_at &&
      row.parts_end === columns.parts_end;
    if (!isSame) await updatePayment(tx, id, columns).execute();
  }
  const [stored, found] = [describe(first.parts_end, isNew ? [] : dues), describe(standing.end, computed)];
  return stored === found ? undefined : { what: `parts of ${first.provider_payment_id}`, stored, computed: found };
};
