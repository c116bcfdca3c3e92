import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { ENGLISH } from '#contract/format.ts';
import type { SiteFacts } from '#contract/school/setup.ts';
import { useLocale } from '#web/ui/language/language.tsx';

type ChangeSite = (changes: Partial<SiteFacts>) => void;

const SiteContext = createContext<{ site: SiteFacts; change: ChangeSite } | undefined>(undefined);

/** `value` is the one of the page; an admin who changes a setting sees it at once. */
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

/** The mark of a school without a logo: an open book on the ledge of a lectern. */
const LecternMark = ({ className }: { className: string }) => (
  <svg viewBox="0 0 28 28" className={className} aria-hidden="true" focusable="false">
    <path d="M2.5 4.5l10.7 3.2v10L2.5 14.5zM25.5 4.5L14.8 7.7v10l10.7-3.2z" className="fill-primary" />
    <rect x="1" y="18.4" width="26" height="2.4" className="fill-accent" />
    <path d="M10.6 22.4h6.8l-1.2 4.2h-4.4z" className="fill-primary" />
  </svg>
);

/** The logo of the school. */
export function BrandMark({ className = 'size-7' }: { className?: string }) {
  const { logo } = useSite();
  if (logo === '') return <LecternMark className={`shrink-0 ${className}`} />;
  return <img src={logo} alt="" className={`shrink-0 object-contain ${className}`} />;
}

export function Brand() {
  const { brandName } = useSite();
  // Beside longer words than English has, it is smaller.
  const usual = useLocale() === ENGLISH ? 'text-2xl' : 'text-lg sm:text-2xl';
  return (
    <span className="flex items-center gap-2.5">
      <BrandMark />
      <span
        className={`font-display line-clamp-2 pt-1 leading-tight font-semibold text-pretty wrap-anywhere sm:max-w-80 ${brandName.length > 12 ? 'text-lg sm:text-xl' : usual}`}
      >
        {brandName}
      </span>
    </span>
  );
}
