import { msg, plural } from '@lingui/core/macro';
import { eachOf, forLengthOf, lengthLabelOf, lengthOf, type PlanTerm, spanOf } from '#contract/billing/plan-term.ts';
import { ENGLISH, formatCalendarDay } from '#contract/format.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from './language.tsx';

/** How long a plan gives access, in the words of the page; see the functions of the contract for what each is like. */
export const termWords = ({ _, locale }: Language) => {
  const length = (term: PlanTerm): string => {
    if (term.unit === 'until') return _(msg`until ${{ day: formatCalendarDay(term.date, locale) }}`);
    const { unit, count } = term;
    if (unit === 'lifetime') return _(msg`a lifetime`);
    if (unit === 'day') return _(msg({ message: plural(count, { one: '# day', other: '# days' }) }));
    if (unit === 'month') return _(msg({ message: plural(count, { one: '# month', other: '# months' }) }));
    return _(msg({ message: plural(count, { one: '# year', other: '# years' }) }));
  };
  const label = (term: PlanTerm): string => (term.unit === 'lifetime' ? _(msg`For life`) : length(term));
  const span = (term: PlanTerm): string =>
    'count' in term && term.unit !== 'lifetime' ? _(msg`for ${{ length: length(term) }}`) : label(term);
  const each = (term: PlanTerm): string => _(msg`every ${{ length: length(term) }}`);
  return locale === ENGLISH
    ? { length: lengthOf, label: lengthLabelOf, forLength: forLengthOf, span: spanOf, each: eachOf }
    : { length, label, forLength: span, span, each };
};

export const useTermWords = () => termWords(useLanguage());
