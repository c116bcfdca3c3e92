/** Messages about the blocks of the home page and of courses. */
export const pageBlockMessages = {
  success: 'Blocks fetched successfully',
  failure: 'The blocks could not be loaded',
  incomplete: 'Fill in this field',
  incompleteBlocks: 'Complete each block, or delete it',
  badLink: 'Enter an address that begins with https://',
  pictureMissing: 'Choose a picture',
  tooMany: 'A page has up to 20 blocks',
  sameId: 'Two blocks are the same',
  saved: 'Blocks saved',
  saveFailed: 'The blocks could not be saved',
  pictureFailed: 'The picture could not be uploaded',
} as const;
