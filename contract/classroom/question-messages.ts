/** Messages about questions under lectures. */
export const questionMessages = {
  textMissing: 'Please enter a question',
  answerMissing: 'Please enter an answer',
  answered: 'Answer sent',
  accepted: 'Marked as the answer',
  unaccepted: 'No longer marked as the answer',
  followed: 'You’ll be told about answers',
  unfollowed: 'You won’t be told about answers',
  hidden: 'Hidden',
  shown: 'Shown to everyone',
  reasonMissing: 'Please enter a reason',
  failed: 'The questions could not be loaded.',
  refused: 'The question was refused.',
  notSent: 'Not sent. A draft stays on this device.',
} as const;
