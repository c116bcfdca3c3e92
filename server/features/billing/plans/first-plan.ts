import type { PlanTerm } from '#contract/billing/plan-term.ts';

/** The initial plan of every school, which cannot be deleted. */
export const BUNDLE_ID = 'yearly-bundle';

export const BUNDLE_PRICE_IN_PAISE = 49_900;

/** The yearly bundle, also at another price. */
export const isYearlyBundle = (planId: string, term: PlanTerm): boolean =>
  planId === BUNDLE_ID && term.unit === 'year' && term.count === 1;

/** Raised when a plan changes. */
export const TOPIC = 'plans';
