import type { Db } from '#server/database/database.ts';

const MOST_ENTRIES = 200;

/** What the diary has of a payment and of the attempt that it belongs to, oldest first. */
export const diaryOf = async (db: Db, purchase: { paymentId: string; attemptId: string | null }) => {
  const entries = (column: 'payment_id' | 'attempt_id', value: string) =>
    db
      .selectFrom('payment_audit')
      .select(['id', 'at', 'actor', 'action', 'user_id', 'payment_id', 'detail'])
      .where(column, '=', value)
      .orderBy('at')
      .limit(MOST_ENTRIES)
      .execute();
  const ofPayment = await entries('payment_id', purchase.paymentId);
  const ofAttempt = purchase.attemptId === null ? [] : await entries('attempt_id', purchase.attemptId);
  const known = new Set(ofPayment.map(({ id }) => id));
  // Another year of the same subscription has a line of its own.
  const own = ofAttempt.filter(
    ({ id, payment_id: paymentId }) => !known.has(id) && (paymentId === null || paymentId === purchase.paymentId),
  );
  return [...ofPayment, ...own].toSorted((a, b) => a.at - b.at);
};

export type DiaryEntry = Awaited<ReturnType<typeof diaryOf>>[number];

/** What was done to a person's access by hand, newest first. */
export const changesByHand = (db: Db, userId: string) =>
  db
    .selectFrom('access_changes')
    .select(['id', 'kind', 'at', 'until', 'days', 'payment_id', 'changed_by', 'reason'])
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .limit(MOST_ENTRIES)
    .execute();

export type ChangeByHand = Awaited<ReturnType<typeof changesByHand>>[number];
