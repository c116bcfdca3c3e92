import type { Context } from './context.ts';
import { invoicePaidEvent, paymentAuthorizedEvent, paymentEvent, subscriptionEvent } from './events.ts';
import type { EventDraft } from './events.ts';
import { newId } from './ids.ts';
import { cycleStart, daySeconds } from './india-time.ts';
import type { Attempt } from './instruments.ts';
import type { Invoice, Payer, Payment, Plan, Subscription } from './records.ts';

const attemptsBeforeHalt = 4;

interface Charge extends Attempt {
  payer: Payer;
  at: number;
}

export interface Charged {
  subscription: Subscription;
  payment: Payment;
}

/**
 * Takes the money of a subscription's next cycle, or fails to, and moves the subscription on. The first success
 * activates it; a failed renewal makes it pending and after four failures halted; the last cycle completes it.
 */
export const charge = (context: Context, subscription: Subscription, how: Charge): Charged =>
  context.store.change(() => {
    const plan = planOf(context, subscription);
    const invoice = openInvoice(context, subscription, plan, how);
    const payment = newPayment(invoice, how);
    context.store.put('payment', payment);
    return payment.status === 'captured'
      ? settlePaid(context, { subscription, plan, invoice, payment, at: how.at })
      : settleFailed(context, subscription, payment, how.at);
  });

/** A failed payment that the bank lets through later after all: the same payment becomes captured. */
export const captureLate = (context: Context, subscription: Subscription, failed: Payment): Charged =>
  context.store.change(() => {
    const plan = planOf(context, subscription);
    const at = context.nowSeconds();
    const { instrument, payer } = failed;
    const how: Charge = { instrument, payer, at, outcome: { ok: true } };
    const invoice = openInvoice(context, subscription, plan, how);
    const payment: Payment = { ...failed, status: 'captured', error: null, invoice_id: invoice.id };
    context.store.put('payment', payment);
    return settlePaid(context, { subscription, plan, invoice, payment, at });
  });

export const planOf = (context: Context, subscription: Subscription): Plan => {
  const plan = context.store.get('plan', subscription.plan_id);
  if (plan === undefined) throw new Error(`plan of ${subscription.id} is gone`);
  return plan;
};

// Tries of one cycle share one invoice and one order.
const openInvoice = (context: Context, subscription: Subscription, plan: Plan, how: Charge): Invoice => {
  const issued = context.store
    .childrenOf('invoice', subscription.id)
    .findLast((invoice) => invoice.status === 'issued');
  if (issued !== undefined) return issued;
  const startAt = subscription.start_at ?? how.at;
  const id = newId('inv');
  const invoice: Invoice = {
    id,
    invoice_number: id.slice(-8).toUpperCase(),
    subscription_id: subscription.id,
    payment_id: null,
    order_id: newId('order'),
    customer_id: subscription.customer_id ?? newId('cust'),
    payer: how.payer,
    status: 'issued',
    description: plan.name,
    amount: plan.amount * subscription.quantity,
    currency: plan.currency,
    billing_start: cycleStart(startAt, plan, subscription.paid_count),
    billing_end: cycleStart(startAt, plan, subscription.paid_count + 1),
    issued_at: how.at,
    paid_at: null,
  };
  context.store.put('invoice', invoice);
  return invoice;
};

const newPayment = (invoice: Invoice, how: Charge): Payment => ({
  id: newId('pay'),
  subscription_id: invoice.subscription_id,
  order_id: invoice.order_id,
  invoice_id: invoice.id,
  customer_id: invoice.customer_id,
  amount: invoice.amount,
  currency: invoice.currency,
  status: how.outcome.ok ? 'captured' : 'failed',
  instrument: how.instrument,
  payer: how.payer,
  amount_refunded: 0,
  error: how.outcome.ok ? null : how.outcome.error,
  created_at: how.at,
});

interface Paid extends Charged {
  plan: Plan;
  invoice: Invoice;
  at: number;
}

const settlePaid = (context: Context, paid: Paid): Charged => {
  const { payment, at } = paid;
  const invoice: Invoice = {
    ...paid.invoice,
    status: 'paid',
    payment_id: payment.id,
    paid_at: at,
  };
  context.store.put('invoice', invoice);

  const before = paid.subscription;
  const active = withPaidCycle(before, paid.plan, invoice.customer_id, at);
  const after = completesNow(context, active) ? completed(active, active.end_at ?? at) : active;
  context.store.put('subscription', after);

  const events: EventDraft[] = [
    paymentAuthorizedEvent(payment),
    paymentEvent('captured', payment),
    invoicePaidEvent(invoice, payment),
  ];
  if (before.status !== 'active') events.push(subscriptionEvent('activated', active, payment));
  events.push(subscriptionEvent('charged', active, payment));
  if (after !== active) events.push(subscriptionEvent('completed', after, payment));
  context.publish(events);
  log(context, payment, after);
  return { subscription: after, payment };
};

const withPaidCycle = (subscription: Subscription, plan: Plan, customerId: string, at: number): Subscription => {
  const startAt = subscription.start_at ?? at;
  const currentEnd = cycleStart(startAt, plan, subscription.paid_count + 1);
  const paidCount = subscription.paid_count + 1;
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

const completesNow = (context: Context, subscription: Subscription): boolean =>
  context.switches().complete_at_once && subscription.paid_count === subscription.total_count;

export const completed = (subscription: Subscription, endedAt: number): Subscription => ({
  ...subscription,
  status: 'completed',
  ended_at: endedAt,
  charge_at: null,
});

const settleFailed = (context: Context, subscription: Subscription, payment: Payment, at: number): Charged => {
  const events: EventDraft[] = [paymentEvent('failed', payment)];
  const attempts = subscription.auth_attempts + 1;
  let after: Subscription = { ...subscription, auth_attempts: attempts };
  // A subscription whose first payment fails stays as it is: the buyer tries again in the same window.
  if (subscription.status === 'active' || subscription.status === 'pending') {
    const halted = attempts >= attemptsBeforeHalt;
    after = {
      ...after,
      status: halted ? 'halted' : 'pending',
      charge_at: halted ? null : at + daySeconds,
    };
    events.push(subscriptionEvent(after.status, after));
  }
  context.store.put('subscription', after);
  context.publish(events);
  log(context, payment, after);
  return { subscription: after, payment };
};

const log = (context: Context, payment: Payment, subscription: Subscription): void =>
  context.log.add('payment', {
    payment_id: payment.id,
    payment_status: payment.status,
    subscription_id: subscription.id,
    subscription_status: subscription.status,
  });
