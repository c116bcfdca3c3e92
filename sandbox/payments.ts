import type { Context } from './context.ts';
import { newId } from './ids.ts';
import type { Payer, Payment } from './records.ts';
import type { Attempt } from './test-cards.ts';

/** One try to pay, of a payer, at a time. */
export interface Charge extends Attempt {
  payer: Payer;
  at: number;
}

/** What is paid: an order, or the invoice of a cycle. */
type Bill = Pick<Payment, 'subscription_id' | 'order_id' | 'invoice_id' | 'customer_id' | 'amount' | 'currency'>;

export const addPayment = ({ store }: Context, bill: Bill, { outcome, instrument, payer, at }: Charge): Payment =>
  store.payments.put({
    id: newId('pay'),
    ...bill,
    status: outcome === 'success' ? 'captured' : 'failed',
    instrument,
    payer,
    amount_refunded: 0,
    error: outcome === 'success' ? null : outcome,
    created_at: at,
  });

/** Logs a payment with what it was for, and what that has become. */
export const logPayment = ({ log }: Context, { id, status }: Payment, purchase: Record<string, string>): void =>
  log.add('payment', { payment_id: id, payment_status: status, ...purchase });
