import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { BundleTerms } from '#web/components/bundle-terms.tsx';
import { formatDay, formatMoney } from '#web/components/format.ts';
import { useSite } from '#web/components/site.tsx';
import { useNow } from '#web/components/use-now.ts';
import { dayOneYearLater } from '#web/components/year-later.ts';

/** "Does not renew by itself.", or that it does: said beside the button, before anybody pays. */
const renewalSentence = (renews: boolean): string =>
  renews ? 'It renews each year by itself until you turn that off in your profile.' : 'It does not renew by itself.';

interface OfferProps {
  /** The end of a year that runs, when this purchase goes on from there. */
  renewsFrom: string | null;
  /** The way to buy, or why there is none. */
  children: ReactNode;
}

/** What is bought: the whole price, from when to when, and whether it renews. */
export function Offer({ renewsFrom, children }: OfferProps) {
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
          Your year runs until {formatDay(renewsFrom, timeZone)}. The new one begins there, so that no day is lost.
        </p>
      )}
      <p className="mt-2 mb-6 text-sm text-muted">
        All taxes included. Access until {dayOneYearLater(renewsFrom ?? nowMs, timeZone)}. {renewalSentence(renews)}
      </p>
      {children}
    </div>
  );
}

/** The refund rule, a part of the card. */
export function RefundPromise() {
  const { currencySymbol, priceInPaise } = useSite();
  const price = formatMoney(priceInPaise, currencySymbol);
  return (
    <div className="flex gap-4 border-t border-line bg-base-200 p-6 sm:px-8">
      <Undo2 size={20} className="mt-1 text-success" aria-hidden="true" />
      <div>
        <h2 className="font-sans text-base font-semibold tracking-normal">100% refund on cancellation within 7 days</h2>
        <div className="text-sm text-muted">
          <p>Cancel from your profile and the full {price} goes back the way you paid.</p>
          <details className="mt-1">
            <summary className="w-fit cursor-pointer list-none underline underline-offset-3">Terms applied</summary>
            <BundleTerms className="mt-2" />
          </details>
        </div>
      </div>
    </div>
  );
}
