import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { createActivityLog } from './activity-log.ts';
import { checkoutRoutes } from './checkout.ts';
import { ensureSettings, liveKeys } from './context.ts';
import type { Context } from './context.ts';
import { switchRoutes } from './control-switches.ts';
import { controlRoutes } from './control.ts';
import { deskRoutes } from './desk.ts';
import { createErrorHandler, urlNotFound } from './errors.ts';
import { phpJson } from './php-json.ts';
import { restRoutes } from './rest.ts';
import { openStore } from './store.ts';
import type { Store } from './store.ts';
import { settleAll } from './subscriptions.ts';
import { WebhookSender } from './webhooks.ts';

export interface SandboxOptions {
  stateFile: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Where webhooks go; nothing is sent while it answers undefined. */
  webhookUrl?: () => string | undefined;
  /** Signs webhooks with this secret instead of one of its own. */
  webhookSecret?: string;
  log?: (line: string, facts?: object) => void;
  webhookTimeoutMs?: number;
  webhookRetryBaseMs?: number;
}

export interface Sandbox {
  readonly keyId: string;
  readonly keySecret: string;
  readonly webhookSecret: string;
  readonly planId: string;
  /** All secrets that still count, the current one first. */
  keySecrets(): string[];
  webhookSecrets(): string[];
  /** To be registered under a prefix, on the origin that serves the checkout page. */
  routes: FastifyPluginAsync;
  /** Resolves when no webhook is on its way; those that wait for a retry do not count. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

const settleEveryMs = 30_000;
const bodyLimitBytes = 65_536;

/**
 * Opens the stand-in for Razorpay on its state file. It speaks the provider's REST calls, checkout.js and webhooks, so
 * that the product needs other settings but no other code; no money moves.
 */
export const openSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const report = options.log ?? (() => undefined);
  const store = await openStore(options.stateFile);
  const settings = ensureSettings(store, Math.floor(options.now() / 1000), options.webhookSecret);
  const { context, webhooks } = assemble(options, store, report);
  webhooks.resume();
  const timer = setInterval(() => {
    try {
      settleAll(context);
    } catch (error) {
      report('test payments: what fell due could not be done', { error });
    }
  }, settleEveryMs);
  timer.unref();

  const current = () => {
    const { keys, webhook_secrets: secrets } = context.settings();
    return { key: keys[0] ?? settings.keys[0], webhookSecret: secrets[0] ?? '' };
  };
  return {
    get keyId() {
      return current().key?.id ?? '';
    },
    get keySecret() {
      return current().key?.secret ?? '';
    },
    get webhookSecret() {
      return current().webhookSecret;
    },
    planId: settings.plan_id,
    keySecrets: () => liveKeys(context).map((key) => key.secret),
    webhookSecrets: () => context.settings().webhook_secrets,
    routes: async (app) => mount(app, context, webhooks, report),
    idle: () => webhooks.idle(),
    close: async () => {
      clearInterval(timer);
      await webhooks.close();
      store.close();
    },
  };
};

const assemble = (
  options: SandboxOptions,
  store: Store,
  report: (line: string, facts?: object) => void,
): { context: Context; webhooks: WebhookSender } => {
  const settings: Context['settings'] = () => {
    const found = store.get('settings', 'settings');
    if (found === undefined) throw new Error('the test payments have no settings');
    return found;
  };
  const nowSeconds = (): number => Math.floor(options.now() / 1000) + settings().switches.clock_offset_seconds;
  const flip: Context['flip'] = (patch) =>
    store.put('settings', { ...settings(), switches: { ...settings().switches, ...patch } });
  const log = createActivityLog(nowSeconds, report);
  const webhooks = new WebhookSender({
    store,
    log,
    settings,
    flip,
    nowSeconds,
    url: options.webhookUrl ?? (() => undefined),
    timeoutMs: options.webhookTimeoutMs ?? 5_000,
    retryBaseMs: options.webhookRetryBaseMs ?? 2_000,
    onError: (error) => report('test payments: a webhook could not be handled', { error }),
  });
  const switches = () => settings().switches;
  return {
    webhooks,
    context: { store, log, nowSeconds, settings, switches, flip, publish: (drafts) => webhooks.publish(drafts) },
  };
};

const mount = async (
  app: FastifyInstance,
  context: Context,
  webhooks: WebhookSender,
  report: (line: string, facts?: object) => void,
): Promise<void> => {
  takeJsonOnly(app);
  app.setReplySerializer(phpJson);
  app.setErrorHandler(createErrorHandler((error) => report('test payments: a call failed', { error })));
  app.setNotFoundHandler(() => {
    throw urlNotFound();
  });
  await app.register(
    async (v1) => {
      await v1.register(async (rest) => restRoutes(rest, context));
      await v1.register(async (open) => checkoutRoutes(open, context));
    },
    { prefix: '/v1' },
  );
  await deskRoutes(app);
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

// Whatever the app around it accepts, here a body is JSON or refused; an empty one counts as none.
const takeJsonOnly = (app: FastifyInstance): void => {
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
