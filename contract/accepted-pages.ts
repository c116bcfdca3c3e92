/** The pages that a new account accepts, and those that a purchase accepts, once they are published. */
export const ACCEPTED_BY_ACCOUNTS: readonly string[] = ['terms', 'privacy'];
export const ACCEPTED_BY_BUYERS: readonly string[] = [...ACCEPTED_BY_ACCOUNTS, 'refund'];
