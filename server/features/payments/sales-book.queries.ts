import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { PaymentStanding } from '#server/database/payment-tables.ts';
import type { Mode } from './provider.ts';
import type { Counted } from './sales-book.ts';

/** The payments' rows, held until the end of the transaction: what is read of them after this is the whole truth. */
export const holdPayments = (tx: Db, providerPaymentIds: readonly string[], now: number) =>
  tx
    .updateTable('payments')
    .set({ updated_at: now })
    .where('provider_payment_id', 'in', providerPaymentIds)
    .returning([
      'id',
      'provider_payment_id',
      'mode',
      'status',
      'amount_in_paise',
      'attempt_id',
      'captured_at',
      'problem',
      'standing',
      'counted_day',
      'counted_sold',
      'counted_gross_in_paise',
      'counted_refunded_in_paise',
      'counted_lost_in_paise',
    ])
    .execute();

export type HeldPayment = Awaited<ReturnType<typeof holdPayments>>[number];

export const refundsOf = (tx: Db, providerPaymentIds: readonly string[]) =>
  tx
    .selectFrom('refunds')
    .select(['provider_payment_id', 'status', 'amount_in_paise'])
    .where('provider_payment_id', 'in', providerPaymentIds)
    .execute();

export type PostedRefund = Pick<Awaited<ReturnType<typeof refundsOf>>[number], 'status' | 'amount_in_paise'>;

export const disputesOf = (tx: Db, providerPaymentIds: readonly string[]) =>
  tx
    .selectFrom('disputes')
    .select(['provider_payment_id', 'status', 'amount_in_paise'])
    .where('provider_payment_id', 'in', providerPaymentIds)
    .execute();

export type PostedDispute = Pick<Awaited<ReturnType<typeof disputesOf>>[number], 'status' | 'amount_in_paise'>;

/** A payment that stands otherwise than before is news again, also when an ADMIN took it off the to-do list. */
export const setPosted = async (
  tx: Db,
  { id, standing: before }: Pick<HeldPayment, 'id' | 'standing'>,
  standing: PaymentStanding,
  counted: Counted,
): Promise<void> => {
  await tx
    .updateTable('payments')
    .set({
      standing,
      ...(standing === before ? {} : { handled_at: null }),
      counted_day: counted.day,
      counted_sold: counted.sold,
      counted_gross_in_paise: counted.grossInPaise,
      counted_refunded_in_paise: counted.refundedInPaise,
      counted_lost_in_paise: counted.lostInPaise,
    })
    .where('id', '=', id)
    .execute();
};

export const addToDay = async (tx: Db, mode: Mode, day: string, more: Counted): Promise<void> => {
  await tx
    .insertInto('daily_totals')
    .values({
      mode,
      day,
      sold: more.sold,
      gross_in_paise: more.grossInPaise,
      refunded_in_paise: more.refundedInPaise,
      lost_in_paise: more.lostInPaise,
    })
    .onConflict((conflict) =>
      conflict.columns(['mode', 'day']).doUpdateSet({
        sold: sql`daily_totals.sold + excluded.sold`,
        gross_in_paise: sql`daily_totals.gross_in_paise + excluded.gross_in_paise`,
        refunded_in_paise: sql`daily_totals.refunded_in_paise + excluded.refunded_in_paise`,
        lost_in_paise: sql`daily_totals.lost_in_paise + excluded.lost_in_paise`,
      }),
    )
    .execute();
};
