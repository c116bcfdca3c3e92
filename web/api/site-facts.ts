import type { SiteFacts } from '#contract/setup.ts';
import { call } from './call.ts';

type Kind = 'string' | 'number' | 'boolean' | 'object';

const kinds: Record<keyof SiteFacts, Kind> = {
  brandName: 'string',
  tagline: 'string',
  heroText: 'string',
  aboutText: 'string',
  accent: 'string',
  logo: 'string',
  socialLinks: 'object',
  currencySymbol: 'string',
  plans: 'object',
  priceInPaise: 'number',
  timeZone: 'string',
  year: 'number',
  paymentProvider: 'string',
  isSelling: 'boolean',
  isTestMode: 'boolean',
  asksBuyerState: 'boolean',
  renews: 'boolean',
  maxUploadBytes: 'number',
};

const isSiteFacts = (value: unknown): value is SiteFacts => {
  if (typeof value !== 'object' || value === null) return false;
  const facts: Record<string, unknown> = { ...value };
  return Object.entries(kinds).every(([name, kind]) => typeof facts[name] === kind);
};

const factsInPage = (page: Document): SiteFacts | undefined => {
  try {
    const facts: unknown = JSON.parse(page.querySelector('#site-facts')?.textContent ?? 'null');
    return isSiteFacts(facts) ? facts : undefined;
  } catch {
    return undefined;
  }
};

/** The server writes these facts into the page; without them, they are fetched. */
export const readSiteFacts = async (page: Document): Promise<SiteFacts> =>
  factsInPage(page) ?? (await call('GET /site')).site;
