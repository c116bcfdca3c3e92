import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { attemptOfUser } from './attempts.queries.ts';
import { writeAudit } from './audit.ts';
import type { Gateway } from './gateway.ts';
import type { Ledger } from './ledger.ts';
import { lookUpPayment } from './payment-jobs.ts';
import { InvalidProof } from './provider.ts';

export interface Proof {
  razorpay_payment_id: string;
  razorpay_subscription_id: string;
  razorpay_signature: string;
}

export interface VerificationNeeds {
  database: Database;
  jobs: Jobs;
  clock: Clock;
  gateway: Gateway;
  ledger: Ledger;
  log: { warn(facts: object, text: string): void };
}

/**
 * Takes what the payment window brought back as one more source of facts: it never sets a status by itself, so a proof
 * that is shown again after a refund opens nothing. Throws `payment_unverified`.
 */
export const createVerification = ({ database, jobs, clock, gateway, ledger, log }: VerificationNeeds) => {
  const refuse = async (userId: string, reason: string): Promise<never> => {
    log.warn({ user: userId, reason }, 'a proof of payment was refused');
    const entry = { at: clock.now(), by: `user ${userId}`, action: 'proof refused', userId, detail: { reason } };
    await writeAudit(database.db, entry);
    throw fail('payment_unverified');
  };

  return async (userId: string, proof: Proof): Promise<void> => {
    const side = gateway.current();
    if (!side || side.mode !== (await gateway.mode())) throw fail('selling_off');
    const { provider, mode } = side;
    const attempt = await attemptOfUser(database.db, userId, proof.razorpay_subscription_id, mode);
    if (!attempt || attempt.subscription_ref === null) return refuse(userId, 'no such attempt of this person');
    const ref = attempt.subscription_ref;
    const expected = { amountInPaise: attempt.amount_in_paise, currency: attempt.currency };
    const facts = await provider
      .confirmReturn({ ref, expected, payload: proof, now: clock.now() })
      .catch((error: unknown) => {
        if (error instanceof InvalidProof) return refuse(userId, error.message);
        throw error;
      });
    const paymentId = proof.razorpay_payment_id;
    const problem = await database.transaction(async (tx) => {
      await ledger.record(tx, facts, { by: 'verify', mode });
      const payment = await tx
        .selectFrom('payments')
        .select(['status', 'problem', 'confirmed', 'user_id'])
        .where('provider_payment_id', '=', paymentId)
        .executeTakeFirst();
      if (payment?.confirmed === 0)
        await jobs.enqueue(tx, lookUpPayment, { paymentId }, { id: `payments.confirm:${paymentId}` });
      if (payment?.status !== 'captured' || payment.user_id !== userId) return 'not captured for this person';
      return payment.problem === 'wrong_amount' ? payment.problem : undefined;
    });
    if (problem !== undefined) await refuse(userId, problem);
  };
};
