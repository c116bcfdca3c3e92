import type { SiteFacts } from '#contract/school/setup.ts';
import type { LanguageSettings } from '#contract/school/languages.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { OwnWords } from '#server/own-words.ts';
import type { PageLook } from '#server/settings/branding.ts';

/** The data of pages. */
export interface PageSource {
  /** With the names of plans and the titles of pages in a language; without one, in that of the school. */
  siteFacts: (language?: string) => Promise<SiteFacts>;
  look: () => Promise<PageLook>;
  languages: () => Promise<LanguageSettings>;
  ownWords: Pick<OwnWords, 'read'>;
  /** Those that the interface has, switched on or not. */
  allLanguages: () => string[];
  /** The public address of the site. */
  publicAddress: () => Promise<string>;
  /** The facts that may differ between requests. */
  selling: () => Promise<Pick<SiteFacts, 'isTestMode'> & { isOn: boolean }>;
  database: Pick<Database, 'topics'>;
  clock: Clock;
}
