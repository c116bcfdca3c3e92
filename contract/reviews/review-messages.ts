/** Messages about reviews of courses. */
export const reviewMessages = {
  failure: 'The reviews could not be loaded',
  incomplete: 'Write a few words',
  starsMissing: 'Choose how many stars',
  saveFailed: 'The review could not be saved. What you wrote is still here.',
  withdrawFailed: 'The review could not be withdrawn',
  hidden: 'Review hidden',
  shownAgain: 'The review is shown again',
  changeFailed: 'The change could not be saved',
} as const;
