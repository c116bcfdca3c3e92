import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from './context.ts';
import { invoiceView } from './entities.ts';
import { idDoesNotExist } from './errors.ts';
import { collection, idParam, page, read } from './input.ts';
import { findSubscription } from './subscriptions.ts';

const listQuery = z.strictObject({
  ...page,
  subscription_id: z.string().max(64).optional(),
  payment_id: z.string().max(64).optional(),
});

export const invoiceRoutes = (rest: FastifyInstance, context: Context): void => {
  rest.get('/invoices', (request) => {
    const { subscription_id: subscriptionId, payment_id: paymentId, ...asked } = read(listQuery, request.query);
    const invoices =
      subscriptionId === undefined
        ? context.store.all('invoice')
        : context.store.childrenOf('invoice', findSubscription(context, subscriptionId).id);
    return collection(
      invoices.filter((one) => paymentId === undefined || one.payment_id === paymentId),
      asked,
      (one) => one.issued_at,
      invoiceView,
    );
  });
  rest.get('/invoices/:id', (request) => {
    const invoice = context.store.get('invoice', read(idParam, request.params).id);
    if (invoice === undefined) throw idDoesNotExist();
    return invoiceView(invoice);
  });
};
