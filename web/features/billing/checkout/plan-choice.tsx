import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Plan } from '#contract/billing/plans.ts';
import { errorMessage, isNotFound } from '#web/api/api-error.ts';
import { planPriceQuery } from '#web/features/billing/billing-queries.ts';
import { useTermWords } from '#web/ui/language/term-words.ts';
import {
  bestValue,
  daysLeftOf,
  firstChoice,
  opensEverything,
  formatEnd,
  inPartsOf,
  monthlyInPaise,
  Price,
} from '#web/features/billing/plan-terms.tsx';
import { formatMoney, formatShortCalendarDay } from '#contract/format.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { useOrderAddress } from './checkout-queries.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/**
 * The plans to choose from and the one of the link, or else the first. A hidden plan comes alone, and one of chosen courses
 * beside the bundles: plans of other courses are not offered.
 */
export const useLinkedPlan = (linked: string | null) => {
  const { plans: shown } = useSite();
  const isHidden = linked !== null && !shown.some(({ _id }) => _id === linked);
  const hidden = useQuery({ ...planPriceQuery(linked ?? ''), enabled: isHidden });
  const plans = isHidden && hidden.data ? [hidden.data.plan] : shown;
  const plan = plans.find(({ _id }) => _id === linked) ?? firstChoice(plans);
  return {
    plans: plans.filter((one) => one === plan || opensEverything(one)),
    plan,
    isPending: isHidden && hidden.isPending,
    /** Why the plan of the link is not sold. */
    refusal: isNotFound(hidden.error) ? errorMessage(hidden.error, '') : '',
  };
};

/** The plan is named in the address. */
export const usePlanChoice = () => {
  const { named, rename } = useOrderAddress();
  return { ...useLinkedPlan(named('plan')), choose: (planId: string): void => rename('plan', planId) };
};

interface PlanChoiceProps {
  plans: readonly Plan[];
  plan: Plan;
  /** What a coupon and a deduction take off a plan. */
  takenOff: (plan: Plan) => number;
  /** The end of the current access, for a purchase that extends it. */
  renewsFrom: (plan: Plan) => string | null;
  /** The term begins when it is redeemed, at an unknown time. */
  isGift: boolean;
  /** The last day of the chosen plan with the chosen batch. */
  keptUntil: string | undefined;
  onChoose: (id: string) => void;
}

/** The price of a plan; the price before what is taken off it, or for comparison, is struck through. */
function PlanPrice({ plan, takenInPaise }: { plan: Plan; takenInPaise: number }) {
  const { currencySymbol } = useSite();
  const language = useLanguage();
  const priceInPaise = plan.priceInPaise - takenInPaise;
  // Beside parts it would read as the amount of one.
  const perMonth = plan.parts ? undefined : monthlyInPaise({ ...plan, priceInPaise });
  const struckInPaise = takenInPaise > 0 ? plan.priceInPaise : plan.comparePriceInPaise;
  return (
    <span className="text-end">
      <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
        {struckInPaise !== null && (
          <span className="text-sm whitespace-nowrap text-muted">
            <span className="sr-only">{takenInPaise > 0 ? <Trans>was</Trans> : <Trans>instead of</Trans>} </span>
            <s className="whitespace-nowrap">{formatMoney(struckInPaise, currencySymbol)}</s>
          </span>
        )}
        <Price amountInPaise={priceInPaise} className="text-3xl" />
      </span>
      {plan.parts && <span className="meta block">{inPartsOf(plan, language)}</span>}
      {perMonth !== undefined && (
        <span className="meta num block">
          <Trans>{{ price: formatMoney(perMonth, currencySymbol) }} a month</Trans>
        </span>
      )}
    </span>
  );
}

/** One radio button for each plan; the whole card is its label. */
export function PlanChoice({ plans, plan, takenOff, renewsFrom, isGift, keptUntil, onChoose }: PlanChoiceProps) {
  const { timeZone } = useSite();
  const language = useLanguage();
  const { label } = useTermWords();
  const nowMs = useNow();
  const best = bestValue(plans.filter(opensEverything));
  return (
    <fieldset className="space-y-3">
      <legend className="mb-3 font-semibold">
        <Trans>Choose a plan</Trans>
      </legend>
      {plans.map((one) => {
        const isKept = one === plan && keptUntil !== undefined;
        const end = isKept
          ? formatShortCalendarDay(keptUntil, language.locale)
          : formatEnd(renewsFrom(one) ?? nowMs, one.term, timeZone, 'medium', language.locale);
        const left = isKept ? '' : daysLeftOf(one.term, nowMs, timeZone, language);
        const until = `${end}${left}`;
        const untilEnd = language._(end === undefined ? msg`For life` : msg`Until ${until}`);
        return (
          <label
            key={one._id}
            className="surface flex min-h-20 cursor-pointer flex-wrap items-center gap-4 p-4 has-checked:border-primary has-checked:bg-base-200 has-checked:shadow-[inset_0_0_0_1px_var(--color-primary)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name="plan"
              value={one._id}
              checked={one === plan}
              onChange={() => onChoose(one._id)}
              className="radio radio-primary shrink-0"
            />
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                {one.name}
                {one === best && (
                  <span className="badge badge-primary whitespace-nowrap">
                    <Trans>Best value</Trans>
                  </span>
                )}
              </span>
              <span className="meta block">{isGift ? label(one.term) : untilEnd}</span>
            </span>
            <PlanPrice plan={one} takenInPaise={takenOff(one)} />
          </label>
        );
      })}
    </fieldset>
  );
}
