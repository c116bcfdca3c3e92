import { msg, plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import type { Plan } from '#contract/billing/plans.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { cheapestFor, firstBundle, inPartsOf, Price } from '#web/features/billing/plan-terms.tsx';
import { termWords } from '#web/ui/language/term-words.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { formatMoney } from '#contract/format.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

type AboutCourse = ResponseOf<'GET /courses/:courseId/about'>['course'];

export type OfferedCourse = Pick<AboutCourse, '_id' | 'title' | 'thumbnail' | 'numberOfLectures'>;

/** What is sold on the page of a course, and what of it is chosen. */
export interface Offer {
  plans: readonly Plan[];
  /** The cheapest plan that opens the course without everything. */
  alone: Plan | undefined;
  bundle: Plan | undefined;
  chosen: Plan | undefined;
  choose: (plan: Plan) => void;
}

export const useOffer = (courseId: string, plans: readonly Plan[]): Offer => {
  const [chosenId, setChosenId] = useState<string>();
  const alone = cheapestFor(plans, courseId);
  const bundle = firstBundle(plans);
  return {
    plans,
    alone,
    bundle,
    chosen: bundle && bundle._id === chosenId ? bundle : (alone ?? bundle),
    choose: ({ _id }) => setChosenId(_id),
  };
};

/** Whether an account is all that the chosen plan costs. */
export const isFree = ({ chosen }: Offer): boolean => chosen?.priceInPaise === 0;

const nameOf = ({ name, opens }: Plan, { _ }: Language): string => {
  if (opens === 'everything') return _(msg`All courses`);
  return opens.courseIds.length === 1 ? _(msg`This course`) : name;
};

const noteOf = ({ opens, term }: Plan, { numberOfLectures }: OfferedCourse, language: Language): string => {
  const { _ } = language;
  const amount = (): string => {
    if (opens === 'everything') return _(msg`Every lecture`);
    const { length: total } = opens.courseIds;
    if (total > 1) return _(msg({ message: plural(total, { one: '# course', other: '# courses' }) }));
    return _(msg({ message: plural(numberOfLectures, { one: '# lecture', other: '# lectures' }) }));
  };
  return `${amount()}, ${termWords(language).span(term)}`;
};

/** "this course, for life", after a price. */
export const scopeOf = ({ name, opens, term }: Plan, language: Language): string => {
  const { _ } = language;
  const scope =
    opens === 'everything' ? _(msg`all courses`) : opens.courseIds.length === 1 ? _(msg`this course`) : name;
  return `${scope}, ${termWords(language).span(term)}`;
};

/** The course alone and the bundle, side by side. */
export function OfferChoice({ course, offer }: { course: OfferedCourse; offer: Offer }) {
  const id = useId();
  const { currencySymbol } = useSite();
  const language = useLanguage();
  const { alone, bundle, chosen, choose } = offer;
  const plans = [alone, bundle].filter((plan) => plan !== undefined);
  return (
    <fieldset className="space-y-3">
      <legend className="mb-3 text-title font-display font-medium">
        <Trans>Choose what you buy</Trans>
      </legend>
      {plans.map((plan) => (
        <label
          key={plan._id}
          className="surface flex min-h-20 cursor-pointer items-center gap-4 p-4 has-checked:border-primary has-checked:bg-base-200 has-checked:shadow-[inset_0_0_0_1px_var(--color-primary)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
        >
          <input
            type="radio"
            name={id}
            checked={plan === chosen}
            onChange={() => choose(plan)}
            className="radio radio-primary shrink-0"
          />
          <span className="min-w-0 flex-1 font-semibold wrap-anywhere">
            {nameOf(plan, language)}
            <span className="meta block font-normal">{noteOf(plan, course, language)}</span>
          </span>
          <span className="shrink-0 text-end">
            {plan.comparePriceInPaise !== null && (
              <s className="meta block">{formatMoney(plan.comparePriceInPaise, currencySymbol)}</s>
            )}
            <Price amountInPaise={plan.priceInPaise} className="text-3xl" />
            {plan.parts && <span className="meta block">{inPartsOf(plan, language)}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
