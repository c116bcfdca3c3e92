import { say } from '#contract/languages/say.ts';
import type { PaymentAccess } from '#server/settings/payment-access.ts';
import type { ConnectedProvider, ProviderAccount, ProviderHost, SellingOff } from '../provider.ts';
import { createRazorpayProvider } from './provider-calls.ts';
import { type SandboxServer, serveSandbox } from './sandbox.ts';
export { razorpayEnvironment, readFixedPayments } from './settings.ts';
import {
  isKeyId,
  isMisdirected,
  modeOfKey,
  pageSourcesOf,
  type RazorpaySettings,
  readRazorpaySettings,
} from './settings.ts';

const ID = 'razorpay';
const PAGE = say('Settings, Getting paid');

const SELLING_OFF = {
  no_keys: say(
    'Selling is off: live payments are not on. Enter live keys under Settings, Getting paid, and switch to live mode.',
  ),
  test_public: say(
    'Selling is off: this server is reachable by others, so the sandbox is off. Enter live keys under Settings, Getting paid, and switch to live mode. To test payments here, set ALLOW_TEST_PAYMENTS=1 and restart the server.',
  ),
  test_keys: say(
    'Selling is off: the Razorpay keys are test keys, which are not used in production or where others can reach this server. Enter live keys under Settings, Getting paid. To keep testing, set ALLOW_TEST_PAYMENTS=1 and restart the server.',
  ),
  bad_keys: say('Selling is off: the Razorpay key ID must begin with rzp_test_ or rzp_live_.'),
  unreadable: say(
    'Selling is off: the Razorpay secrets were stored under another SECRET_KEY. Restore that key, or enter the secrets again under Settings, Getting paid.',
  ),
  not_razorpay: say(
    'Selling is off: RAZORPAY_API_BASE or RAZORPAY_CHECKOUT_SCRIPT is not an address of Razorpay. Remove both settings, then restart the server.',
  ),
  starting: say('Selling is off: the sandbox is still starting.'),
};

const off = (code: keyof typeof SELLING_OFF): SellingOff => ({ code, text: SELLING_OFF[code] });

const missingWebhookSecret = {
  code: 'webhook_secret_missing',
  text: say(
    'Webhooks are rejected because no webhook secret is set. Enter it under Settings, Getting paid. Payments are still found within minutes, but disputes and refunds made at Razorpay are not.',
  ),
};

/** Where an admin changes it: a variable if the environment sets it, otherwise the page. */
const namesOf = ({ keyId, planId }: RazorpaySettings) => ({
  provider: 'Razorpay',
  keys:
    keyId === undefined
      ? PAGE
      : say('{keyId} and {keySecret}', { keyId: 'RAZORPAY_KEY_ID', keySecret: 'RAZORPAY_KEY_SECRET' }),
  plan: planId === undefined ? say('its ID under Settings, Getting paid') : 'RAZORPAY_PLAN_ID',
});

/** Beside the fields themselves. */
const NAMES_OF_FIELDS = { provider: 'Razorpay', keys: say('the key ID and the key secret'), plan: say('the plan ID') };

/** `timeoutMs`: how long one request may take. */
type RazorpayHost = ProviderHost & { timeoutMs?: number };

export interface ConnectedRazorpay extends ConnectedProvider {
  /** Only where the environment sets no keys. */
  sandbox: SandboxServer | undefined;
}

/** In test mode live keys wait: the sandbox sells. */
const usesKeys = ({ keyId, mode }: PaymentAccess): boolean =>
  keyId !== '' && (mode === 'live' || modeOfKey(keyId) === 'test');

const withKeys = (host: RazorpayHost, settings: RazorpaySettings, access: PaymentAccess): ProviderAccount => {
  const { isProduction, allowTestPayments } = host.config;
  const { apiBase, checkoutScript } = settings;
  const { keyId, planId, keySecrets, webhookSecrets, isReadable } = access;
  const mode = modeOfKey(keyId);
  const wouldGoElsewhere = isMisdirected(settings, mode, isProduction);
  return {
    id: `${keyId} ${planId}`,
    provider: createRazorpayProvider(() => ({ apiBase, keyId, keySecrets, webhookSecrets }), host.timeoutMs),
    mode,
    isCallable: () => !wouldGoElsewhere && isKeyId(keyId) && keySecrets.length > 0,
    sellingOff: async () => {
      if (wouldGoElsewhere) return off('not_razorpay');
      if (!isReadable) return off('unreadable');
      if (!isKeyId(keyId)) return off('bad_keys');
      if (mode === 'test' && !allowTestPayments && (isProduction || (await host.isPublic()))) return off('test_keys');
      return undefined;
    },
    checkout: () => ({ keyId, checkoutScript, planRef: planId }),
    pageSources: pageSourcesOf(settings),
    names: namesOf(settings),
    apiAddress: apiBase,
    notices: webhookSecrets.length === 0 ? [missingWebhookSecret] : [],
  };
};

const withSandbox = (host: RazorpayHost, settings: RazorpaySettings, sandbox: SandboxServer): ProviderAccount => {
  const { isProduction, allowTestPayments } = host.config;
  const { current } = sandbox;
  return {
    id: 'sandbox',
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
      return current() ? undefined : { ...off('starting'), stopsSalesOnly: true };
    },
    checkout: () => ({
      keyId: current()?.keyId ?? '',
      checkoutScript: sandbox.checkoutScript,
      planRef: current()?.planId ?? '',
    }),
    pageSources: pageSourcesOf(settings),
    names: namesOf(settings),
    notices: [],
  };
};

/** Razorpay Subscriptions; without keys, and outside production, the sandbox instead. Both run the same code. */
export const razorpay = (host: RazorpayHost): ConnectedRazorpay => {
  const settings = readRazorpaySettings(host.config.environment);
  const isUsed = async (): Promise<boolean> => !usesKeys(await host.settings.payments());
  const sandbox =
    settings.keyId === undefined
      ? serveSandbox(host, { webhookSecret: settings.webhookSecrets[0], isUsed })
      : undefined;
  const test = sandbox && withSandbox(host, settings, sandbox);
  let known: { access: PaymentAccess; accounts: [ProviderAccount, ...ProviderAccount[]] } | undefined;

  const accountsOf = (access: PaymentAccess): [ProviderAccount, ...ProviderAccount[]] => {
    if (!test || usesKeys(access)) return [withKeys(host, settings, access)];
    return access.keyId === '' ? [test] : [test, withKeys(host, settings, access)];
  };

  return {
    id: ID,
    sandbox,
    accountWith: (access) => ({ ...withKeys(host, settings, access), names: NAMES_OF_FIELDS }),
    sellerWith: (access) => accountsOf(access)[0],
    accounts: async () => {
      const access = await host.settings.payments();
      if (known?.access !== access) known = { access, accounts: accountsOf(access) };
      return known.accounts;
    },
  };
};
