export const courseDelete = {
  question: 'Are you sure you want to delete the course ? ',
  loading: 'deleting course ...',
  success: 'Courses deleted successfully',
  error: 'Failed to delete the courses',
} as const;

export const courseCreate = {
  loading: 'Creating new courses',
  success: 'Course created Succesfully',
  error: 'Failed to create course',
  incomplete: 'Please fill all the fields',
} as const;

export const authoring = {
  fetched: 'Course fetched successfully',
  deletedFetched: 'Deleted items fetched successfully',
  courseSaving: 'Saving the course...',
  courseSaved: 'Course saved',
  courseFailed: 'Failed to save the course',
  published: 'Published',
  drafted: 'Unpublished. Learners no longer see it.',
  lectureSaving: 'Saving the lecture...',
  lectureSaved: 'Lecture saved',
  lectureFailed: 'Failed to save the lecture',
  videoMissing: 'Please choose a video',
  videoReplaced: 'Video replaced',
  orderSaved: 'Order saved',
  orderFailed: 'Failed to save the order',
  captionsIncomplete: 'Please choose a file and enter a name',
  captionsSaving: 'Saving the captions...',
  captionsSaved: 'Captions saved',
  captionsFailed: 'Failed to save the captions',
  captionsDeleted: 'Captions removed',
  attachmentIncomplete: 'Please choose a file',
  attachmentSaving: 'Adding the attachment...',
  attachmentSaved: 'Attachment added',
  attachmentFailed: 'Failed to save the attachments',
  attachmentDeleted: 'Attachment removed',
  badChapters: (line: number) =>
    `Line ${line}: enter a start time and a title, such as 1:30 The wind. Each time must be later than the one before.`,
  captionsBadLine: (line: number) => `Line ${line} of the captions cannot be read`,
  captionsOutOfOrder: (line: number) => `The captions are not in order at line ${line}`,
  captionsNoCue: 'This file has no captions',
  restoring: 'Restoring...',
  restored: 'Restored',
  restoreFailed: 'Failed to restore',
} as const;
