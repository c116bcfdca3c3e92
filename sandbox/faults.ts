import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from './context.ts';
import { badRequest, conflict, serverError, tooManyRequests } from './errors.ts';
import type { Fault } from './records.ts';

const maxHangMs = 120_000;

/** Makes the next matching requests fail as configured through the control API. */
export const addFaults = (rest: FastifyInstance, context: Context): void => {
  const withoutResponse = new WeakMap<FastifyRequest, 'hang' | 'cut'>();
  const hanging = new Set<() => void>();

  // Keeps the caller waiting until it gives up, the sandbox closes, or two minutes have passed; then cuts the connection.
  const hang = ({ raw: { socket } }: FastifyRequest): Promise<void> =>
    new Promise((resolve) => {
      const release = (): void => {
        clearTimeout(timer);
        hanging.delete(release);
        socket.destroy();
        resolve();
      };
      const timer = setTimeout(release, maxHangMs);
      timer.unref();
      hanging.add(release);
      // The caller may have given up already.
      if (socket.destroyed) release();
      else socket.once('close', release);
    });

  const leave = async (request: FastifyRequest, how: 'hang' | 'cut'): Promise<void> => {
    if (how === 'hang') await hang(request);
    else request.raw.socket.destroy();
  };

  rest.addHook('preHandler', async (request, reply) => {
    const fault = await context.store.turn(() => takeFault(context, request));
    if (fault === undefined) return;
    context.log.add('fault', { effect: fault.effect, method: request.method, path: pathOf(request) });
    switch (fault.effect) {
      case 'hang':
      case 'cut':
        reply.hijack();
        return leave(request, fault.effect);
      case 'commit-then-hang':
        withoutResponse.set(request, 'hang');
        return;
      case 'commit-then-cut':
        withoutResponse.set(request, 'cut');
        return;
      default:
        await fail(fault.effect, reply);
    }
  });
  rest.addHook('onSend', async (request) => {
    const how = withoutResponse.get(request);
    if (how) await leave(request, how);
  });
  rest.addHook('preClose', async () => {
    for (const release of hanging) release();
  });
};

export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';

const takeFault = (context: Context, request: FastifyRequest): Fault | undefined => {
  const { faults } = context.switches();
  const index = faults.findIndex(
    ({ method, path_contains: path }) =>
      (method === null || method === request.method) && pathOf(request).includes(path),
  );
  const found = faults[index];
  if (found === undefined) return undefined;
  const rest = found.times > 1 ? [{ ...found, times: found.times - 1 }] : [];
  context.setSwitches({ faults: faults.toSpliced(index, 1, ...rest) });
  return found;
};

const fail = async (
  effect: Exclude<Fault['effect'], `${string}hang` | `${string}cut`>,
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
