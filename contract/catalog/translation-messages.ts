/** With the longest texts, they fit into the largest body. */
export const TEXTS_AT_ONCE = 100;

/** Messages about the texts of courses in further languages. */
export const translationMessages = {
  incomplete: 'Enter the texts to save',
  unknown: 'The course has no such text',
  tooMany: `Save up to ${TEXTS_AT_ONCE} texts at a time`,
  saved: 'Translations saved',
  failure: 'The translations could not be loaded',
  saveFailed: 'The translations could not be saved',
} as const;
