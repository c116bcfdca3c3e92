import type { Config } from '#server/config.ts';
import { fail } from '#server/errors.ts';
import type { Mode, PaymentProvider } from './provider.ts';
import { createRazorpay } from './razorpay.ts';
import type { RazorpayAccess } from './razorpay-http.ts';
import { createRazorpayPlans, type PlanFacts } from './razorpay-plan.ts';

export type SellingOffReason =
  | 'no_keys'
  | 'test_public'
  | 'test_keys'
  | 'not_razorpay'
  | 'no_plan'
  | 'starting'
  | 'plan_mismatch';

export interface Selling {
  isOn: boolean;
  /** Payments are pretend, and count. */
  isTestMode: boolean;
  reasonCode?: SellingOffReason;
  /** What is wrong with the plan, in one line. */
  detail?: string;
}

/** The keys and the plan of the look-alike that this app serves. */
export interface StandIn {
  readonly keyId: string;
  readonly keySecret: string;
  readonly planId: string;
  keySecrets(): readonly string[];
  webhookSecrets(): readonly string[];
}

/** What a buyer needs: the public key, the script, the plan. */
export interface Offer {
  mode: Mode;
  keyId: string;
  checkoutScript: string;
  planRef: string;
  cycles: number;
}

export interface Gateway {
  /** Under which name purchases are written down. */
  readonly providerId: string;
  selling: () => Promise<Selling>;
  /** The mode whose purchases count now: pretend ones only while test mode is on. */
  mode(): Promise<Mode>;
  /** Throws `selling_off`. */
  offer(): Promise<Offer>;
  /** The provider that knows purchases of this mode, whether or not anything is sold now. */
  providerOf(mode: Mode): PaymentProvider | undefined;
  /** The provider and the mode that its keys are for. */
  current(): { provider: PaymentProvider; mode: Mode } | undefined;
  /** The mode that the keys are for, whether or not anything is sold. */
  keyMode(): Mode;
  /** The plan that is sold, and how to ask the provider what it is; undefined when there is none to ask about. */
  plan(): { ref: string; mode: Mode; read: () => Promise<PlanFacts> } | undefined;
  /** Stops selling with this line, or lets it go on. */
  setPlanProblem(line: string | undefined): void;
}

export interface GatewayNeeds {
  config: Pick<Config, 'razorpay' | 'isProduction'>;
  /** Undefined while it is not served. */
  standIn: () => StandIn | undefined;
  /** Where the look-alike answers, such as `http://127.0.0.1:5000/sandbox`. */
  standInBase: () => string | undefined;
  /** Whether people other than on this machine come here: by PUBLIC_URL or the address given at setup. */
  isPublic: () => Promise<boolean>;
  timeoutMs?: number;
}

const RAZORPAY_API = 'https://api.razorpay.com';
const RAZORPAY_SCRIPT = 'https://checkout.razorpay.com/';
/** Below the page's own origin, where its content policy and the frame's allow it. */
const STAND_IN_SCRIPT = '/sandbox/v1/checkout.js';

const isRazorpays = ({ apiBase, checkoutScript }: Config['razorpay']): boolean =>
  apiBase === RAZORPAY_API && checkoutScript.startsWith(RAZORPAY_SCRIPT);

/** Why configured keys may not be used for selling. */
const keysRefused = ({ razorpay, isProduction }: GatewayNeeds['config'], mode: Mode): SellingOffReason | undefined => {
  if ((mode === 'live' || isProduction) && !isRazorpays(razorpay)) return 'not_razorpay';
  if (mode === 'test' && isProduction && !razorpay.allowTestPayments) return 'test_keys';
  return razorpay.planId === undefined ? 'no_plan' : undefined;
};

