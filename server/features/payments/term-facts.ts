import type { Db } from '#server/database/database.ts';
import { writeEqualTogether } from '#server/database/equal-changes.ts';
import { accessChangesOfAll } from './entitlement.queries.ts';
import type { Writing } from './fact-context.ts';
import { acceptedRefundsOf, capturedPaymentsOf } from './facts.queries.ts';
import { type Captured, type Term, termsOf } from './terms.ts';

type AcceptedRefund = Awaited<ReturnType<typeof acceptedRefundsOf>>[number];

const givenBackAt = (amountInPaise: number, refunds: AcceptedRefund[]): number | undefined => {
  let returned = 0;
  for (const refund of refunds) {
    if (refund.status !== 'failed') returned += refund.amount_in_paise;
    if (refund.ends_access === 1 || returned >= amountInPaise) return refund.accepted_at ?? undefined;
  }
  return undefined;
};

type CapturedRow = Awaited<ReturnType<typeof capturedPaymentsOf>>[number];

const capturedOf = (row: CapturedRow, refunds: AcceptedRefund[]): Captured => ({
  id: row.provider_payment_id,
  attemptId: row.attempt_id ?? '',
  cycles: row.cycles,
  capturedAt: row.captured_at ?? 0,
  periodEnd: row.period_end,
  hasRightAmount: row.amount_in_paise === row.price_in_paise && row.currency === row.price_currency,
  givenBackAt: givenBackAt(
    row.amount_in_paise,
    refunds.filter((refund) => refund.provider_payment_id === row.provider_payment_id),
  ),
});

const isGranted = (row: CapturedRow, { accessUntil, refundableUntil, problem }: Term): boolean =>
  row.access_until === accessUntil && row.refundable_until === refundableUntil && row.problem === problem;

const writeTerms = async (tx: Db, changed: readonly { row: CapturedRow; term: Term }[], now: number): Promise<void> =>
  writeEqualTogether(
    changed.map(({ row, term }) => ({ id: row.id, change: term })),
    (ids, { accessUntil, refundableUntil, problem }) =>
      tx
        .updateTable('payments')
        .set({ access_until: accessUntil, refundable_until: refundableUntil, problem, updated_at: now })
        .where('id', 'in', ids)
        .execute(),
  );

/**
 * Counts anew what each of these people's payments grants, and settles the attempts that are paid. `byOf` tells who
 * brought the news of a person. Answers the payments that granted something else before.
 */
export const recountTerms = async (
  tx: Db,
  userIds: readonly string[],
  { calendar, diary, mode, now }: Writing,
  byOf: (userId: string) => string,
): Promise<string[]> => {
  const rows = userIds.length === 0 ? [] : await capturedPaymentsOf(tx, userIds, mode);
  if (rows.length === 0) return [];
  const changes = await accessChangesOfAll(tx, userIds);
  const refunds = await acceptedRefundsOf(
    tx,
    rows.map((row) => row.provider_payment_id),
  );
  const changed: { row: CapturedRow; term: Term }[] = [];
  for (const [userId, own] of Map.groupBy(rows, (row) => row.user_id ?? '')) {
    const captured = own.map((row) => capturedOf(row, refunds));
    const terms = termsOf(captured, calendar, changes.get(userId));
    for (const row of own) {
      const term = terms.get(row.provider_payment_id);
      if (!term) continue;
      if (!isGranted(row, term)) changed.push({ row, term });
      if (term.problem !== null && term.problem !== row.problem)
        diary.push({
          at: now,
          by: byOf(userId),
          action: `payment flagged: ${term.problem}`,
          userId,
          attemptId: row.attempt_id,
          paymentId: row.provider_payment_id,
        });
    }
  }
  await writeTerms(tx, changed, now);
  await settlePaidAttempts(
    tx,
    rows.flatMap((row) => (row.confirmed === 1 && row.attempt_id !== null ? [row.attempt_id] : [])),
    now,
  );
  return changed.map(({ row }) => row.provider_payment_id);
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
