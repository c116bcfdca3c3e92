import type { Said } from '#contract/languages/say.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Settings } from '#server/settings/settings.ts';
import type { ProxyProblem } from './ask-address.ts';

/** The state of the provider, after a check. */
export interface PaymentHealth {
  provider: string;
  /** The setting that holds the keys. */
  keys: Said;
  /** Why nothing is sold, as a sentence. */
  off: Said | undefined;
  /** The provider refuses the keys or the plan. */
  isRefused: boolean;
  isTestMode: boolean;
  /** False while the provider does not respond. */
  isChecked: boolean;
  /** The result of the plan check, as a sentence. */
  planMessage: Said;
  /** How people pay offline, such as `UPI`. */
  ownWays: Said[];
  /** Why webhooks are rejected, and the like. */
  notices: Said[];
}

export interface DoctorNeeds {
  /** What the proxies in front do to requests; nothing where the public address is not known. */
  askProxy(): Promise<ProxyProblem[]>;
  config: Config;
  clock: Clock;
  settings: Pick<Settings, 'email' | 'mailServer' | 'calendar' | 'backups'>;
  payments: {
    /** Undefined while no provider is configured. */
    apiAddress(): Promise<string | undefined>;
    check(): Promise<PaymentHealth>;
  };
  /** The statuses that the CDN responds with to a forged and a valid address; undefined without a CDN. */
  askCdn(): Promise<{ host: string; forged: number; signed: number } | undefined>;
}

/** The input of each check. */
export type Tools = DoctorNeeds;
