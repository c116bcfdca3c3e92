export const sessionMessages = {
  fetched: 'Your devices',
  ended: 'Logged out on that device',
  othersEnded: 'Logged out on all other devices',
  endFailed: 'The device could not be logged out',
  unread: 'Your devices could not be loaded',
} as const;
