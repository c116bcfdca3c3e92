/** Messages about lectures that are not videos. */
export const lectureKindMessages = {
  conflict: (title: string, course: string) =>
    `${title} (${course}) uses this link at the same time. Choose another time, or another link.`,
  imageFailed: 'Failed to add the image',
  soundMissing: 'Choose a sound',
  soundFailed: 'Failed to add the sound',
  audioReplaced: 'Audio replaced',
  pdfReplaced: 'PDF replaced',
  recordingAdded: 'Recording added',
  textMissing: 'Write the text of the lecture',
  urlMissing: 'Enter the link of the class. It begins with https://',
  startMissing: 'Choose when the class starts',
  lengthMissing: 'Enter the length in minutes, from 1 to 1440',
  fileMissing: 'Please choose a file',
} as const;
