import { createContext, use } from 'react';
import type { SiteFacts } from '#contract/setup.ts';

const SiteContext = createContext<SiteFacts | undefined>(undefined);

export const SiteProvider = SiteContext.Provider;

/** The facts about this school: name, currency, price, test mode. */
export const useSite = (): SiteFacts => {
  const site = use(SiteContext);
  if (!site) throw new Error('No site facts above this component');
  return site;
};
