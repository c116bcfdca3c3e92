import type { Said } from '#contract/languages/say.ts';
import type { FastifyInstance } from 'fastify';
import type { ProviderNames } from '#contract/billing/sales-messages.ts';
import type { Clock } from '#server/clock.ts';
import { type Config, ConfigError } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { PageSources } from '#server/http/page/content-policy.ts';
import type { PaymentAccess } from '#server/settings/payment-access.ts';
import type { Settings } from '#server/settings/settings.ts';
import { createOfflineProvider, OFFLINE } from './offline/offline.ts';
import type { PaymentProvider } from './port.ts';
import type { Mode } from './provider-events.ts';

export { OFFLINE, orderNumberOf, refOfAttempt, refOfOrder, wayOf } from './offline/offline.ts';
export {
  type Charge,
  type CheckoutOrder,
  type CheckoutStart,
  InvalidProof,
  InvalidSignature,
  type NewProviderPlan,
  type ParsedWebhook,
  type PaymentProvider,
  ProviderError,
  type ProviderErrorKind,
  type ProviderPlan,
} from './port.ts';
export { type Mode, MODES } from './provider-events.ts';
export type {
  DisputeEvent,
  Money,
  PaymentEvent,
  ProviderEvent,
  RefundEvent,
  SubscriptionEvent,
} from './provider-events.ts';

/** Why nothing is sold, for the admins. */
export interface SellingOff {
  code: string;
  text: Said;
  /** Only new purchases are impossible: existing test purchases still count. */
  stopsSalesOnly?: boolean;
}

/** The data of the checkout page; `planRef` is empty when no plan is configured. */
export interface CheckoutSettings {
  keyId: string;
  checkoutScript: string;
  planRef: string;
}

/** The account at a provider that the settings name. */
export interface ProviderAccount {
  /** Tells accounts, keys and plans apart. */
  readonly id: string;
  readonly provider: PaymentProvider;
  readonly mode: Mode;
  /** False while the provider must not be called: its keys would go elsewhere, or it is not served yet. */
  isCallable(): boolean;
  /** Undefined when the settings allow selling. */
  sellingOff(): Promise<SellingOff | undefined>;
  checkout(): CheckoutSettings;
  /** The origins that the checkout page may load from. */
  readonly pageSources: PageSources;
  readonly names: ProviderNames;
  /** Where the provider's API is; undefined for the sandbox. */
  readonly apiAddress?: string;
  /** Notices that do not stop selling. */
  readonly notices: readonly { code: string; text: Said }[];
}

/** The services for a provider. */
export interface ProviderHost {
  config: Pick<Config, 'environment' | 'dataDir' | 'isProduction' | 'allowTestPayments'>;
  http: FastifyInstance;
  /** Absent where nothing is served and the settings alone are checked. */
  database?: Database;
  clock: Clock;
  log: { debug(details: object, text: string): void; warn(details: object, text: string): void };
  /** Whether people other than the one at this machine can reach the server. */
  isPublic: () => Promise<boolean>;
  /** The keys and the plan as they are set now. */
  settings: Pick<Settings, 'payments' | 'ways'>;
}

/** A provider for as long as the process runs. Owners change keys meanwhile, so the account is fetched for each use. */
export interface ConnectedProvider {
  /** Stored with every purchase. */
  readonly id: string;
  /** The account with these settings, to be checked before they are saved. */
  accountWith(access: PaymentAccess): ProviderAccount;
  /** The account that sells with these settings: the sandbox while they have no keys, or the keys wait. */
  sellerWith(access: PaymentAccess): ProviderAccount;
  /** The account that sells now, then those that only complete their purchases. */
  accounts(): Promise<[ProviderAccount, ...ProviderAccount[]]>;
}

/** Connects one provider. Returns undefined when its settings are not there, so that the next one is tried. */
export type ConnectProvider = (host: ProviderHost) => ConnectedProvider | undefined;

