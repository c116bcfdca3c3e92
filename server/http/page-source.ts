import type { SiteFacts } from '#contract/setup.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { PageLook } from '#server/settings/branding.ts';

/** What pages are made of. */
export interface PageSource {
  siteFacts: () => Promise<SiteFacts>;
  look: () => Promise<PageLook>;
  /** Where the site is. */
  publicAddress: () => Promise<string>;
  /** What of the facts may differ from one request to the next. */
  selling: () => Promise<Pick<SiteFacts, 'isTestMode'> & { isOn: boolean }>;
  database: Pick<Database, 'topics'>;
  clock: Clock;
}