const withKeys = (needs: GatewayNeeds, keyId: string) => {
  const { razorpay } = needs.config;
  const mode: Mode = keyId.startsWith('rzp_live_') ? 'live' : 'test';
  const refused = keysRefused(needs.config, mode);
  const access: RazorpayAccess = {
    apiBase: () => razorpay.apiBase,
    key: () => ({ id: keyId, secret: razorpay.keySecrets[0] ?? '' }),
    ...(needs.timeoutMs === undefined ? {} : { timeoutMs: needs.timeoutMs }),
  };
  const provider = createRazorpay({
    ...access,
    keySecrets: () => razorpay.keySecrets,
    webhookSecrets: () => razorpay.webhookSecrets,
  });
  return {
    provider,
    readPlan: createRazorpayPlans(access),
    refusal: async () => refused,
    // Live keys never travel to an address that is not the provider's.
    current: () => (refused === 'not_razorpay' ? undefined : { provider, mode }),
    offer: () => ({ mode, keyId, checkoutScript: razorpay.checkoutScript, planRef: razorpay.planId ?? '' }),
  };
};

const withStandIn = (needs: GatewayNeeds) => {
  const { razorpay, isProduction } = needs.config;
  const { standIn, standInBase, isPublic } = needs;
  const mode: Mode = 'test';
  const access: RazorpayAccess = {
    apiBase: standInBase,
    key: () => ({ id: standIn()?.keyId ?? '', secret: standIn()?.keySecret ?? '' }),
    ...(needs.timeoutMs === undefined ? {} : { timeoutMs: needs.timeoutMs }),
  };
  const provider = createRazorpay({
    ...access,
    keySecrets: () => standIn()?.keySecrets() ?? [],
    webhookSecrets: () => [...razorpay.webhookSecrets, ...(standIn()?.webhookSecrets() ?? [])],
  });
  return {
    provider,
    readPlan: createRazorpayPlans(access),
    refusal: async (): Promise<SellingOffReason | undefined> => {
      if (isProduction) return 'no_keys';
      if (!razorpay.allowTestPayments && (await isPublic())) return 'test_public';
      return standIn() ? undefined : 'starting';
    },
    current: () => (standIn() ? { provider, mode } : undefined),
    offer: () => ({
      mode,
      keyId: standIn()?.keyId ?? '',
      checkoutScript: STAND_IN_SCRIPT,
      planRef: standIn()?.planId ?? '',
    }),
  };
};

/**
 * Which provider is asked, under which keys, and whether anything is sold. One code path for both: Razorpay and the
 * look-alike differ in addresses, keys and plan only. A guard that fails stops selling, never the site.
 */
export const createGateway = (needs: GatewayNeeds): Gateway => {
  const { razorpay } = needs.config;
  const way = razorpay.keyId === undefined ? withStandIn(needs) : withKeys(needs, razorpay.keyId);

  let planProblem: string | undefined;

  const selling = async (): Promise<Selling> => {
    const reasonCode = await way.refusal();
    const isTest = way.offer().mode === 'test';
    if (reasonCode === undefined && planProblem !== undefined)
      return { isOn: false, isTestMode: isTest, reasonCode: 'plan_mismatch', detail: planProblem };
    if (reasonCode === undefined) return { isOn: true, isTestMode: isTest };
    // Without a plan nothing new is sold, but what was bought in test mode goes on counting.
    return { isOn: false, isTestMode: isTest && reasonCode === 'no_plan', reasonCode };
  };

  return {
    providerId: way.provider.id,
    selling,
    mode: async () => ((await selling()).isTestMode ? 'test' : 'live'),
    offer: async () => {
      const { isOn } = await selling();
      if (!isOn) throw fail('selling_off');
      return { ...way.offer(), cycles: razorpay.cycles };
    },
    providerOf: (mode) => {
      const current = way.current();
      return current?.mode === mode ? current.provider : undefined;
    },
    current: way.current,
    keyMode: () => way.offer().mode,
    plan: () => {
      const { planRef: ref, mode } = way.offer();
      return ref === '' || !way.current() ? undefined : { ref, mode, read: () => way.readPlan(ref) };
    },
    setPlanProblem: (line) => {
      planProblem = line;
    },
  };
};
