import type { FastifyInstance } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { validKeys, type Context } from './context.ts';
import { invoiceView, orderView, paymentView, planView, refundView, subscriptionView } from './entities.ts';
import { authenticationFailed } from './errors.ts';
import { addFaults, pathOf } from './faults.ts';
import { collection, flag, id, page, read, readId } from './input.ts';
import { createOrder, orderBody } from './orders.ts';
import { createPlan, planBody } from './plans.ts';
import { createRefund, refundBody } from './refunds.ts';
import { hmacHex } from './signatures.ts';
import { cancel, createSubscription, findSubscription, settleAll, subscriptionBody } from './subscriptions.ts';

const cancelBody = z.strictObject({ cancel_at_cycle_end: flag.default(false) });
const pageQuery = z.strictObject(page);
const ordersQuery = z.strictObject({ ...page, receipt: z.string().max(40).optional() });
const subscriptionsQuery = z.strictObject({ ...page, plan_id: id.optional() });
const invoicesQuery = z.strictObject({ ...page, subscription_id: id.optional(), payment_id: id.optional() });

/** Razorpay's REST API, behind Basic auth and the requested faults. */
export const restRoutes = (rest: FastifyInstance, context: Context): void => {
  rest.addHook('onRequest', async (request) => {
    if (!(await context.store.turn(() => isAuthorized(context, request.headers.authorization))))
      throw authenticationFailed();
  });
  addFaults(rest, context);
  rest.addHook('onResponse', async (request, reply) => {
    context.log.add('call', { method: request.method, path: pathOf(request), status: reply.statusCode });
  });
  readRoutes(rest, context);
  subscriptionRoutes(rest, context);
  orderRoutes(rest, context);
  const { payments, refunds } = context.store;
  rest.post('/plans', (request) => planView(createPlan(context, read(planBody, request.body))));
  rest.post('/payments/:id/refund', (request) => {
    const payment = payments.find(readId(request.params));
    const key = request.headers['x-refund-idempotency'];
    return refundView(
      createRefund(context, payment, read(refundBody, request.body), key === undefined ? key : String(key)),
    );
  });
  rest.get('/payments/:id/refunds', (request) => {
    const payment = payments.find(readId(request.params));
    const records = refunds.all().filter((one) => one.payment_id === payment.id);
    return collection(records, read(pageQuery, request.query), refundView);
  });
};

const readRoutes = (rest: FastifyInstance, context: Context): void => {
  const { plans, payments, refunds, invoices } = context.store;
  rest.get('/plans/:id', (request) => planView(plans.find(readId(request.params))));
  rest.get('/payments/:id', (request) => paymentView(payments.find(readId(request.params))));
  rest.get('/refunds/:id', (request) => refundView(refunds.find(readId(request.params))));
  rest.get('/invoices/:id', (request) => invoiceView(invoices.find(readId(request.params))));
  rest.get('/plans', (request) => collection(plans.all(), read(pageQuery, request.query), planView));
  rest.get('/payments', (request) => collection(payments.all(), read(pageQuery, request.query), paymentView));
  rest.get('/invoices', (request) => {
    const { subscription_id: subscriptionId, payment_id: paymentId, ...asked } = read(invoicesQuery, request.query);
    if (subscriptionId !== undefined) findSubscription(context, subscriptionId);
    const records = invoices
      .all()
      .filter((one) => subscriptionId === undefined || one.subscription_id === subscriptionId)
      .filter((one) => paymentId === undefined || one.payment_id === paymentId);
    return collection(records, asked, invoiceView);
  });
};

const orderRoutes = (rest: FastifyInstance, context: Context): void => {
  const { orders, payments } = context.store;
  rest.post('/orders', (request) => orderView(createOrder(context, read(orderBody, request.body))));
  rest.get('/orders', (request) => {
    const { receipt, ...asked } = read(ordersQuery, request.query);
    const records = orders.all().filter((one) => receipt === undefined || one.receipt === receipt);
    return collection(records, asked, orderView);
  });
  rest.get('/orders/:id', (request) => orderView(orders.find(readId(request.params))));
  rest.get('/orders/:id/payments', (request) => {
    const order = orders.find(readId(request.params));
    const records = payments.all().filter((one) => one.subscription_id === null && one.order_id === order.id);
    return collection(records, read(pageQuery, request.query), paymentView);
  });
};

const subscriptionRoutes = (rest: FastifyInstance, context: Context): void => {
  rest.post('/subscriptions', (request) =>
    subscriptionView(createSubscription(context, read(subscriptionBody, request.body))),
  );
  rest.get('/subscriptions', (request) => {
    const { plan_id: planId, ...asked } = read(subscriptionsQuery, request.query);
    settleAll(context);
    const records = context.store.subscriptions.all().filter((one) => planId === undefined || one.plan_id === planId);
    return collection(records, asked, subscriptionView);
  });
  rest.get('/subscriptions/:id', (request) => subscriptionView(findSubscription(context, readId(request.params))));
  rest.post('/subscriptions/:id/cancel', (request) => {
    const { cancel_at_cycle_end: atCycleEnd } = read(cancelBody, request.body);
    return subscriptionView(cancel(context, findSubscription(context, readId(request.params)), { atCycleEnd }));
  });
};

// The provider accepts only the exact word `Basic`.
const isAuthorized = (context: Context, header = ''): boolean =>
  validKeys(context).some((key) => {
    const expected = `Basic ${Buffer.from(`${key.id}:${key.secret}`).toString('base64')}`;
    return timingSafeEqual(Buffer.from(hmacHex('compare', expected)), Buffer.from(hmacHex('compare', header)));
  });
