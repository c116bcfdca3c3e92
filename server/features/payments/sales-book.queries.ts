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

/** What is kept with a payment of where it stands and what it added to its day. */
export interface Posted {
  standing: PaymentStanding;
  /** A payment that stands otherwise than before is news again, also when an ADMIN took it off the to-do list. */
  isNews: boolean;
  counted: Counted;
}

export const setPosted = async (tx: Db, ids: readonly string[], posted: Posted): Promise<void> => {
  const { standing, isNews, counted } = posted;
  await tx
    .updateTable('payments')
    .set({
      standing,
      ...(isNews ? { handled_at: null } : {}),
      counted_day: counted.day,
      counted_sold: counted.sold,
      counted_gross_in_paise: counted.grossInPaise,
      counted_refunded_in_paise: counted.refundedInPaise,
      counted_lost_in_paise: counted.lostInPaise,
    })
    .where('id', 'in', ids)
    .execute();
};

/** What is added to the total of one day. */
export interface DayAddition {
  mode: Mode;
  day: string;
  more: Omit<Counted, 'day'>;
}

/** Adds to totals, each day once. */
export const addToDays = async (tx: Db, additions: readonly DayAddition[]): Promise<void> => {
  if (additions.length === 0) return;
  await tx
    .insertInto('daily_totals')
    .values(
      additions.map(({ mode, day, more }) => ({
        mode,
        day,
        sold: more.sold,
        gross_in_paise: more.grossInPaise,
        refunded_in_paise: more.refundedInPaise,
        lost_in_paise: more.lostInPaise,
      })),
    )
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
