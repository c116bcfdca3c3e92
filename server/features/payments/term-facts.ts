import type { Db } from '#server/database/database.ts';
import { writeAudit } from './audit.ts';
import { accessChangesOf } from './entitlement.queries.ts';
import type { FactContext } from './fact-context.ts';
import { acceptedRefundsOf, capturedPaymentsOf } from './facts.queries.ts';
import { type Captured, termsOf } from './terms.ts';

type AcceptedRefund = Awaited<ReturnType<typeof acceptedRefundsOf>>[number];

const givenBackAt = (amountInPaise: number, refunds: AcceptedRefund[]): number | undefined => {
  let returned = 0;
  for (const refund of refunds) {
    if (refund.status !== 'failed') returned += refund.amount_in_paise;
    if (refund.ends_access === 1 || returned >= amountInPaise) return refund.accepted_at ?? undefined;
  }
  return undefined;
};

/**
 * Counts anew what each of a person's payments grants, and settles the attempts that are paid. Answers the payments that
 * granted something else before.
 */
export const recountTerms = async (tx: Db, userId: string, context: FactContext): Promise<string[]> => {
  const rows = await capturedPaymentsOf(tx, userId, context.mode);
  if (rows.length === 0) return [];
  const changes = await accessChangesOf(tx, userId);
  const refunds = await acceptedRefundsOf(
    tx,
    rows.map((row) => row.provider_payment_id),
  );
  const captured = rows.map((row): Captured => {
    const own = refunds.filter((refund) => refund.provider_payment_id === row.provider_payment_id);
    return {
      id: row.provider_payment_id,
      attemptId: row.attempt_id ?? '',
      cycles: row.cycles,
      capturedAt: row.captured_at ?? 0,
      periodEnd: row.period_end,
      hasRightAmount: row.amount_in_paise === row.price_in_paise && row.currency === row.price_currency,
      givenBackAt: givenBackAt(row.amount_in_paise, own),
    };
  });
  const terms = termsOf(captured, context.calendar, changes);
  const changed: string[] = [];
  for (const row of rows) {
    const term = terms.get(row.provider_payment_id);
    if (!term) continue;
    const { accessUntil, refundableUntil, problem } = term;
    if (row.access_until !== accessUntil || row.refundable_until !== refundableUntil || row.problem !== problem) {
      changed.push(row.provider_payment_id);
      await tx
        .updateTable('payments')
        .set({ access_until: accessUntil, refundable_until: refundableUntil, problem, updated_at: context.now })
        .where('id', '=', row.id)
        .execute();
    }
    if (problem !== null && problem !== row.problem)
      await writeAudit(tx, {
        at: context.now,
        by: context.by,
        action: `payment flagged: ${problem}`,
        userId,
        attemptId: row.attempt_id,
        paymentId: row.provider_payment_id,
      });
  }
  await settlePaidAttempts(
    tx,
    rows.flatMap((row) => (row.confirmed === 1 && row.attempt_id !== null ? [row.attempt_id] : [])),
    context.now,
  );
  return changed;
};

const settlePaidAttempts = async (tx: Db, attemptIds: string[], now: number): Promise<void> => {
  if (attemptIds.length === 0) return;
  await tx
    .updateTable('payment_attempts')
    .set({ state: 'settled', updated_at: now })
    .where('id', 'in', attemptIds)
    .where('state', 'in', ['open', 'retired'])
    .execute();
};
