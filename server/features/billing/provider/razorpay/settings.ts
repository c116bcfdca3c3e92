import { ConfigError, type Environment, readSettings } from '#server/config.ts';
import { endpoint, list, or, secret, text, unset } from '#server/environment/kinds.ts';
import type { PageSources } from '#server/http/page/content-policy.ts';
import type { FixedPayments } from '#server/settings/payment-access.ts';
import type { Mode } from '../provider.ts';

const API = 'https://api.razorpay.com';
const SCRIPT_ORIGIN = 'https://checkout.razorpay.com';
const SCRIPT = `${SCRIPT_ORIGIN}/v1/checkout.js`;

/** The settings of this provider in the environment. */
export const razorpayEnvironment = {
  RAZORPAY_KEY_ID: or([], list(text, 'must be a key')),
  RAZORPAY_KEY_SECRET: or([], list(secret, 'must be secrets, comma-separated')),
  RAZORPAY_WEBHOOK_SECRET: or([], list(secret, 'must be secrets, comma-separated')),
  RAZORPAY_PLAN_ID: unset(text),
  RAZORPAY_API_BASE: or(API, endpoint(API)),
  RAZORPAY_CHECKOUT_SCRIPT: or(SCRIPT, endpoint(SCRIPT)),
};

/** Settings of the environment alone, and the keys and the plan if it sets them. */
export interface RazorpaySettings {
  keyId: string | undefined;
  /** The current one first; earlier ones still verify signatures. */
  keySecrets: string[];
  webhookSecrets: string[];
  planId: string | undefined;
  apiBase: string;
  checkoutScript: string;
}

export const isKeyId = (text: string): boolean => /^rzp_(test|live)_/.test(text);

/** Throws ConfigError with one line that names the setting. */
export const readRazorpaySettings = (environment: Environment): RazorpaySettings => {
  const env = readSettings(razorpayEnvironment, environment);
  const [keyId] = env.RAZORPAY_KEY_ID;
  if (keyId !== undefined && env.RAZORPAY_KEY_SECRET.length === 0)
    throw new ConfigError('RAZORPAY_KEY_SECRET is missing although RAZORPAY_KEY_ID is set');
  if (keyId !== undefined && !isKeyId(keyId))
    throw new ConfigError('RAZORPAY_KEY_ID must begin with rzp_test_ or rzp_live_');
  return {
    keyId,
    keySecrets: env.RAZORPAY_KEY_SECRET,
    webhookSecrets: env.RAZORPAY_WEBHOOK_SECRET,
    planId: env.RAZORPAY_PLAN_ID,
    apiBase: env.RAZORPAY_API_BASE.replace(/\/+$/, ''),
    checkoutScript: env.RAZORPAY_CHECKOUT_SCRIPT,
  };
};

export const modeOfKey = (keyId: string): Mode => (keyId.startsWith('rzp_live_') ? 'live' : 'test');

/** The settings of payments that owners then cannot change in the browser. Throws ConfigError. */
export const readFixedPayments = (environment: Environment): FixedPayments => {
  const { keyId, keySecrets, webhookSecrets, planId } = readRazorpaySettings(environment);
  const mode = keyId === undefined ? undefined : modeOfKey(keyId);
  return {
    mode: ['RAZORPAY_KEY_ID', mode],
    keyId: ['RAZORPAY_KEY_ID', keyId],
    keySecret: ['RAZORPAY_KEY_SECRET', keyId === undefined ? undefined : keySecrets],
    webhookSecret: ['RAZORPAY_WEBHOOK_SECRET', webhookSecrets.length === 0 ? undefined : webhookSecrets],
    planId: ['RAZORPAY_PLAN_ID', planId],
  };
};

/** Whether keys that belong at Razorpay would be sent elsewhere; only a test of Lectern itself may do that. */
export const isMisdirected = (
  settings: Pick<RazorpaySettings, 'apiBase' | 'checkoutScript'>,
  mode: Mode,
  isProduction: boolean,
): boolean =>
  (mode === 'live' || isProduction) &&
  (settings.apiBase !== API || !settings.checkoutScript.startsWith(`${SCRIPT_ORIGIN}/`));

/** Razorpay publishes no list; these are the hosts of its own Magento module's content policy. */
const razorpayHosts: PageSources = {
  script: [SCRIPT_ORIGIN, 'https://cdn.razorpay.com'],
  frame: [API, SCRIPT_ORIGIN],
  connect: ['https://lumberjack.razorpay.com', 'https://lumberjack-metrics.razorpay.com', API],
  image: ['https://cdn.razorpay.com', SCRIPT_ORIGIN],
  form: [API],
};

export const pageSourcesOf = ({ checkoutScript }: Pick<RazorpaySettings, 'checkoutScript'>): PageSources => {
  const origin = URL.parse(checkoutScript)?.origin;
  if (origin === SCRIPT_ORIGIN) return razorpayHosts;
  const own = origin === undefined ? [] : [origin];
  return { script: own, frame: own, connect: own, image: own, form: [] };
};
