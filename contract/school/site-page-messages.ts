/** Messages about the pages that owners write. */
export const sitePageMessages = {
  success: 'Pages fetched successfully',
  failure: 'The pages could not be loaded',
  titleMissing: 'Enter a title',
  bodyMissing: 'Enter a text',
  saveFailed: 'The draft could not be saved',
  createFailed: 'The page could not be added',
  acceptFailed: 'This could not be saved. Please try again.',
  removeFailed: 'The page could not be deleted',
  previewFailed: 'The preview could not be loaded',
} as const;
