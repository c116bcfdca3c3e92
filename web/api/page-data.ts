import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { SiteFacts } from '#contract/school/setup.ts';
import type { Words } from '#contract/languages/language.ts';
import { call } from './call.ts';

type PageData = [key: QueryKey, data: unknown][];

const isPageData = (value: unknown): value is PageData =>
  Array.isArray(value) && value.every((entry) => Array.isArray(entry) && Array.isArray(entry[0]));

/**
 * Hands over the data that the server drew the page from, as fresh as the page. Returns whether the page came drawn.
 */
export const receivePageData = (page: Document, queryClient: QueryClient): boolean => {
  const text = page.querySelector('#page-data')?.textContent;
  if (!text) return false;
  const entries: unknown = JSON.parse(text);
  if (!isPageData(entries)) return false;
  for (const [queryKey, data] of entries) {
    queryClient.setQueryData(queryKey, data);
    // It was not fetched here, which `isFetched` says.
    queryClient.getQueryCache().find({ queryKey })?.setState({ dataUpdateCount: 0 });
  }
  return true;
};

type Kind = 'string' | 'number' | 'boolean' | 'object';

const kinds: Record<keyof SiteFacts, Kind> = {
  brandName: 'string',
  tagline: 'string',
  heroText: 'string',
  aboutText: 'string',
  accent: 'string',
  look: 'string',
  logo: 'string',
  socialLinks: 'object',
  sitePages: 'object',
  hasBlocks: 'boolean',
  currencySymbol: 'string',
  plans: 'object',
  priceInPaise: 'number',
  timeZone: 'string',
  year: 'number',
  paymentProvider: 'string',
  isSelling: 'boolean',
  ways: 'object',
  staffConfirms: 'boolean',
  isTestMode: 'boolean',
  asksBuyerState: 'boolean',
  sendsEmail: 'boolean',
  renews: 'boolean',
  maxUploadBytes: 'number',
  loginProvider: 'string',
  isFactorRequired: 'boolean',
  community: 'object',
  language: 'string',
  languages: 'object',
  oldestBrowsers: 'object',
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

const isWords = (value: unknown): value is Words => typeof value === 'object' && value !== null;

/** A page does not wait longer for them. */
const OWN_WORDS_MS = 5000;

/** What the school says in its own words: a page names the file where there are any. Without it, the page is as by default. */
export const readOwnWords = async (page: Document, code: string): Promise<Words | undefined> => {
  const link = page.querySelector<HTMLLinkElement>(`[data-words=${code}]`);
  if (!link) return undefined;
  try {
    const response = await fetch(link.href, { signal: AbortSignal.timeout(OWN_WORDS_MS) });
    const words: unknown = response.ok ? await response.json() : undefined;
    return isWords(words) ? words : undefined;
  } catch {
    return undefined;
  }
};

/** The server writes these facts into the page; without them, they are fetched. */
export const readSiteFacts = async (page: Document): Promise<SiteFacts> =>
  factsInPage(page) ?? (await call('GET /site')).site;
