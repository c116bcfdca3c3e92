import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Plan } from '#contract/billing/plans.ts';
import { formatCalendarDay, formatDay, formatMoney } from '#contract/format.ts';
import { eachOf, lengthOf, spanOf, validityOf } from '#contract/billing/plan-term.ts';
import { useOpened } from '#web/features/billing/use-opened.ts';
import {
  daysLeftOf,
  formatEnd,
  opensEverything,
  refundPromiseOf,
  renewalOf,
} from '#web/features/billing/plan-terms.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';

interface BundlePriceProps {
  plan: Plan;
  /** The end of the current term, for a purchase that extends it. */
  renewsFrom: string | null;
  /** The amount after a discount. */
  totalInPaise: number;
  isGift: boolean;
  /** The last day, where the term counts from the end of a batch. */
  keptUntil?: string | undefined;
  /** The button, or why there is none. */
  children: ReactNode;
}

const accessOf = (end: string | undefined, isGift: boolean): string => {
  if (isGift) return 'Their access starts when they redeem it';
  return end === undefined ? 'Access for life' : `Access until ${end}`;
};

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The price, the term and whether it renews. The page is headed by the name of a plan of courses. */
export function BundlePrice({ plan, renewsFrom, totalInPaise, isGift, keptUntil, children }: BundlePriceProps) {
  const { currencySymbol, timeZone, plans } = useSite();
  // A purchase with a coupon, or of a gift, does not renew.
  const hasDiscount = totalInPaise < plan.priceInPaise;
  const isPaidOnce = hasDiscount || isGift;
  const isFree = plan.priceInPaise === 0;
  const opened = useOpened(plan);
  const isYearAlone = opensEverything(plan) && plans.filter(opensEverything).length === 1 && plan.term.unit === 'year';
  const nowMs = useNow();
  const end = keptUntil ? formatCalendarDay(keptUntil) : formatEnd(renewsFrom ?? nowMs, plan.term, timeZone);
  const isDated = plan.term.unit === 'until';
  return (
    // On narrow screens no box, so that the bar with the button may stay at the bottom beside all of the section.
    <div className="max-lg:contents lg:p-8">
      <p className="checkout-part pt-6 font-semibold lg:pt-0">
        {opened === plan.name ? capitalised(validityOf(plan.term)) : `${opened}, ${validityOf(plan.term)}`}
      </p>
      <p className="checkout-part mt-3 font-display text-[4.5rem] leading-none pt-4">
        {isFree ? (
          'Free'
        ) : (
          <>
            <span className="align-[0.35em] text-[0.56em]">{currencySymbol}</span>
            {formatMoney(totalInPaise, '')}
          </>
        )}
        {hasDiscount && (
          <span className="ms-4 text-[0.4em] whitespace-nowrap text-muted">
            <span className="sr-only">was </span>
            <s className="whitespace-nowrap">{formatMoney(plan.priceInPaise, currencySymbol)}</s>
          </span>
        )}
      </p>
      {renewsFrom && (
        <p className="checkout-part mt-2 text-sm font-medium">
          {isYearAlone ? 'Your current year' : 'Your current access'} runs until {formatDay(renewsFrom, timeZone)}. The
          new
          {isYearAlone ? ' one' : ' term'} starts then, so you don’t lose a day.
        </p>
      )}
      <p className="checkout-part mt-2 mb-6 text-sm text-muted">
        {isFree ? 'Free with an account.' : 'All taxes included.'}{' '}
        {accessOf(end && `${end}${daysLeftOf(plan.term, nowMs, timeZone)}`, isGift && !isDated)}.{' '}
        {!isFree && renewalOf({ ...plan, isRenewing: plan.isRenewing && !isPaidOnce })}
      </p>
      {children}
    </div>
  );
}

export function RefundPromise({
  plan,
  totalInPaise,
  isGift,
  isOnline,
}: Pick<BundlePriceProps, 'plan' | 'totalInPaise' | 'isGift'> & Pick<BundleTermsProps, 'isOnline'>) {
  const { currencySymbol } = useSite();
  const price = formatMoney(totalInPaise, currencySymbol);
  const promise = refundPromiseOf(plan);
  if (promise === undefined) return null;
  return (
    <div className="flex gap-4 border-t border-line bg-base-200 p-6 sm:px-8">
      <Undo2 size={20} className="mt-1 text-success" aria-hidden="true" />
      <div>
        <h2 className="font-sans text-base font-semibold tracking-normal">{promise}</h2>
        <div className="text-sm text-muted">
          <p>
            {isGift && 'Until the gift is redeemed: cancel'}
            {!isGift && 'Cancel'} in your profile and{' '}
            {isOnline
              ? `the full ${price} is refunded to your original payment method.`
              : `the school refunds the full ${price}.`}
          </p>
          <details className="mt-1">
            <summary className="w-fit cursor-pointer list-none underline underline-offset-3 max-lg:-my-1 max-lg:py-2.5">
              Terms applied
            </summary>
            <BundleTerms plan={plan} isOnline={isOnline} className="mt-2" />
          </details>
        </div>
      </div>
    </div>
  );
}

interface BundleTermsProps {
  plan: Plan;
  /** Paid through the provider, not to the school itself. */
  isOnline: boolean;
  className: string;
}

/** The terms behind "Terms applied". */
export const BundleTerms = ({ plan, isOnline, className }: BundleTermsProps) => {
  const { currencySymbol } = useSite();
  const { priceInPaise, term, isRenewing, refundDays } = plan;
  const renewable =
    term.unit === 'year' ? 'Renew in the last 30 days without a gap.' : 'Renew near the end without a gap.';
  return (
    <ul className={`list-disc space-y-1 ps-5 ${className}`}>
      <li>
        {formatMoney(priceInPaise, currencySymbol)} is the full price, including all taxes.{' '}
        {isRenewing
          ? `${plan.opens === 'everything' ? 'The bundle' : 'The plan'} renews ${eachOf(term)} at this price until you turn off renewal in your profile.`
          : 'You pay once. It does not renew automatically.'}
      </li>
      <li>
        {term.unit === 'lifetime' && 'Access has no end date.'}
        {term.unit === 'until' && `Access lasts ${spanOf(term)}, whenever you pay.`}
        {'count' in term &&
          term.unit !== 'lifetime' &&
          `Access lasts for ${lengthOf(term)} from the payment. ${renewable}`}
      </li>
      {refundDays > 0 && (
        <li>
          You can cancel in your profile for {lengthOf({ unit: 'day', count: refundDays })} after the day of payment.
          {isOnline
            ? 'The full price is refunded to your original payment method, and access ends.'
            : 'The school refunds the full price, and access ends.'}
        </li>
      )}
      {isOnline && <li>Refunds start immediately. Banks usually take 5 to 7 working days to show them.</li>}
    </ul>
  );
};
