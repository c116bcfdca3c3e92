/** Messages about reviews of courses. */
export const reviewMessages = {
  fetched: 'Reviews fetched successfully',
  failure: 'The reviews could not be loaded',
  incomplete: 'Write a few words',
  starsMissing: 'Choose how many stars',
  saved: 'Review saved',
  saveFailed: 'The review could not be saved. What you wrote is still here.',
  withdrawn: 'Review withdrawn',
  withdrawFailed: 'The review could not be withdrawn',
  noted: 'You will not be asked again',
  answered: 'Answer published',
  answerDeleted: 'Answer deleted',
  hidden: 'Review hidden',
  shownAgain: 'The review is shown again',
  changeFailed: 'The change could not be saved',
} as const;
