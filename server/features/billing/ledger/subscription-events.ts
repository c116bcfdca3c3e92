import type { Db } from '#server/database/database.ts';
import type { PaymentAttemptRow } from '#server/database/tables/purchases.ts';
import { newId } from '#server/ids.ts';
import type { SubscriptionEvent } from '../provider/provider.ts';
import { findAttempt, updateAttempt } from '../purchase-rows/purchase-rows.ts';
import { attemptOfSubscription } from './ledger.queries.ts';
import type { Recording } from './recording.ts';

/** Of two events of the same second, the one that comes later in a subscription's life wins. */
const ORDER = ['created', 'authenticated', 'pending', 'halted', 'paused', 'resumed', 'active'];

const isNews = (row: PaymentAttemptRow, event: SubscriptionEvent): boolean => {
  if (row.provider_status === null) return true;
  if (event.isOver !== (row.is_over === 1)) return event.isOver;
  if (event.at !== row.provider_status_at) return event.at > row.provider_status_at;
  const [is, was] = [ORDER.indexOf(event.status), ORDER.indexOf(row.provider_status)];
  return is === was ? event.status > row.provider_status : is > was;
};

/** Finds the attempt; when the response that named the subscription was lost, the attempt gets it here. */
const attemptOf = async (
  tx: Db,
  event: SubscriptionEvent,
  { audit, mode, now }: Recording,
): Promise<PaymentAttemptRow | undefined> => {
  const known = await attemptOfSubscription(tx, event.ref, mode);
  if (known || event.attemptId === undefined) return known;
  const attempt = await findAttempt(tx, event.attemptId);
  if (attempt?.mode !== mode) return undefined;
  if (attempt.subscription_ref === null) {
    await updateAttempt(tx, attempt.id, { subscription_ref: event.ref, updated_at: now })
      .where('subscription_ref', 'is', null)
      .execute();
  } else {
    // The provider has two for one attempt: the second is kept too, so that money paid for it still counts.
    await tx
      .insertInto('payment_attempts')
      .values({
        ...attempt,
        id: newId(),
        subscription_ref: event.ref,
        state: 'retired',
        provider_status: null,
        provider_status_at: 0,
        is_over: 0,
        auto_renew: 0,
        deducted_at: null,
        current_end: null,
        // Turning the renewal off counts for both.
        cancel_accepted_at: null,
        cancelling_until: null,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.column('subscription_ref').doNothing())
      .execute();
  }
  const found = await attemptOfSubscription(tx, event.ref, mode);
  audit({
    kind: 'subscription_found',
    userId: attempt.user_id,
    attemptId: found?.id ?? attempt.id,
    detail: { ref: event.ref },
  });
  return found;
};

/** Returns the buyer, or null when the subscription was not made here. */
export const recordSubscription = async (
  tx: Db,
  event: SubscriptionEvent,
  recording: Recording,
): Promise<string | null> => {
  const row = await attemptOf(tx, event, recording);
  if (!row) return null;
  const currentEnd = Math.max(row.current_end ?? 0, event.periodEnd ?? 0) || null;
  const isNew = isNews(row, event);
  if (!isNew && currentEnd === row.current_end) return row.user_id;
  const status = {
    provider_status: event.status,
    provider_status_at: event.at,
    is_over: event.isOver ? 1 : 0,
    // The provider does not show that a cancel at the end of the cycle was requested; the row here does.
    auto_renew: event.willRenew && row.cancel_requested_at === null ? 1 : 0,
    updated_at: recording.now,
  };
  await updateAttempt(tx, row.id, { current_end: currentEnd, ...(isNew ? status : {}) }).execute();
  if (isNew && event.status !== row.provider_status)
    recording.audit({
      kind: 'subscription_status_changed',
      detail: { status: event.status },
      userId: row.user_id,
      attemptId: row.id,
    });
  return row.user_id;
};
