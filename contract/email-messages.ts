/** In the place of a message about an email, in a school without a mail server. */
export const notSent = {
  toStaff: 'Saved, but not sent: no mail server is set up',
  toOthers: 'This school can’t send emails yet. Please ask the school for help.',
} as const;
