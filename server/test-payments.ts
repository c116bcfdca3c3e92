import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { api, API_PREFIX } from '#contract/api.ts';
import { openSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { isLoopback } from './http/origins.ts';

const PREFIX = '/sandbox';

export interface TestPayments {
  /** Undefined until the server is ready, and always where test payments may not be. */
  current: () => Sandbox | undefined;
  /** Where its API answers; undefined while the server listens nowhere. */
  base: () => string | undefined;
}

/** On a public address anyone could pay with pretend money: there it takes an explicit word. */
const mayServe = ({ razorpay, isProduction, publicUrl }: Config): boolean =>
  razorpay.keyId === undefined &&
  !isProduction &&
  (publicUrl === undefined || isLoopback(publicUrl) || razorpay.allowTestPayments);

/** The address at which this process reaches its own server. */
const ownOrigin = (http: FastifyInstance): string | undefined => {
  const address = http.server.address();
  if (address === null || typeof address === 'string') return undefined;
  const { family, address: host, port } = address;
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${family === 'IPv6' ? `[${reached}]` : reached}:${port}`;
};

/**
 * Serves the stand-in for Razorpay under /sandbox, where test payments may be. It is opened when
 * the server gets ready, so commands that only use the database leave its state alone; the app reaches it over HTTP,
 * as it would reach the provider.
 */
export const serveTestPayments = (
  http: FastifyInstance,
  config: Config,
  clock: Clock,
  logger: FastifyBaseLogger,
): TestPayments => {
  let sandbox: Sandbox | undefined;
  const base = () => {
    const origin = ownOrigin(http);
    return origin === undefined ? undefined : `${origin}${PREFIX}`;
  };
  if (mayServe(config))
    void http.register(async (scope) => {
      const [webhookSecret] = config.razorpay.webhookSecrets;
      const opened = await openSandbox({
        stateFile: join(config.dataDir, 'sandbox', 'state.jsonl'),
        now: () => clock.now(),
        webhookUrl: () => {
          const origin = ownOrigin(http);
          return origin === undefined ? undefined : `${origin}${API_PREFIX}${api.payments.webhook.path}`;
        },
        ...(webhookSecret === undefined ? {} : { webhookSecret }),
        log: (line, facts = {}) => ('error' in facts ? logger.warn(facts, line) : logger.debug(facts, line)),
      });
      sandbox = opened;
      scope.addHook('onClose', () => opened.close());
      await scope.register(opened.routes, { prefix: PREFIX });
    });
  return { current: () => sandbox, base };
};
