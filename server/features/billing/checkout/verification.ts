import { fail } from '#server/errors.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { attemptOfUser } from './attempts.queries.ts';
import { hasAuditEntry, recordAudit } from '#server/audit/audit.ts';
import { type ActiveProvider, InvalidProof } from '../provider/provider.ts';
import { findPayment } from '../purchase-rows/purchase-rows.ts';
import { type Ledger, lookUpPayment } from '../ledger/ledger.ts';

/**
 * The payment window's proof is one more source of events. It never sets a status by itself, so a proof that is sent again
 * after a refund gives no access. Throws `payment_unverified`.
 */
export const createVerification = (
  { database, jobs, clock, settings, log }: BillingPlatform,
  { ledger, activeProvider }: { ledger: Ledger; activeProvider: ActiveProvider },
) => {
  /** Only the user's own attempt gets an audit entry, once per reason: anyone can send any number of proofs. */
  const refuse = async (userId: string, reason: string, attemptId?: string): Promise<never> => {
    log.warn({ user: userId, reason }, 'a proof of payment was refused');
    if (attemptId !== undefined) {
      const refusal = { attemptId, kind: 'proof_refused', detail: { reason } } as const;
      if (!(await hasAuditEntry(database.db, refusal)))
        await recordAudit(database.db, {
          ...refusal,
          at: clock.now(),
          source: { kind: 'user', id: userId },
          userId,
        });
    }
    throw fail('payment_unverified');
  };

  return async (userId: string, payload: unknown): Promise<void> => {
    const active = await activeProvider.current();
    if (!active || active.mode !== (await settings.purchaseMode())) throw fail('selling_off');
    const { provider, mode } = active;
    const ref = provider.refOfReturn(payload);
    const attempt = ref === undefined ? undefined : await attemptOfUser(database.db, userId, ref, mode);
    if (ref === undefined || !attempt) return refuse(userId, 'no such attempt of this user');
    const expected = { amountInPaise: attempt.amount_in_paise, currency: attempt.currency };
    const { paymentId, events } = await provider
      .confirmReturn({ ref, expected, payload, now: clock.now() })
      .catch((error: unknown) => {
        if (error instanceof InvalidProof) return refuse(userId, error.message, attempt.id);
        throw error;
      });
    const problem = await database.transaction(async (tx) => {
      await ledger.record(tx, events, { source: { kind: 'checkout' }, mode });
      const payment = await findPayment(tx, paymentId);
      if (payment?.confirmed === 0)
        await jobs.enqueue(tx, lookUpPayment, { paymentId }, { id: `payments.confirm:${paymentId}` });
      if (payment?.status !== 'captured' || payment.attempt_id !== attempt.id) return 'not captured for this user';
      return payment.problem === 'wrong_amount' ? payment.problem : undefined;
    });
    if (problem !== undefined) await refuse(userId, problem, attempt.id);
  };
};
