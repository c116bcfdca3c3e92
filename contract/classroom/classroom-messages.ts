export const lectures = {
  loading: 'Fetching course lectures...',
  success: 'Course lectures fetched successfully',
  error: 'Failed to fetch course lectures',
  addLoading: 'Adding course lectures...',
  addSuccess: 'Lectures added successfully',
  addError: 'Failed to addd course lectures',
  addIncomplete: 'All fields are mandatory',
  deleteLoading: 'Deleting course lecture...',
  deleteSuccess: 'Course lecture delete successfully',
  deleteError: 'Failed to delete course lecture',
  broken: 'Something went wrong',
} as const;

export const progress = {
  done: 'Marked as watched',
  undone: 'Marked as not watched',
} as const;

export const offline = {
  keys: 'Keys of downloaded lectures',
  full: 'This device has the maximum of 100 downloads. Remove one first.',
  notBegun: 'Start the quiz first. A download takes the attempt that you began, and uses none up.',
} as const;

export const player = {
  turnPhone: 'Turn your phone on its side: the video fills the window. In full screen the watermark would be missing.',
  noFullscreen: 'This browser does not allow full screen here',
  noPicture: 'This browser does not allow picture in picture here',
} as const;

export const uploads = {
  noted: 'The lecture is added as soon as the upload finishes',
  unreadable: 'This file cannot be read. It may have been moved or changed; choose it again.',
  offline: 'The server cannot be reached. The upload resumes when you’re back online.',
  signedOut: 'Your session has ended. Log in again to resume the upload.',
  refused: 'The server does not accept this file.',
  interrupted: 'The server is not responding. Retrying automatically.',
  notInPlace: 'The upload finished, but the file is not replaced yet.',
  otherFile: 'This is a different file. Choose the one with the name and size shown here.',
} as const;
