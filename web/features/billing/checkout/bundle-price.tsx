import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Plan } from '#contract/billing/plans.ts';
import { formatCalendarDay, formatDay, formatMoney } from '#contract/format.ts';
import type { PlanTerm } from '#contract/billing/plan-term.ts';
import { useOpened } from '#web/features/billing/use-opened.ts';
import {
  daysLeftOf,
  formatEnd,
  opensEverything,
  refundPromiseOf,
  renewalOf,
} from '#web/features/billing/plan-terms.tsx';
import { termWords, useTermWords } from '#web/ui/language/term-words.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

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

const accessOf = (end: string | undefined, isGift: boolean): MessageDescriptor => {
  if (isGift) return msg`Their access starts when they redeem it.`;
  return end === undefined ? msg`Access for life.` : msg`Access until ${end}.`;
};

/** "valid for 1 year", "valid until 30 April 2027", or "for life". */
const validityOf = (term: PlanTerm, language: Language): string => {
  const length = termWords(language).forLength(term);
  return term.unit === 'lifetime' ? length : language._(msg`valid ${length}`);
};

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** When the new term begins, for a purchase that renews access. */
function Renewed({ plan, renewsFrom }: Pick<BundlePriceProps, 'plan'> & { renewsFrom: string }) {
  const { timeZone, plans } = useSite();
  const day = formatDay(renewsFrom, timeZone, useLanguage().locale);
  const isYearAlone = opensEverything(plan) && plans.filter(opensEverything).length === 1 && plan.term.unit === 'year';
  return (
    <p className="checkout-part mt-2 text-sm font-medium">
      {isYearAlone ? (
        <Trans>Your current year runs until {day}. The new one starts then, so you don’t lose a day.</Trans>
      ) : (
        <Trans>Your current access runs until {day}. The new term starts then, so you don’t lose a day.</Trans>
      )}
    </p>
  );
}

/** The price, the term and whether it renews. The page is headed by the name of a plan of courses. */
export function BundlePrice({ plan, renewsFrom, totalInPaise, isGift, keptUntil, children }: BundlePriceProps) {
  const { currencySymbol, timeZone } = useSite();
  const language = useLanguage();
  const { _, locale } = language;
  // A purchase with a coupon, or of a gift, does not renew.
  const hasDiscount = totalInPaise < plan.priceInPaise;
  const isPaidOnce = hasDiscount || isGift;
  const isFree = plan.priceInPaise === 0;
  const opened = useOpened(plan);
  const nowMs = useNow();
  const end = keptUntil
    ? formatCalendarDay(keptUntil, locale)
    : formatEnd(renewsFrom ?? nowMs, plan.term, timeZone, 'long', locale);
  const validity = validityOf(plan.term, language);
  const isDated = plan.term.unit === 'until';
  return (
    // On narrow screens no box, so that the bar with the button may stay at the bottom beside all of the section.
    <div className="max-lg:contents lg:p-8">
      <p className="checkout-part pt-6 font-semibold lg:pt-0">
        {opened === plan.name ? capitalised(validity) : `${opened}, ${validity}`}
      </p>
      <p className="checkout-part mt-3 font-display text-[4.5rem] leading-none pt-4">
        {isFree ? (
          <Trans>Free</Trans>
        ) : (
          <>
            <span className="align-[0.35em] text-[0.56em]">{currencySymbol}</span>
            {formatMoney(totalInPaise, '')}
          </>
        )}
        {hasDiscount && (
          <span className="ms-4 text-[0.4em] whitespace-nowrap text-muted">
            <span className="sr-only">
              <Trans>was</Trans>{' '}
            </span>
            <s className="whitespace-nowrap">{formatMoney(plan.priceInPaise, currencySymbol)}</s>
          </span>
        )}
      </p>
      {renewsFrom && <Renewed plan={plan} renewsFrom={renewsFrom} />}
      <p className="checkout-part mt-2 mb-6 text-sm text-muted">
        {isFree ? <Trans>Free with an account.</Trans> : <Trans>All taxes included.</Trans>}{' '}
        {_(accessOf(end && `${end}${daysLeftOf(plan.term, nowMs, timeZone, language)}`, isGift && !isDated))}{' '}
        {!isFree && renewalOf({ ...plan, isRenewing: plan.isRenewing && !isPaidOnce }, language)}
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
  const promise = refundPromiseOf(plan, useLanguage());
  if (promise === undefined) return null;
  const howRefunded = (): ReactNode => {
    if (isOnline)
      return isGift ? (
        <Trans>cancel in your profile and the full {price} is refunded to your original payment method.</Trans>
      ) : (
        <Trans>Cancel in your profile and the full {price} is refunded to your original payment method.</Trans>
      );
    return isGift ? (
      <Trans>cancel in your profile and the school refunds the full {price}.</Trans>
    ) : (
      <Trans>Cancel in your profile and the school refunds the full {price}.</Trans>
    );
  };
  return (
    <div className="flex gap-4 border-t border-line bg-base-200 p-6 sm:px-8">
      <Undo2 size={20} className="mt-1 text-success" aria-hidden="true" />
      <div>
        <h2 className="font-sans text-base font-semibold tracking-normal">{promise}</h2>
        <div className="text-sm text-muted">
          <p>
            {isGift && (
              <>
                <Trans>Until the gift is redeemed:</Trans>{' '}
              </>
            )}
            {howRefunded()}
          </p>
          <details className="mt-1">
            <summary className="w-fit cursor-pointer list-none underline underline-offset-3 max-lg:-my-1 max-lg:py-2.5">
              <Trans>Terms applied</Trans>
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
  const words = useTermWords();
  const [each, span] = [words.each(term), words.span(term)];
  const [length, days] = [words.length(term), words.length({ unit: 'day', count: refundDays })];
  const price = formatMoney(priceInPaise, currencySymbol);
  return (
    <ul className={`list-disc space-y-1 ps-5 ${className}`}>
      <li>
        <Trans>{price} is the full price, including all taxes.</Trans>{' '}
        {!isRenewing ? (
          <Trans>You pay once. It does not renew automatically.</Trans>
        ) : plan.opens === 'everything' ? (
          <Trans>The bundle renews {each} at this price until you turn off renewal in your profile.</Trans>
        ) : (
          <Trans>The plan renews {each} at this price until you turn off renewal in your profile.</Trans>
        )}
      </li>
      <li>
        {term.unit === 'lifetime' && <Trans>Access has no end date.</Trans>}
        {term.unit === 'until' && <Trans>Access lasts {span}, whenever you pay.</Trans>}
        {'count' in term && term.unit !== 'lifetime' && (
          <>
            <Trans>Access lasts for {length} from the payment.</Trans>{' '}
            {term.unit === 'year' ? (
              <Trans>Renew in the last 30 days without a gap.</Trans>
            ) : (
              <Trans>Renew near the end without a gap.</Trans>
            )}
          </>
        )}
      </li>
      {refundDays > 0 && (
        <li>
          <Trans>You can cancel in your profile for {days} after the day of payment.</Trans>{' '}
          {isOnline ? (
            <Trans>The full price is refunded to your original payment method, and access ends.</Trans>
          ) : (
            <Trans>The school refunds the full price, and access ends.</Trans>
          )}
        </li>
      )}
      {isOnline && (
        <li>
          <Trans>Refunds start immediately. Banks usually take 5 to 7 working days to show them.</Trans>
        </li>
      )}
    </ul>
  );
};
