/** Messages about unfinished checkouts. */
export const recoveryMessages = {} as const;
