import { z } from 'zod';
import type { Context } from './context.ts';
import { orderPaidEvent, paymentAuthorizedEvent, paymentEvent } from './events.ts';
import { newId } from './ids.ts';
import { flag, notesInput, paise } from './input.ts';
import { addPayment, type Charge, logPayment } from './payments.ts';
import type { Order, Payment } from './records.ts';

export const orderBody = z.strictObject({
  amount: paise.min(100),
  currency: z.string().regex(/^[A-Z]{3}$/),
  receipt: z.string().max(40).nullable().default(null),
  payment_capture: flag.default(true).refine((captures) => captures, 'The sandbox captures every payment.'),
  notes: notesInput,
});

export const createOrder = (
  { store, nowSeconds }: Context,
  { payment_capture: _captures, ...asked }: z.infer<typeof orderBody>,
): Order =>
  store.orders.put({ ...asked, id: newId('order'), status: 'created', attempts: 0, created_at: nowSeconds() });

/** One try to pay an order. The order accepts others until one of them is captured. */
export const payOrder = (context: Context, order: Order, how: Charge): Payment => {
  const { store, publish } = context;
  const payment = addPayment(
    context,
    {
      subscription_id: null,
      order_id: order.id,
      invoice_id: null,
      customer_id: null,
      amount: order.amount,
      currency: order.currency,
    },
    how,
  );
  const attempted = store.orders.put({ ...order, status: 'attempted', attempts: order.attempts + 1 });
  if (how.outcome === 'success') return captureOrder(context, attempted, payment);
  publish([paymentEvent('failed', payment)]);
  logPayment(context, payment, stateOf(attempted));
  return payment;
};

/** Also of a failed payment that the bank accepts later. */
export const captureOrder = (context: Context, order: Order, payment: Payment): Payment => {
  const { store, publish } = context;
  const captured = store.payments.put({ ...payment, status: 'captured', error: null });
  const paid = store.orders.put({ ...order, status: 'paid' });
  publish([paymentAuthorizedEvent(captured), paymentEvent('captured', captured), orderPaidEvent(paid, captured)]);
  logPayment(context, captured, stateOf(paid));
  return captured;
};

const stateOf = ({ id, status }: Order) => ({ order_id: id, order_status: status });
