/** Messages about messages to the school. */
export const inboxMessages = {
  success: 'Messages fetched successfully',
  error: 'The messages could not be loaded',
  incomplete: 'Enter a reply',
  sending: 'Sending your reply...',
  unreachable: (email: string) => `You can’t reply: “${email}” isn’t an email address.`,
  replyFailed: 'The reply could not be sent',
  done: 'Marked as done',
  open: 'Moved back to open',
  changeFailed: 'The message could not be changed',
} as const;
