export const fields = {
  email: 'Invalid email address',
  shortPassword: 'Password should be at least 8 characters',
  longPassword: 'Password should be at most 256 characters',
  tooLong: 'This is longer than the field allows',
  notChanged: 'Nothing was changed. Please try again.',
  notSaved: 'Nothing was saved. Please try again.',
  badCharacters: 'This text contains characters that cannot be stored',
  addressInName: 'Enter a name without a web address',
  badAddress: 'Please enter a web address such as https://school.example',
  badImage: 'Choose a jpg, jpeg or png image',
  thumbnailTooLarge: 'A thumbnail can be up to 5 MB',
  noClipboard: 'This browser does not allow copying here',
  badGstin: 'This is not a GSTIN. Check each of its 15 characters.',
} as const;

export const request = {
  badField: 'Please check this field',
  sendAs: (types: string[]) =>
    types.length === 0 ? 'Send this request without a body' : `Send this request as ${types.join(' or ')}`,
  missingFile: 'Please add a file',
  fileNeedsForm: 'This file is missing: send the fields and the file as multipart/form-data',
} as const;
