import { createContext, use } from 'react';
import type { SiteFacts } from '#contract/setup.ts';

const SiteContext = createContext<SiteFacts | undefined>(undefined);

export const SiteProvider = SiteContext.Provider;

/** Name, currency, price and mode of this school. */
export const useSite = (): SiteFacts => {
  const site = use(SiteContext);
  if (!site) throw new Error('No site facts above this component');
  return site;
};
