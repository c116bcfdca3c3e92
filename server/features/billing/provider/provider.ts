import type { FastifyInstance } from 'fastify';
import type { ProviderNames } from '#contract/billing/sales-messages.ts';
import type { Clock } from '#server/clock.ts';
import { type Config, ConfigError } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { PageSources } from '#server/http/page/content-policy.ts';
import type { PaymentAccess } from '#server/settings/payment-access.ts';
import type { Settings } from '#server/settings/settings.ts';
import type { Mode, Money, ProviderEvent, RefundEvent } from './provider-events.ts';

export { type Mode, MODES } from './provider-events.ts';
export type {
  DisputeEvent,
  Money,
  PaymentEvent,
  ProviderEvent,
  RefundEvent,
  SubscriptionEvent,
} from './provider-events.ts';

/** The next step of the browser: open the provider's window on this page, or go to the provider's own page. */
export type CheckoutStart =
  | { kind: 'popup'; ref: string; expiresAt: number }
  | { kind: 'redirect'; ref: string; url: string; expiresAt: number };

/** The charge: a plan at the provider, `cycles` times, or an amount once. */
export type Charge = { kind: 'plan'; ref: string; cycles: number } | { kind: 'once'; money: Money };

export interface CheckoutOrder {
  attemptId: string;
  charge: Charge;
  user: { id: string };
  /** Where a payment page of the provider sends the buyer afterwards. */
  returnUrl: string;
  expiresAt: number;
  /** Set when an earlier call may have created the checkout: one created since then is reused. */
  mayExistSince?: number | undefined;
}

export interface ParsedWebhook {
  type: string;
  events: ProviderEvent[];
}

/** The amount and the frequency of a plan: every `interval` × `period`. */
export interface ProviderPlan {
  ref: string;
  money: Money;
  period: string;
  interval: number;
}

/** A plan to be made: charged every `interval` × `period`. */
export interface NewProviderPlan extends Omit<ProviderPlan, 'ref'> {
  name: string;
  period: 'daily' | 'monthly' | 'yearly';
}

/**
 * The calls to a payment provider. They return events, never touch the database and never decide access. Those that
 * reach the provider throw ProviderError.
 */
export interface PaymentProvider {
  /** Stored with every purchase. */
  readonly id: string;
  startCheckout(order: CheckoutOrder): Promise<CheckoutStart>;
  /** The stored reference that the browser's payload is about; undefined when it names none. */
  refOfReturn(payload: unknown): string | undefined;
  /** Checks that the browser's payload proves the payment of `ref`. Throws InvalidProof. */
  confirmReturn(returned: {
    ref: string;
    expected: Money;
    payload: unknown;
    now: number;
  }): Promise<{ paymentId: string; events: ProviderEvent[] }>;
  /** Checks the signature over the raw bytes and reads the events, without a request. Throws InvalidSignature. */
  parseWebhook(delivery: {
    rawBody: Uint8Array;
    header: (name: string) => string | undefined;
    now: number;
  }): ParsedWebhook;
  /** Everything about a subscription or an order, or about one payment and its refunds. */
  fetchEvents(ref: string, options: { now: number; patienceMs?: number | undefined }): Promise<ProviderEvent[]>;
  /** Throws ProviderError when the keys are wrong, or lack permissions for selling. */
  checkKeys(): Promise<void>;
  /** A ProviderError of the kind `rejected` means that the keys know no such plan. */
  fetchPlan(ref: string): Promise<ProviderPlan>;
  /** Returns the reference of a new plan. A plan costs nothing, so a call whose outcome is unknown may be repeated. */
  createPlan(plan: NewProviderPlan): Promise<string>;
  cancel(ref: string, when: 'now' | 'period_end'): Promise<'cancelled' | 'scheduled' | 'already_ended'>;
  /** The same key never refunds twice. */
  refund(order: {
    paymentId: string;
    money: Money;
    idempotencyKey: string;
    patienceMs?: number | undefined;
  }): Promise<RefundEvent>;
}

export type ProviderErrorKind = 'unavailable' | 'rate_limited' | 'rejected' | 'auth' | 'conflict';

/** A call that failed. `isAmbiguous`: it may have been carried out nevertheless. */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind;
  readonly isAmbiguous: boolean;

  constructor(kind: ProviderErrorKind, message: string, options: { isAmbiguous?: boolean; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ProviderError';
    this.kind = kind;
    this.isAmbiguous = options.isAmbiguous ?? false;
  }
}

/** The browser's payload does not prove a payment. */
export class InvalidProof extends Error {}

/** The provider did not send this webhook, or sent other bytes. */
export class InvalidSignature extends Error {}

/** Why nothing is sold, for the admins. */
export interface SellingOff {
  code: string;
  text: string;
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
  readonly notices: readonly { code: string; text: string }[];
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
  settings: Pick<Settings, 'payments'>;
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
export type SellingAccount = CheckoutSettings & Pick<ProviderAccount, 'provider' | 'mode'>;

/** The one provider that this school sells through, and whether it sells now. */
export type ActiveProvider = ReturnType<typeof chooseProvider>;

/** The first of `providers` whose settings are there. Its problems stop selling, never the site. */
export const chooseProvider = (providers: readonly ConnectProvider[], host: ProviderHost) => {
  const { id: providerId, accountWith, sellerWith, accounts } = firstConnected(providers, host);
  let planProblem: { accountId: string; message: string } | undefined;

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
    /** The provider that knows purchases of this mode, whether or not anything is sold now. */
    providerOf: async (wanted: Mode) => (await callable()).find(({ mode }) => mode === wanted)?.provider,
    /** Undefined while the provider must not be called. */
    current: async (): Promise<ProviderAccount | undefined> => {
      const current = await account();
      return current.isCallable() ? current : undefined;
    },
    /** Everything that may send webhooks now, the current one first. */
    callable,
    /** Stops selling through this account for this reason; undefined lets it start again. */
    setPlanProblem: ({ id: accountId }: Pick<ProviderAccount, 'id'>, message: string | undefined): void => {
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
