import type { Db } from '#server/database/database.ts';

const MAX_PAYMENTS = 50;
const MAX_CHANGES = 200;

/** A user's payments in both modes, newest first. */
export const paymentsOfUser = (db: Db, userId: string) =>
  db
    .selectFrom('payments')
    .select([
      'provider_payment_id',
      'mode',
      'status',
      'standing',
      'amount_in_paise',
      'failure',
      'initiated_at',
      'captured_at',
      'access_until',
    ])
    .where('user_id', '=', userId)
    .orderBy('initiated_at', 'desc')
    .limit(MAX_PAYMENTS)
    .execute();

export type PaymentOfUser = Awaited<ReturnType<typeof paymentsOfUser>>[number];

export const hasStartedCheckout = async (db: Db, userId: string): Promise<boolean> =>
  (await db.selectFrom('payment_attempts').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()) !==
  undefined;

/** What admins changed in a user's access, newest first. */
export const manualChangesOf = (db: Db, userId: string) =>
  db
    .selectFrom('access_changes')
    .select(['id', 'kind', 'at', 'until', 'days', 'payment_id', 'changed_by', 'reason'])
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .limit(MAX_CHANGES)
    .execute();

export type ManualChange = Awaited<ReturnType<typeof manualChangesOf>>[number];
