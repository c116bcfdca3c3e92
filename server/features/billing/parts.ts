import type { Mailer } from '#server/email/mailer.ts';
import type { Platform } from '#server/platform.ts';
import type { ActiveProvider } from './provider/provider.ts';

/** What billing needs of the platform. */
export interface BillingPlatform extends Pick<
  Platform,
  'config' | 'settings' | 'branding' | 'pdf' | 'clock' | 'log' | 'observer' | 'database' | 'jobs' | 'publicAddress'
> {
  mailer: Pick<Mailer, 'enqueue' | 'deliver'>;
}

/** What every room gets. */
export interface BillingParts extends BillingPlatform {
  activeProvider: ActiveProvider;
  /** Formats paise for people. */
  money: (inPaise: number) => string;
}
