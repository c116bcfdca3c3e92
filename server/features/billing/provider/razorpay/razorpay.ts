import type { Mode, ProviderAccount, ProviderHost, SellingOff } from '../provider.ts';
import { createRazorpayProvider } from './provider-calls.ts';
import { type SandboxServer, serveSandbox } from './sandbox.ts';
import { isMisdirected, pageSourcesOf, type RazorpaySettings, readRazorpaySettings } from './settings.ts';

const SELLING_OFF = {
  no_keys:
    'Selling is off: RAZORPAY_KEY_ID is not set. Set RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET, then restart the server.',
  test_public:
    'Selling is off: this server is reachable by others, so the sandbox is off. Set the Razorpay keys, or set ALLOW_TEST_PAYMENTS=1 to test payments, then restart the server.',
  test_keys:
    'Selling is off: the Razorpay keys are test keys, which are not used in production or where others can reach this server. Set live keys, or set ALLOW_TEST_PAYMENTS=1 to keep testing, then restart the server.',
  not_razorpay:
    'Selling is off: RAZORPAY_API_BASE or RAZORPAY_CHECKOUT_SCRIPT is not an address of Razorpay. Remove both settings, then restart the server.',
  no_plan: 'Selling is off: RAZORPAY_PLAN_ID is not set. Create a yearly plan at Razorpay and set its ID.',
  starting: 'Selling is off: the sandbox is still starting.',
};

const off = (code: keyof typeof SELLING_OFF): SellingOff => ({
  code,
  text: SELLING_OFF[code],
  isAboutPlan: code === 'no_plan',
});

const missingWebhookSecret = {
  code: 'webhook_secret_missing',
  text: 'Webhooks are rejected because RAZORPAY_WEBHOOK_SECRET is not set. Payments are still found within minutes, but disputes and refunds made at Razorpay are not.',
};

const names = {
  provider: 'Razorpay',
  keys: 'RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET',
  plan: 'RAZORPAY_PLAN_ID',
};

export interface RazorpayHost extends ProviderHost {
  /** How long one request may take. */
  timeoutMs?: number;
}

export interface RazorpayAccount extends ProviderAccount {
  /** Only without keys. */
  sandbox?: SandboxServer;
}

const withKeys = (host: RazorpayHost, settings: RazorpaySettings, keyId: string): RazorpayAccount => {
  const { isProduction, allowTestPayments } = host.config;
  const { apiBase, keySecrets, webhookSecrets, planId, checkoutScript } = settings;
  const mode: Mode = keyId.startsWith('rzp_live_') ? 'live' : 'test';
  const wouldGoElsewhere = isMisdirected(settings, mode, isProduction);
  return {
    provider: createRazorpayProvider(() => ({ apiBase, keyId, keySecrets, webhookSecrets }), host.timeoutMs),
    mode,
    isCallable: () => !wouldGoElsewhere,
    sellingOff: async () => {
      if (wouldGoElsewhere) return off('not_razorpay');
      if (mode === 'test' && !allowTestPayments && (isProduction || (await host.isPublic()))) return off('test_keys');
      return planId === undefined ? off('no_plan') : undefined;
    },
    checkout: () => ({ keyId, checkoutScript, planRef: planId ?? '' }),
    pageSources: pageSourcesOf(settings),
    names,
    apiAddress: apiBase,
    notices: webhookSecrets.length === 0 ? [missingWebhookSecret] : [],
  };
};

const withSandbox = (host: RazorpayHost, settings: RazorpaySettings): RazorpayAccount => {
  const { isProduction, allowTestPayments } = host.config;
  const sandbox = serveSandbox(host, settings.webhookSecrets[0]);
  const { current } = sandbox;
  return {
    sandbox,
    provider: createRazorpayProvider(
      () => ({
        apiBase: sandbox.base(),
        keyId: current()?.keyId ?? '',
        keySecrets: current()?.keySecrets() ?? [],
        webhookSecrets: [...settings.webhookSecrets, ...(current()?.webhookSecrets() ?? [])],
      }),
      host.timeoutMs,
    ),
    mode: 'test',
    isCallable: () => current() !== undefined,
    sellingOff: async () => {
      if (isProduction) return off('no_keys');
      if (!allowTestPayments && (await host.isPublic())) return off('test_public');
      return current() ? undefined : off('starting');
    },
    checkout: () => ({
      keyId: current()?.keyId ?? '',
      checkoutScript: sandbox.checkoutScript,
      planRef: current()?.planId ?? '',
    }),
    pageSources: pageSourcesOf(settings),
    names,
    notices: [],
  };
};

/** Razorpay Subscriptions; without keys, and outside production, the sandbox instead. Both run the same code. */
export const razorpay = (host: RazorpayHost): RazorpayAccount => {
  const settings = readRazorpaySettings(host.config.environment);
  return settings.keyId === undefined ? withSandbox(host, settings) : withKeys(host, settings, settings.keyId);
};
