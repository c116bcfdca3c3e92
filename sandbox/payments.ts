import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from './context.ts';
import { paymentView } from './entities.ts';
import { idDoesNotExist } from './errors.ts';
import { collection, idParam, page, read } from './input.ts';
import type { Payment } from './records.ts';

const listQuery = z.strictObject(page);

export const paymentRoutes = (rest: FastifyInstance, context: Context): void => {
  rest.get('/payments', (request) =>
    collection(
      context.store.all('payment'),
      read(listQuery, request.query),
      (payment) => payment.created_at,
      paymentView,
    ),
  );
  rest.get('/payments/:id', (request) => paymentView(findPayment(context, read(idParam, request.params).id)));
};

export const findPayment = (context: Context, id: string): Payment => {
  const payment = context.store.get('payment', id);
  if (payment === undefined) throw idDoesNotExist();
  return payment;
};
