export const podcastMessages = {
  failure: 'The address could not be loaded',
  renewed: 'New address. Add it to your podcast app again.',
  renewFailed: 'The address could not be renewed',
  copied: 'Address copied',
  /** In place of the episodes, while a part is overdue. */
  paused: 'Your access to this course is paused',
  /** The only episode after access has ended. */
  ended: {
    title: 'Your access to this course has ended',
    text: (course: string) => `Renew your access to hear the lectures of ${course} again.`,
  },
} as const;
