export const ownWordMessages = {
  failure: 'The sentences could not be loaded',
  saveFailed: 'The sentence could not be saved',
  resetFailed: 'The sentence could not be reset',
  saved: 'Saved. Pages show it when they are loaded again.',
  reset: 'This sentence is the default again',
  incomplete: 'Enter a sentence',
  tooMany: 'Your school has changed as many sentences as it can. Reset others first.',
} as const;