/** Whether the bundle can be bought, and if not, why. */
export interface Selling {
  isOn: boolean;
  /** With test money. */
  isTestMode: boolean;
  off?: SellingOff;
}

/** The account of a checkout, and the data for the buyer's browser. */
export type SellingAccount = CheckoutSettings &
  Pick<ProviderAccount, 'provider' | 'mode'> & {
    /** It cannot charge by itself: a plan that renews is paid for one term. */
    isPaidOnce?: true;
  };

/** The one provider that this school sells through, and whether it sells now. */
export type ActiveProvider = ReturnType<typeof chooseProvider>;

/** The first of `providers` whose settings are there. Its problems stop selling, never the site. */
export const chooseProvider = (providers: readonly ConnectProvider[], host: ProviderHost) => {
  const { id: providerId, accountWith, sellerWith, accounts } = firstConnected(providers, host);
  const offline = createOfflineProvider(host.clock);
  let planProblem: { accountId: string; message: Said } | undefined;

  const account = async (): Promise<ProviderAccount> => (await accounts())[0];

  const sellingOf = async ({ id, mode, sellingOff }: ProviderAccount): Promise<Selling> => {
    const mismatch =
      planProblem?.accountId === id
        ? { code: 'plan_mismatch', text: planProblem.message, stopsSalesOnly: true }
        : undefined;
    const off = (await sellingOff()) ?? mismatch;
    const isTestMode = mode === 'test' && (off === undefined || off.stopsSalesOnly === true);
    return off === undefined ? { isOn: true, isTestMode } : { isOn: false, isTestMode, off };
  };
  const selling = async (): Promise<Selling> => sellingOf(await account());
  const callable = async (): Promise<ProviderAccount[]> => (await accounts()).filter((one) => one.isCallable());

  return {
    /** Stored with every purchase. */
    providerId,
    accountWith,
    /** The account of now, whether or not anything is sold. */
    account,
    selling,
    /** The mode whose purchases count with these settings: test purchases only where the school may sell with test money. */
    modeWith: async (access: PaymentAccess): Promise<Mode> =>
      (await sellingOf(sellerWith(access))).isTestMode ? 'test' : 'live',
    /** Throws `selling_off`. */
    sellingAccount: async (): Promise<SellingAccount> => {
      const seller = await account();
      if (!(await sellingOf(seller)).isOn || !seller.isCallable()) throw fail('selling_off');
      return { provider: seller.provider, mode: seller.mode, ...seller.checkout() };
    },
    /** The account of purchases that are paid offline, which counts where the school sells in this mode. */
    offlineAccount: (mode: Mode): SellingAccount => ({
      provider: offline,
      mode,
      keyId: OFFLINE,
      checkoutScript: '',
      planRef: '',
      isPaidOnce: true,
    }),
    /** The provider of a purchase, whether or not anything is sold now. */
    providerOf: async (purchase: { provider: string; mode: Mode }) =>
      purchase.provider === OFFLINE ? offline : (await callable()).find(({ mode }) => mode === purchase.mode)?.provider,
    /** Undefined while the provider must not be called. */
    current: async (): Promise<ProviderAccount | undefined> => {
      const current = await account();
      return current.isCallable() ? current : undefined;
    },
    /** Everything that may send webhooks now, the current one first. */
    callable,
    /** Stops selling through this account for this reason; undefined lets it start again. */
    setPlanProblem: ({ id: accountId }: Pick<ProviderAccount, 'id'>, message: Said | undefined): void => {
      if (message !== undefined) planProblem = { accountId, message };
      else if (planProblem?.accountId === accountId) planProblem = undefined;
    },
  };
};

const firstConnected = (providers: readonly ConnectProvider[], host: ProviderHost): ConnectedProvider => {
  for (const connect of providers) {
    const connected = connect(host);
    if (connected) return connected;
  }
  throw new ConfigError('No payment provider is configured');
};
