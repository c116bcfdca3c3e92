/** Messages about lectures that are not videos. */
export const lectureKindMessages = {
  added: 'Lecture added',
  joined: 'Joined the class',
  imageAdded: 'Image added',
  imageFailed: 'Failed to add the image',
  audioReplaced: 'Audio replaced',
  pdfReplaced: 'PDF replaced',
  recordingAdded: 'Recording added',
  textMissing: 'Write the text of the lecture',
  urlMissing: 'Enter the link of the class. It begins with https://',
  startMissing: 'Choose when the class starts',
  lengthMissing: 'Enter the length in minutes, from 1 to 1440',
  fileMissing: 'Please choose a file',
} as const;
