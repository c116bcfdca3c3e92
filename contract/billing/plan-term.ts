/** How long a purchase gives access: so many days, months or years of the calendar, or for life. */
export interface PlanTerm {
  unit: 'day' | 'month' | 'year' | 'lifetime';
  /** 1 for a lifetime. */
  count: number;
}

const timesOf = ({ unit, count }: PlanTerm): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** "1 year", "30 days"; "a lifetime". */
export const lengthOf = (term: PlanTerm): string => (term.unit === 'lifetime' ? 'a lifetime' : timesOf(term));

/** "1 year", or "For life": where it stands alone. */
export const lengthLabelOf = (term: PlanTerm): string => (term.unit === 'lifetime' ? 'For life' : timesOf(term));

/** "for a year", "for 2 months", "for life". */
export const spanOf = (term: PlanTerm): string =>
  term.unit === 'lifetime' ? 'for life' : `for ${term.count === 1 ? `a ${term.unit}` : timesOf(term)}`;

/** "valid for 1 year", or "for life". */
export const validityOf = (term: PlanTerm): string =>
  term.unit === 'lifetime' ? 'for life' : `valid for ${timesOf(term)}`;

/** "each year", "every 3 months". */
export const eachOf = (term: PlanTerm): string => (term.count === 1 ? `each ${term.unit}` : `every ${timesOf(term)}`);
