import type { Context } from './context.ts';
import { invoicePaidEvent, paymentAuthorizedEvent, paymentEvent, subscriptionEvent } from './events.ts';
import { newId } from './ids.ts';
import { cycleStart, daySeconds } from './india-time.ts';
import { addPayment, type Charge, logPayment } from './payments.ts';
import type { Invoice, Payer, Payment, Plan, Subscription } from './records.ts';

const attemptsBeforeHalt = 4;

export interface Charged {
  subscription: Subscription;
  payment: Payment;
}

/**
 * Charges a subscription's next cycle and changes its status. The first success activates it; a failed renewal makes it
 * pending and after four failures halted; the last cycle completes it.
 */
export const charge = (context: Context, subscription: Subscription, how: Charge): Charged => {
  const invoice = openInvoice(context, subscription, how.payer, how.at);
  const { id: invoiceId, order_id, customer_id, amount, currency } = invoice;
  const bill = { subscription_id: subscription.id, order_id, invoice_id: invoiceId, customer_id, amount, currency };
  const payment = addPayment(context, bill, how);
  const after =
    how.outcome === 'success'
      ? settlePaid(context, subscription, invoice, payment, how.at)
      : settleFailed(context, subscription, payment, how.at);
  return { subscription: after, payment };
};

/** A failed payment that the bank accepts later: the payment keeps its id and becomes captured. */
export const captureLate = (context: Context, subscription: Subscription, failed: Payment): Payment => {
  const at = context.nowSeconds();
  const invoice = openInvoice(context, subscription, failed.payer, at);
  const payment = context.store.payments.put({ ...failed, status: 'captured', error: null, invoice_id: invoice.id });
  settlePaid(context, subscription, invoice, payment, at);
  return payment;
};

const planOf = ({ store }: Context, subscription: Subscription): Plan => store.plans.find(subscription.plan_id);

export const amountOf = (context: Context, subscription: Subscription) => {
  const { amount, currency } = planOf(context, subscription);
  return { amount: amount * subscription.quantity, currency };
};

// All attempts of one cycle have the same invoice and order.
const openInvoice = (context: Context, subscription: Subscription, payer: Payer, at: number): Invoice => {
  const issued = context.store.invoices
    .all()
    .findLast((invoice) => invoice.subscription_id === subscription.id && invoice.status === 'issued');
  if (issued !== undefined) return issued;
  const plan = planOf(context, subscription);
  const startAt = subscription.start_at ?? at;
  const id = newId('inv');
  return context.store.invoices.put({
    id,
    invoice_number: id.slice(-8).toUpperCase(),
    subscription_id: subscription.id,
    payment_id: null,
    order_id: newId('order'),
    customer_id: subscription.customer_id ?? newId('cust'),
    payer,
    status: 'issued',
    description: plan.name,
    ...amountOf(context, subscription),
    billing_start: cycleStart(startAt, plan, subscription.paid_count),
    billing_end: cycleStart(startAt, plan, subscription.paid_count + 1),
    issued_at: at,
    paid_at: null,
  });
};

const settlePaid = (
  context: Context,
  before: Subscription,
  issued: Invoice,
  payment: Payment,
  at: number,
): Subscription => {
  const { store, publish, switches } = context;
  const invoice = store.invoices.put({ ...issued, status: 'paid', payment_id: payment.id, paid_at: at });
  const active = withPaidCycle(context, before, invoice.customer_id, at);
  const completes = switches().complete_at_once && active.paid_count === active.total_count;
  const after = store.subscriptions.put(
    completes ? { ...active, status: 'completed', ended_at: active.end_at, charge_at: null } : active,
  );
  publish([
    paymentAuthorizedEvent(payment),
    paymentEvent('captured', payment),
    invoicePaidEvent(invoice, payment),
    ...(before.status === 'active' ? [] : [subscriptionEvent('activated', active, payment)]),
    subscriptionEvent('charged', active, payment),
    ...(completes ? [subscriptionEvent('completed', after, payment)] : []),
  ]);
  logPayment(context, payment, stateOf(after));
  return after;
};

const withPaidCycle = (context: Context, subscription: Subscription, customerId: string, at: number): Subscription => {
  const plan = planOf(context, subscription);
  const startAt = subscription.start_at ?? at;
  const paidCount = subscription.paid_count + 1;
  const currentEnd = cycleStart(startAt, plan, paidCount);
  return {
    ...subscription,
    status: 'active',
    customer_id: customerId,
    start_at: startAt,
    current_start: cycleStart(startAt, plan, subscription.paid_count),
    current_end: currentEnd,
    end_at: cycleStart(startAt, plan, subscription.total_count - 1),
    charge_at: paidCount < subscription.total_count ? currentEnd : null,
    paid_count: paidCount,
    auth_attempts: 0,
  };
};

const settleFailed = (context: Context, before: Subscription, payment: Payment, at: number): Subscription => {
  const { store, publish } = context;
  const attempts = before.auth_attempts + 1;
  // A subscription whose first payment fails keeps its status: the buyer tries again in the same window.
  const isRenewal = before.status === 'active' || before.status === 'pending';
  const isHalted = attempts >= attemptsBeforeHalt;
  const after = store.subscriptions.put({
    ...before,
    auth_attempts: attempts,
    ...(isRenewal && { status: isHalted ? 'halted' : 'pending', charge_at: isHalted ? null : at + daySeconds }),
  });
  publish([paymentEvent('failed', payment), ...(isRenewal ? [subscriptionEvent(after.status, after)] : [])]);
  logPayment(context, payment, stateOf(after));
  return after;
};

const stateOf = ({ id, status }: Subscription) => ({ subscription_id: id, subscription_status: status });
