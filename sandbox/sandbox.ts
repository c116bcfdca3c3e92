import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { createActivityLog } from './activity-log.ts';
import { checkoutRoutes } from './checkout.ts';
import { currentKey, initialState, setWebhookSecret, validKeys, type Context } from './context.ts';
import { controlRoutes } from './control.ts';
import { createErrorHandler, urlNotFound } from './errors.ts';
import { checkoutPages, consolePages } from './pages.ts';
import { phpJson } from './php-json.ts';
import { restRoutes } from './rest.ts';
import { openSharedStore, type SharedState } from './shared-store.ts';
import { openFileStore, readStateFile } from './state-file.ts';
import type { Store } from './store.ts';
import type { State } from './records.ts';
import { settleAll } from './subscriptions.ts';
import { switchRoutes } from './switches.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';

export interface SandboxOptions {
  /** The state of one process. A new shared state starts with a copy of it, if the file exists. */
  stateFile: string;
  /** The state of several processes. */
  sharedState?: SharedState | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Where webhooks are sent; none is sent or stored while this returns undefined. */
  webhookUrl?: () => string | undefined;
  /** Signs webhooks with this secret instead of a generated one. */
  webhookSecret?: string;
  log?: (line: string, details?: object) => void;
  webhookRetryBaseMs?: number;
}

export interface Sandbox {
  readonly keyId: string;
  readonly keySecret: string;
  readonly webhookSecret: string;
  readonly planId: string;
  /** All valid secrets, the current one first. */
  keySecrets(): string[];
  webhookSecrets(): string[];
  /** To be registered under a prefix, on the origin that serves the checkout page. */
  routes: FastifyPluginAsync;
  /** Resolves when no webhook is being delivered; those that wait for a retry do not count. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

type Report = (line: string, details?: object) => void;

const settleEveryMs = 30_000;
const settleSharedEveryMs = 1000;
const bodyLimitBytes = 65_536;

/**
 * Opens a server that implements Razorpay's REST API, checkout.js and webhooks, so that the product needs other settings
 * but no other code. Nobody is charged.
 */
export const openSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const report = options.log ?? (() => undefined);
  const { context, webhooks } = await createContext(options, report);
  const { store } = context;
  webhooks.resume();
  // A turn also learns of keys that another process rotated.
  const everyMs = options.sharedState === undefined ? settleEveryMs : settleSharedEveryMs;
  const timer = setInterval(() => {
    store
      .turn(() => settleAll(context))
      .catch((error: unknown) => report('sandbox: what fell due could not be carried out', { error }));
  }, everyMs);
  timer.unref();

  return {
    get keyId() {
      return currentKey(store).id;
    },
    get keySecret() {
      return currentKey(store).secret;
    },
    get webhookSecret() {
      return store.settings().webhook_secrets[0] ?? '';
    },
    planId: store.settings().plan_id,
    keySecrets: () => validKeys(context).map((key) => key.secret),
    webhookSecrets: () => store.settings().webhook_secrets,
    routes: (app) => registerRoutes(app, context, webhooks, report),
    idle: webhooks.idle,
    close: async () => {
      clearInterval(timer);
      await webhooks.close();
      await store.close();
    },
  };
};

const openStore = async ({ stateFile, sharedState, now }: SandboxOptions, report: Report): Promise<Store> => {
  const initial = (): State => initialState(Math.floor(now() / 1000));
  if (sharedState === undefined)
    return openFileStore(stateFile, initial, (error) => report('sandbox: the state could not be saved', { error }));
  const saved = await readStateFile(stateFile);
  return openSharedStore(sharedState, () => saved ?? initial());
};

const createContext = async (
  options: SandboxOptions,
  report: Report,
): Promise<{ context: Context; webhooks: Webhooks }> => {
  const appSeconds = (): number => Math.floor(options.now() / 1000);
  const store = await openStore(options, report);
  const { webhookSecret } = options;
  if (webhookSecret !== undefined) await store.turn(() => setWebhookSecret(store, webhookSecret));
  const switches: Context['switches'] = () => store.settings().switches;
  const setSwitches: Context['setSwitches'] = (patch) =>
    store.changeSettings({ switches: { ...switches(), ...patch } });
  const nowSeconds = (): number => appSeconds() + switches().clock_offset_seconds;
  const log = createActivityLog(nowSeconds, report);
  const webhooks = createWebhooks({
    store,
    log,
    nowSeconds,
    switches,
    setSwitches,
    url: options.webhookUrl ?? (() => undefined),
    timeoutMs: 5_000,
    retryBaseMs: options.webhookRetryBaseMs ?? 2_000,
    onError: (error) => report('sandbox: a webhook could not be delivered', { error }),
  });
  return { context: { store, log, nowSeconds, switches, setSwitches, publish: webhooks.publish }, webhooks };
};

const registerRoutes = async (
  app: FastifyInstance,
  context: Context,
  webhooks: Webhooks,
  report: Report,
): Promise<void> => {
  acceptOnlyJson(app);
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function (request, reply) {
      return context.store.turn(() => handler.call(this, request, reply));
    };
  });
  app.setReplySerializer(phpJson);
  app.setErrorHandler(createErrorHandler((error) => report('sandbox: a call failed', { error })));
  app.setNotFoundHandler(() => {
    throw urlNotFound();
  });
  await app.register(
    async (v1) => {
      await v1.register(async (rest) => restRoutes(rest, context));
      await checkoutPages(v1);
      checkoutRoutes(v1, context);
    },
    { prefix: '/v1' },
  );
  await consolePages(app);
  await app.register(
    async (control) => {
      control.addHook('onResponse', async (request, reply) => {
        const path = request.routeOptions.url ?? '';
        if (request.method === 'POST') context.log.add('control', { path, status: reply.statusCode });
      });
      controlRoutes(control, context);
      switchRoutes(control, context, webhooks);
    },
    { prefix: '/control' },
  );
};

// Whatever the surrounding app accepts, here a body is JSON or refused; an empty one counts as missing.
const acceptOnlyJson = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: bodyLimitBytes },
    (request, body, done) => {
      if (body.length === 0) done(null, undefined);
      else void parseJson(request, body.toString(), done);
    },
  );
};
