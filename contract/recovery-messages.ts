/** Messages about unfinished checkouts. */
export const recoveryMessages = {
  fetched: 'Unfinished checkouts',
  optedOut: 'You will get no more of these emails',
  optOutFailed: 'Your choice could not be saved',
} as const;
