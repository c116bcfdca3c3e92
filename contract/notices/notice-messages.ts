/** Messages about notices. */
export const noticeMessages = {
  success: 'Notices fetched successfully',
  error: 'Your notices could not be loaded',
  read: 'Marked as read',
  readFailed: 'The notice could not be marked as read',
  settings: 'Notice settings fetched successfully',
  saveFailed: 'Your notice settings could not be saved',
  timeZone: 'Choose a time zone from the list',
  optedOut: 'You will get no more of these emails',
  optOutFailed: 'These emails could not be stopped. Please try again.',
  classes: {
    account: 'Account and purchases. These are always on.',
    course: 'My courses',
    news: 'News',
  },
  channels: { app: 'On this site', email: 'Email', push: 'Phone or browser' },
  arrived: {
    read: 'Read on this site',
    unread: 'Not read yet',
    queued: 'waiting',
    sent: 'sent',
    suppressed: 'not sent',
    failed: 'failed',
  },
  noMailServer: 'no mail server',
  push: {
    denied: 'This browser blocks notices. Allow them in its settings for this site.',
    failed: 'Notices could not be switched on in this browser',
    testFailed: 'The test could not be sent',
    offer: 'Show answers in this browser, also while this site is closed?',
  },
  cadences: { at_once: 'At once', daily: 'Daily', weekly: 'Weekly', off: 'Off' },
} as const;
