import { formatCalendarDay } from '../format.ts';

/** How long a purchase gives access: days, months or years of the calendar, for life, or until the end of a day, whenever it is bought. */
export type PlanTerm =
  | {
      unit: 'day' | 'month' | 'year' | 'lifetime';
      /** 1 for a lifetime. */
      count: number;
    }
  | { unit: 'until'; date: string };

/** "until 30 April 2027"; undefined for a term that begins with the purchase. */
const untilOf = (term: PlanTerm): string | undefined =>
  term.unit === 'until' ? `until ${formatCalendarDay(term.date)}` : undefined;

const timesOf = (term: PlanTerm): string =>
  untilOf(term) ?? ('count' in term ? `${term.count} ${term.unit}${term.count === 1 ? '' : 's'}` : '');

/** "1 year", "30 days"; "a lifetime"; "until 30 April 2027". */
export const lengthOf = (term: PlanTerm): string => (term.unit === 'lifetime' ? 'a lifetime' : timesOf(term));

/** "1 year", "For life" or "Until 30 April 2027": where it stands alone. */
export const lengthLabelOf = (term: PlanTerm): string => {
  if (term.unit === 'lifetime') return 'For life';
  return term.unit === 'until' ? `Until ${formatCalendarDay(term.date)}` : timesOf(term);
};

/** "for 1 year", "for life", "until 30 April 2027". */
export const forLengthOf = (term: PlanTerm): string =>
  untilOf(term) ?? (term.unit === 'lifetime' ? 'for life' : `for ${timesOf(term)}`);

/** "for a year", "for 2 months", "for life", "until 30 April 2027". */
export const spanOf = (term: PlanTerm): string =>
  term.unit !== 'lifetime' && 'count' in term && term.count === 1 ? `for a ${term.unit}` : forLengthOf(term);

/** "valid for 1 year", "valid until 30 April 2027", or "for life". */
export const validityOf = (term: PlanTerm): string =>
  term.unit === 'lifetime' ? 'for life' : `valid ${forLengthOf(term)}`;

/** "each year", "every 3 months". */
export const eachOf = (term: PlanTerm): string =>
  'count' in term && term.count === 1 ? `each ${term.unit}` : `every ${timesOf(term)}`;
