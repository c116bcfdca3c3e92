/** Messages about unfinished checkouts. */
export const recoveryMessages = {
  fetched: 'Unfinished checkouts',
} as const;
