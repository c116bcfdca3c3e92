import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from './context.ts';
import { badRequest, conflict, serverError, tooManyRequests } from './errors.ts';
import type { Fault } from './records.ts';

const longestHangMs = 120_000;

/** Lets the next matching calls go wrong in the way that was asked for through the control API. */
export const addFaults = (rest: FastifyInstance, context: Context): void => {
  const losingTheirAnswer = new WeakSet<FastifyRequest>();
  const held = new Set<() => void>();

  // Keeps the caller waiting until it gives up, the stand-in closes, or two minutes have passed; then cuts the line.
  const hold = (request: FastifyRequest): Promise<void> =>
    new Promise((resolve) => {
      const { socket } = request.raw;
      const release = (): void => {
        clearTimeout(timer);
        held.delete(release);
        socket.destroy();
        resolve();
      };
      const timer = setTimeout(release, longestHangMs);
      timer.unref();
      held.add(release);
      // The caller may have given up before its turn came.
      if (socket.destroyed) release();
      else socket.once('close', release);
    });

  rest.addHook('preHandler', async (request, reply) => {
    const fault = takeFault(context, request);
    if (fault === undefined) return;
    context.log.add('fault', { effect: fault.effect, method: request.method, path: pathOf(request) });
    if (fault.effect === 'hang') {
      reply.hijack();
      await hold(request);
    } else if (fault.effect === 'commit-then-hang') {
      losingTheirAnswer.add(request);
    } else {
      await answerWith(fault.effect, reply);
    }
  });
  rest.addHook('onSend', async (request) => {
    if (losingTheirAnswer.has(request)) await hold(request);
  });
  rest.addHook('preClose', async () => {
    for (const release of held) release();
  });
};

export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';

const takeFault = (context: Context, request: FastifyRequest): Fault | undefined => {
  const { faults } = context.switches();
  const found = faults.find(
    (fault) =>
      (fault.method === null || fault.method === request.method) && pathOf(request).includes(fault.path_contains),
  );
  if (found === undefined) return undefined;
  const rest = faults.flatMap((fault) => {
    if (fault !== found) return fault;
    return fault.times > 1 ? { ...fault, times: fault.times - 1 } : [];
  });
  context.flip({ faults: rest });
  return found;
};

const answerWith = async (
  effect: Exclude<Fault['effect'], 'hang' | 'commit-then-hang'>,
  reply: FastifyReply,
): Promise<void> => {
  switch (effect) {
    case '409':
      throw conflict('Request failed because another request with the same key is in progress.');
    case '429':
      throw tooManyRequests();
    case '500':
      throw serverError();
    case 'low-balance':
      throw badRequest(
        'Your account does not have enough balance to carry out the refund operation. You can add funds to your account from your Razorpay dashboard or capture new payments.',
      );
    case 'html-502':
      await reply
        .code(502)
        .type('text/html')
        .send('<html><head><title>502 Bad Gateway</title></head><body>502 Bad Gateway</body></html>');
  }
};
