import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import type { SiteFacts } from '#contract/setup.ts';

type ChangeSite = (changes: Partial<SiteFacts>) => void;

const SiteContext = createContext<{ site: SiteFacts; change: ChangeSite } | undefined>(undefined);

/** `value` is what the page came with; an admin who changes a setting sees it at once. */
export function SiteProvider({ value, children }: { value: SiteFacts; children?: ReactNode }) {
  const [site, setSite] = useState(value);
  const change = useCallback<ChangeSite>((changes) => setSite((known) => ({ ...known, ...changes })), []);
  return <SiteContext value={{ site, change }}>{children}</SiteContext>;
}

const useSiteContext = () => {
  const context = use(SiteContext);
  if (!context) throw new Error('No site facts above this component');
  return context;
};

/** Name, currency, price and mode of this school. */
export const useSite = (): SiteFacts => useSiteContext().site;

export const useChangeSite = (): ChangeSite => useSiteContext().change;
