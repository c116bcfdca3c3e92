import type { FastifyInstance } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import { liveKeys } from './context.ts';
import type { Context } from './context.ts';
import { authenticationFailed } from './errors.ts';
import { addFaults, pathOf } from './faults.ts';
import { invoiceRoutes } from './invoices.ts';
import { paymentRoutes } from './payments.ts';
import { planRoutes } from './plans.ts';
import { refundRoutes } from './refunds.ts';
import { hmacHex } from './signatures.ts';
import { subscriptionRoutes } from './subscriptions.ts';

/** The provider's REST calls, behind Basic auth and the faults that were asked for. */
export const restRoutes = (rest: FastifyInstance, context: Context): void => {
  rest.addHook('onRequest', async (request) => {
    if (!knows(context, request.headers.authorization)) throw authenticationFailed();
  });
  addFaults(rest, context);
  rest.addHook('onResponse', async (request, reply) => {
    context.log.add('call', {
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
    });
  });
  planRoutes(rest, context);
  subscriptionRoutes(rest, context);
  paymentRoutes(rest, context);
  refundRoutes(rest, context);
  invoiceRoutes(rest, context);
};

// As with the provider, only the exact word `Basic` counts.
const knows = (context: Context, header: string | undefined): boolean =>
  liveKeys(context).some((key) => {
    const expected = `Basic ${Buffer.from(`${key.id}:${key.secret}`).toString('base64')}`;
    return sameText(expected, header ?? '');
  });

const sameText = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(hmacHex('compare', a)), Buffer.from(hmacHex('compare', b)));
