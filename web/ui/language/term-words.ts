import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { eachOf, lengthLabelOf, lengthOf, type PlanTerm, spanOf } from '#contract/billing/plan-term.ts';
import { SOURCE_LANGUAGE } from '#contract/school/language-paths.ts';

/** A date without its time, `2027-04-30`, as the language writes it. */
const dayIn = (code: string, date: string): string =>
  new Intl.DateTimeFormat(`${code}-IN-u-nu-latn`, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));

/** How long a plan gives access, in the words of the page; see the functions of the contract for what each is like. */
export const useTermWords = () => {
  const { t, i18n } = useLingui();
  const code = i18n.locale;
  const length = (term: PlanTerm): string => {
    if (term.unit === 'until') return t`until ${{ day: dayIn(code, term.date) }}`;
    const { unit, count } = term;
    if (unit === 'lifetime') return t`a lifetime`;
    if (unit === 'day') return t({ message: plural(count, { one: '# day', other: '# days' }) });
    if (unit === 'month') return t({ message: plural(count, { one: '# month', other: '# months' }) });
    return t({ message: plural(count, { one: '# year', other: '# years' }) });
  };
  const other = {
    length,
    label: (term: PlanTerm): string => (term.unit === 'lifetime' ? t`For life` : length(term)),
    span: (term: PlanTerm): string => (term.unit === 'until' ? length(term) : t`for ${{ length: length(term) }}`),
    each: (term: PlanTerm): string => t`every ${{ length: length(term) }}`,
  };
  const english = { length: lengthOf, label: lengthLabelOf, span: spanOf, each: eachOf };
  return code === SOURCE_LANGUAGE ? english : other;
};
