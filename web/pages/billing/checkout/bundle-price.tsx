import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { BundleTerms } from '#web/components/bundle-terms.tsx';
import { formatDay, formatMoney } from '#web/components/format.ts';
import { formatOneYearLater } from '#web/components/one-year-later.ts';
import { useSite } from '#web/components/site.tsx';
import { useNow } from '#web/components/use-now.ts';

/** Shown beside the button, before anybody pays. */
const renewalSentence = (renews: boolean): string =>
  renews
    ? 'Renews automatically each year until you turn off renewal in your profile.'
    : 'Does not renew automatically.';

interface BundlePriceProps {
  /** The end of the current term, for a purchase that extends it. */
  renewsFrom: string | null;
  /** The button, or why there is none. */
  children: ReactNode;
}

/** The price, the term and whether it renews. */
export function BundlePrice({ renewsFrom, children }: BundlePriceProps) {
  const { currencySymbol, priceInPaise, timeZone, renews } = useSite();
  const nowMs = useNow();
  return (
    <div className="p-6 sm:p-8">
      <p className="font-semibold">All courses, valid for 1 year</p>
      <p className="mt-3 font-display text-[4.5rem] leading-none pt-4">
        <span className="align-[0.35em] text-[0.56em]">{currencySymbol}</span>
        {formatMoney(priceInPaise, '')}
      </p>
      {renewsFrom && (
        <p className="mt-2 text-sm font-medium">
          Your current year runs until {formatDay(renewsFrom, timeZone)}. The new one starts then, so you don’t lose a
          day.
        </p>
      )}
      <p className="mt-2 mb-6 text-sm text-muted">
        All taxes included. Access until {formatOneYearLater(renewsFrom ?? nowMs, timeZone)}. {renewalSentence(renews)}
      </p>
      {children}
    </div>
  );
}

export function RefundPromise() {
  const { currencySymbol, priceInPaise } = useSite();
  const price = formatMoney(priceInPaise, currencySymbol);
  return (
    <div className="flex gap-4 border-t border-line bg-base-200 p-6 sm:px-8">
      <Undo2 size={20} className="mt-1 text-success" aria-hidden="true" />
      <div>
        <h2 className="font-sans text-base font-semibold tracking-normal">100% refund on cancellation within 7 days</h2>
        <div className="text-sm text-muted">
          <p>Cancel in your profile and the full {price} is refunded to your original payment method.</p>
          <details className="mt-1">
            <summary className="w-fit cursor-pointer list-none underline underline-offset-3">Terms applied</summary>
            <BundleTerms className="mt-2" />
          </details>
        </div>
      </div>
    </div>
  );
}
