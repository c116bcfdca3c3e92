import type { Db } from '#server/database/database.ts';
import { writeEqualTogether } from '#server/database/equal-changes.ts';
import type { PaymentAttemptRow } from '#server/database/payment-tables.ts';
import { newId } from '#server/ids.ts';
import type { Told, Writing } from './fact-context.ts';
import { attemptById, attemptOfSubscription } from './facts.queries.ts';
import type { SubscriptionFact } from './provider.ts';

/** For two reports of the same second: the one that comes later in a subscription's life. */
const ORDER = ['created', 'authenticated', 'pending', 'halted', 'paused', 'resumed', 'active'];

const isNews = (row: PaymentAttemptRow, fact: SubscriptionFact): boolean => {
  if (row.provider_status === null) return true;
  if (fact.isOver !== (row.is_over === 1)) return fact.isOver;
  if (fact.at !== row.provider_status_at) return fact.at > row.provider_status_at;
  const [is, was] = [ORDER.indexOf(fact.status), ORDER.indexOf(row.provider_status)];
  return is === was ? fact.status > row.provider_status : is > was;
};

/** Finds the attempt, or gives it its subscription when the answer that named it was lost. */
const attemptOf = async (
  tx: Db,
  { fact, by }: Told<SubscriptionFact>,
  { attempts, diary, mode, now }: Writing,
): Promise<PaymentAttemptRow | undefined> => {
  const known = attempts.get(fact.ref);
  if (known || fact.attemptId === undefined) return known;
  const attempt = await attemptById(tx, fact.attemptId, mode);
  if (!attempt) return undefined;
  if (attempt.subscription_ref === null) {
    await tx
      .updateTable('payment_attempts')
      .set({ subscription_ref: fact.ref, updated_at: now })
      .where('id', '=', attempt.id)
      .where('subscription_ref', 'is', null)
      .execute();
  } else {
    // Two were made for one attempt: the second stays known, so that money paid for it still counts.
    await tx
      .insertInto('payment_attempts')
      .values({
        ...attempt,
        id: newId(),
        subscription_ref: fact.ref,
        state: 'retired',
        provider_status: null,
        provider_status_at: 0,
        is_over: 0,
        auto_renew: 0,
        current_end: null,
        cancel_when: null,
        cancel_requested_at: null,
        cancel_accepted_at: null,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.column('subscription_ref').doNothing())
      .execute();
  }
  const found = await attemptOfSubscription(tx, fact.ref, mode);
  diary.push({
    at: now,
    by,
    action: 'subscription found',
    userId: attempt.user_id,
    attemptId: found?.id ?? attempt.id,
    detail: { ref: fact.ref },
  });
  return found;
};

/** Answers whose it is, or null when the subscription is not ours. */
export const applySubscription = async (
  tx: Db,
  told: Told<SubscriptionFact>,
  writing: Writing,
): Promise<string | null> => {
  const row = await attemptOf(tx, told, writing);
  if (!row) return null;
  const { fact, by } = told;
  const { attempts, changed, diary, now } = writing;
  const currentEnd = Math.max(row.current_end ?? 0, fact.periodEnd ?? 0) || null;
  const end = { current_end: currentEnd };
  const change = !isNews(row, fact)
    ? end
    : {
        ...end,
        provider_status: fact.status,
        provider_status_at: fact.at,
        is_over: fact.isOver ? 1 : 0,
        // The provider does not show that a cancel at the end of the cycle was asked for; our own row does.
        auto_renew: fact.willRenew && row.cancel_requested_at === null ? 1 : 0,
        updated_at: now,
      };
  const next: PaymentAttemptRow = { ...row, ...change };
  attempts.set(fact.ref, next);
  if (isNews(row, fact) || currentEnd !== row.current_end) changed.set(row.id, { ...changed.get(row.id), ...change });
  if (next.provider_status !== row.provider_status)
    diary.push({
      at: now,
      by,
      action: `subscription ${fact.status}`,
      userId: row.user_id,
      attemptId: row.id,
    });
  return row.user_id;
};

/** Writes what subscriptions changed. */
export const writeAttempts = (tx: Db, { changed }: Writing): Promise<void> =>
  writeEqualTogether(
    [...changed].map(([id, change]) => ({ id, change })),
    (ids, change) => tx.updateTable('payment_attempts').set(change).where('id', 'in', ids).execute(),
  );
