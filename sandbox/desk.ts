import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import type { Context } from './context.ts';

const mostShown = 20;

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
  'referrer-policy': 'no-referrer',
};

const files = [
  { path: '/desk', file: 'desk.html', type: 'text/html; charset=utf-8' },
  { path: '/desk.js', file: 'desk.js', type: 'text/javascript; charset=utf-8' },
  { path: '/desk.css', file: 'desk.css', type: 'text/css; charset=utf-8' },
  { path: '/look.css', file: '../look.css', type: 'text/css; charset=utf-8' },
];

/** A page on which a person does by hand what the control API can do. */
export const deskRoutes = async (app: FastifyInstance): Promise<void> => {
  app.get('/', (_request, reply) => reply.redirect(`${app.prefix}/desk`));
  for (const { path, file, type } of files) {
    const content = await readFile(new URL(`./desk/${file}`, import.meta.url));
    app.get(path, (_request, reply) => reply.headers({ ...headers, 'content-type': type }).send(content));
  }
};

/** The newest subscriptions with what was paid, refunded and disputed. */
export const purchasesView = ({ store }: Context) => ({
  items: store
    .all('subscription')
    .slice(-mostShown)
    .toReversed()
    .map(({ id, status, created_at, paid_count, total_count }) => ({
      id,
      status,
      created_at,
      renews: ['active', 'pending', 'halted'].includes(status) && paid_count < total_count,
      payments: store.childrenOf('payment', id).map((payment) => ({
        id: payment.id,
        status: payment.status,
        amount: payment.amount,
        refunds: store
          .childrenOf('refund', payment.id)
          .map((refund) => ({ id: refund.id, status: refund.status, amount: refund.amount })),
        disputes: store
          .childrenOf('dispute', payment.id)
          .map((dispute) => ({ id: dispute.id, status: dispute.status, phase: dispute.phase })),
      })),
    })),
});
