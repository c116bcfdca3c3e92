import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PlanTerm } from '#contract/billing/plan-term.ts';
import type { Plan } from '#contract/billing/plans.ts';
import { DAY_MS } from '#contract/durations.ts';
import { dateFormat, ENGLISH, formatMoney } from '#contract/format.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { termWords } from '#web/ui/language/term-words.ts';
import { localTime } from '#web/ui/text/local-time.ts';
import type { Language } from '#contract/languages/language.ts';

const FIRST_PLAN = 'yearly-bundle';
const MONTHS = { day: 1 / 30, month: 1, year: 12, lifetime: Infinity } as const;

/** The plan that the server sells when none is named. */
export const firstChoice = (plans: readonly Plan[]): Plan | undefined =>
  plans.find(({ _id }) => _id === FIRST_PLAN) ?? plans.find(opensEverything) ?? plans[0];

/** The plan of everything that is chosen at first. */
export const firstBundle = (plans: readonly Plan[]): Plan | undefined => firstChoice(plans.filter(opensEverything));

export const opensEverything = ({ opens }: Pick<Plan, 'opens'>): boolean => opens === 'everything';

export const opensCourse = ({ opens }: Pick<Plan, 'opens'>, courseId: string): boolean =>
  opens !== 'everything' && opens.courseIds.includes(courseId);

/** The cheapest plan of chosen courses that opens a course. */
export const cheapestFor = (plans: readonly Plan[], courseId: string): Plan | undefined =>
  plans.filter((plan) => opensCourse(plan, courseId)).toSorted((a, b) => a.priceInPaise - b.priceInPaise)[0];

/** "₹799" or "Free": what a course costs alone; undefined where only plans of several courses open it. */
export const usePriceOf = (courseId: string): string | undefined => {
  const { plans, currencySymbol } = useSite();
  const { t } = useLingui();
  const alone = plans.filter(({ opens }) => opens !== 'everything' && opens.courseIds.length === 1);
  const plan = cheapestFor(alone, courseId);
  if (!plan) return undefined;
  return plan.priceInPaise === 0 ? t`Free` : formatMoney(plan.priceInPaise, currencySymbol);
};

/** Shown beside the button, before the payment. */
export const renewalOf = ({ isRenewing, term }: Plan, language: Language): string =>
  language._(
    isRenewing
      ? msg`Renews automatically ${{ each: termWords(language).each(term) }} until you turn off renewal in your profile.`
      : msg`Does not renew automatically.`,
  );

/** "100% refund on cancellation within 7 days of purchase"; undefined where nothing is refunded. */
export const refundPromiseOf = ({ refundDays }: Pick<Plan, 'refundDays'>, { _ }: Language): string | undefined =>
  refundDays === 0
    ? undefined
    : _(
        msg({
          message: plural(refundDays, {
            one: '100% refund on cancellation within # day of purchase',
            other: '100% refund on cancellation within # days of purchase',
          }),
        }),
      );

/** "or in 3 parts", beside a price; undefined where it is paid at once. */
export const inPartsOf = ({ parts }: Pick<Plan, 'parts'>, { _ }: Language): string | undefined => {
  if (!parts) return undefined;
  const { length } = parts.list;
  return _(msg({ message: plural(length, { one: 'or in # part', other: 'or in # parts' }) }));
};

/** How many months a term has: none where it ends on a date, so that it shortens by the day. */
const monthsOf = (term: PlanTerm): number => (term.unit === 'until' ? 0 : MONTHS[term.unit] * term.count);

const pricePerMonth = ({ priceInPaise, term }: Plan): number => priceInPaise / monthsOf(term);

/** The price of a month, in whole rupees; undefined for a month or less, for a lifetime, and until a date. */
export const monthlyInPaise = (plan: Plan): number | undefined => {
  const months = monthsOf(plan.term);
  return months > 1 && months < Infinity ? Math.round(pricePerMonth(plan) / 100) * 100 : undefined;
};

/** The plan of which a month costs least, where plans that end differ. */
export const bestValue = (plans: readonly Plan[]): Plan | undefined => {
  const ending = plans.filter(({ term }) => term.unit !== 'lifetime' && term.unit !== 'until');
  return ending.length > 1 ? ending.toSorted((a, b) => pricePerMonth(a) - pricePerMonth(b))[0] : undefined;
};

/** "17 November 2028": the end of a term that begins then, in a time zone; undefined for a lifetime. */
export const formatEnd = (
  begin: string | number,
  term: PlanTerm,
  timeZone: string,
  dateStyle: 'long' | 'medium' = 'long',
  locale = ENGLISH,
): string | undefined => {
  if (term.unit === 'lifetime') return undefined;
  const format = dateFormat(locale, { dateStyle, timeZone: 'UTC' });
  if (term.unit === 'until') return format.format(new Date(term.date));
  const { unit, count } = term;
  const { year, month, day } = localTime(begin, timeZone);
  if (unit === 'day') return format.format(Date.UTC(year, month - 1, day + count));
  const months = month - 1 + (unit === 'year' ? 12 * count : count);
  const lastOfMonth = new Date(Date.UTC(year, months + 1, 0)).getUTCDate();
  return format.format(Date.UTC(year, months, Math.min(day, lastOfMonth)));
};

/** ", 153 days": how many days are left of a term that ends on a date, with today; nothing for another. */
export const daysLeftOf = (term: PlanTerm, nowMs: number, timeZone: string, { _ }: Language): string => {
  if (term.unit !== 'until') return '';
  const { year, month, day } = localTime(nowMs, timeZone);
  const count = 1 + (Date.parse(term.date) - Date.UTC(year, month - 1, day)) / DAY_MS;
  return count > 0 ? `, ${_(msg({ message: plural(count, { one: '# day', other: '# days' }) }))}` : '';
};

/** Access for life ends on the last day that a date can name. */
export const isForLife = (until: string | null): boolean => until !== null && until.startsWith('9999');

interface PriceProps {
  /** By default, the price of the bundle. */
  amountInPaise?: number;
  className?: string;
}

/** A large amount with a smaller currency symbol. */
export function Price({ amountInPaise, className = 'text-5xl' }: PriceProps) {
  const { currencySymbol, priceInPaise } = useSite();
  return (
    <span
      dir="ltr"
      className={`font-display inline-flex items-start pt-2 leading-none font-medium whitespace-nowrap ${className}`}
    >
      <span className="me-[0.06em] mt-[0.1em] text-[0.6em]">{currencySymbol}</span>
      {formatMoney(amountInPaise ?? priceInPaise, '')}
    </span>
  );
}

export const TermsLink = ({ children }: { children: ReactNode }) => (
  <Link to={pathTo('terms')} className="underline underline-offset-3">
    {children}
  </Link>
);

/** An amount in the display face, whose ₹ would touch the first figure. */
export function Amount({ paise }: { paise: number }) {
  const { currencySymbol } = useSite();
  return (
    <bdi dir="ltr">
      <span className="me-[0.06em]">{currencySymbol}</span>
      {formatMoney(paise, '')}
    </bdi>
  );
}
