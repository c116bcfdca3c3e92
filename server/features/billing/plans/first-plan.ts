/** The plan that every school begins with, and the one that cannot be deleted. */
export const BUNDLE_ID = 'yearly-bundle';

export const BUNDLE_PRICE_IN_PAISE = 49_900;

/** Raised when a plan changes. */
export const TOPIC = 'plans';
