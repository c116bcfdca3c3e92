import type { Db } from '#server/database/database.ts';
import type { PaymentAttemptRow, PaymentRow } from '#server/database/payment-tables.ts';
import type { Fact, Mode } from './provider.ts';

/** The payments that facts are about. */
export const paymentIdsOf = (facts: readonly Fact[]): string[] =>
  facts.flatMap((fact) => (fact.t === 'payment' ? [fact.id] : fact.t === 'subscription' ? [] : [fact.paymentId]));

const subscriptionRefsOf = (facts: readonly Fact[]): string[] =>
  facts.flatMap((fact) =>
    fact.t === 'subscription' ? [fact.ref] : fact.t === 'payment' ? (fact.subscriptionRef ?? []) : [],
  );

const attemptIdsOf = (facts: readonly Fact[]): string[] =>
  facts.flatMap((fact) => (fact.t === 'subscription' ? (fact.attemptId ?? []) : []));

/** Whose purchases these facts are about, as far as the ledger knows already. */
export const usersOf = async (tx: Db, facts: readonly Fact[], mode: Mode): Promise<string[]> => {
  const refs = subscriptionRefsOf(facts);
  const attempts = attemptIdsOf(facts);
  const payments = paymentIdsOf(facts);
  const byRef =
    refs.length === 0
      ? []
      : await tx
          .selectFrom('payment_attempts')
          .select('user_id')
          .where((eb) =>
            attempts.length === 0
              ? eb('subscription_ref', 'in', refs)
              : eb.or([eb('subscription_ref', 'in', refs), eb('id', 'in', attempts)]),
          )
          .where('mode', '=', mode)
          .execute();
  const byPayment =
    payments.length === 0
      ? []
      : await tx.selectFrom('payments').select('user_id').where('provider_payment_id', 'in', payments).execute();
  return [...byRef, ...byPayment].flatMap(({ user_id: userId }) => userId ?? []);
};

/** One transaction at a time counts what a person has bought: the row of their first attempt is the lock. */
export const lockPurchasesOf = async (tx: Db, userIds: readonly string[], now: number): Promise<void> => {
  if (userIds.length === 0) return;
  await tx
    .updateTable('payment_attempts')
    .set({ updated_at: now })
    .where('id', 'in', (inner) =>
      inner
        .selectFrom('users as u')
        .select((eb) =>
          eb
            .selectFrom('payment_attempts as a')
            .select('a.id')
            .whereRef('a.user_id', '=', 'u.id')
            .orderBy('a.created_at')
            .orderBy('a.id')
            .limit(1)
            .as('first_id'),
        )
        .where('u.id', 'in', userIds),
    )
    .execute();
};

/** The attempts whose subscriptions these facts name, by subscription. */
export const attemptsNamedBy = async (
  tx: Db,
  facts: readonly Fact[],
  mode: Mode,
): Promise<Map<string, PaymentAttemptRow>> => {
  const refs = [...new Set(subscriptionRefsOf(facts))];
  if (refs.length === 0) return new Map();
  const rows = await tx
    .selectFrom('payment_attempts')
    .selectAll()
    .where('subscription_ref', 'in', refs)
    .where('mode', '=', mode)
    .execute();
  return new Map(rows.flatMap((row) => (row.subscription_ref === null ? [] : [[row.subscription_ref, row]])));
};

export const attemptOfSubscription = (tx: Db, ref: string, mode: Mode): Promise<PaymentAttemptRow | undefined> =>
  tx
    .selectFrom('payment_attempts')
    .selectAll()
    .where('subscription_ref', '=', ref)
    .where('mode', '=', mode)
    .executeTakeFirst();

export const attemptById = (tx: Db, id: string, mode: Mode): Promise<PaymentAttemptRow | undefined> =>
  tx.selectFrom('payment_attempts').selectAll().where('id', '=', id).where('mode', '=', mode).executeTakeFirst();

/** The payment's row, held until the end of the transaction. */
export const holdPayment = (tx: Db, providerPaymentId: string, now: number): Promise<PaymentRow | undefined> =>
  tx
    .updateTable('payments')
    .set({ updated_at: now })
    .where('provider_payment_id', '=', providerPaymentId)
    .returningAll()
    .executeTakeFirst();

export const userOfPayment = async (tx: Db, providerPaymentId: string): Promise<string | null> => {
  const row = await tx
    .selectFrom('payments')
    .select('user_id')
    .where('provider_payment_id', '=', providerPaymentId)
    .executeTakeFirst();
  return row?.user_id ?? null;
};

/** These people's captured payments with the attempts they belong to. */
export const capturedPaymentsOf = (tx: Db, userIds: readonly string[], mode: Mode) =>
  tx
    .selectFrom('payments as p')
    .innerJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .select([
      'p.id',
      'p.user_id',
      'p.provider_payment_id',
      'p.confirmed',
      'p.amount_in_paise',
      'p.currency',
      'p.captured_at',
      'p.period_end',
      'p.access_until',
      'p.refundable_until',
      'p.problem',
      'p.attempt_id',
      'a.cycles',
      'a.amount_in_paise as price_in_paise',
      'a.currency as price_currency',
    ])
    .where('p.user_id', 'in', userIds)
    .where('p.mode', '=', mode)
    .where('p.status', '=', 'captured')
    .execute();

/** Refunds that the provider has taken, for these payments. */
export const acceptedRefundsOf = (tx: Db, providerPaymentIds: string[]) =>
  tx
    .selectFrom('refunds')
    .select(['provider_payment_id', 'amount_in_paise', 'status', 'ends_access', 'accepted_at'])
    .where('provider_payment_id', 'in', providerPaymentIds)
    .where('accepted_at', 'is not', null)
    .orderBy('accepted_at')
    .orderBy('id')
    .execute();
