import type { Db } from '#server/database/database.ts';

const MOST_PAYMENTS = 50;

/** Every payment that a person began, newest first, of either mode. */
export const paymentsOfPerson = (db: Db, userId: string) =>
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
    .limit(MOST_PAYMENTS)
    .execute();

export type PaymentOfPerson = Awaited<ReturnType<typeof paymentsOfPerson>>[number];

export const hasBegunToBuy = async (db: Db, userId: string): Promise<boolean> =>
  (await db.selectFrom('payment_attempts').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()) !==
  undefined;
