import type { FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { api, API_PREFIX } from '#contract/api.ts';
import { openSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import { sendNotFound } from '#server/http/endpoint/error-handler.ts';
import type { ProviderHost } from '../provider.ts';
import { createSandboxState } from './sandbox-state.ts';

const PREFIX = '/sandbox';

export interface SandboxServer {
  /** Undefined until the server is ready, and always where the sandbox may not be. */
  current: () => Sandbox | undefined;
  /** Where its API is, such as `http://127.0.0.1:5000/sandbox`; undefined while the server does not listen. */
  base: () => string | undefined;
  /** On the page's own origin, where its content policy and the frame's allow it. */
  checkoutScript: string;
}

/** The address at which this process reaches its own server. */
const ownOrigin = (http: FastifyInstance): string | undefined => {
  const address = http.server.address();
  if (address === null || typeof address === 'string') return undefined;
  const { family, address: host, port } = address;
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${family === 'IPv6' ? `[${reached}]` : reached}:${port}`;
};

/**
 * Serves the sandbox under /sandbox, outside production. While keys are in use, and where others could use it to pay with
 * test money, each of its routes is a 404; ALLOW_TEST_PAYMENTS=1 allows the second. It is opened when the server gets ready, so commands that only use the
 * database leave its state alone; the app reaches it over HTTP, as it would reach the provider.
 */
export const serveSandbox = (
  { http, config, clock, log, database, isPublic }: ProviderHost,
  { webhookSecret, isUsed }: { webhookSecret: string | undefined; isUsed: () => Promise<boolean> },
): SandboxServer => {
  const isExposed = async (): Promise<boolean> => !config.allowTestPayments && (await isPublic());
  const addressOf = (path: string): string | undefined => {
    const origin = ownOrigin(http);
    return origin === undefined ? undefined : `${origin}${path}`;
  };
  let sandbox: Sandbox | undefined;
  if (!config.isProduction)
    void http.register(async (scope) => {
      if (await isExposed()) return;
      const opened = await openSandbox({
        stateFile: join(config.dataDir, 'sandbox', 'state.json'),
        // Only PostgreSQL is shared by several processes that serve.
        sharedState: database?.engine === 'postgres' ? createSandboxState(database) : undefined,
        now: () => clock.now(),
        webhookUrl: () => addressOf(`${API_PREFIX}${api.payments.webhook.path}`),
        ...(webhookSecret === undefined ? {} : { webhookSecret }),
        log: (line, details = {}) => ('error' in details ? log.warn(details, line) : log.debug(details, line)),
      });
      sandbox = opened;
      scope.addHook('onClose', () => opened.close());
      // Setup may make the server public after the start, a request may come through a proxy, and an owner may enter keys.
      scope.addHook('onRequest', async (request, reply) => {
        if ((await isUsed()) && !(await isExposed())) return undefined;
        return sendNotFound(request, reply);
      });
      await scope.register(opened.routes, { prefix: PREFIX });
    });
  return { current: () => sandbox, base: () => addressOf(PREFIX), checkoutScript: `${PREFIX}/v1/checkout.js` };
};
