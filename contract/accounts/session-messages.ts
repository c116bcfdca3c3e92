export const sessionMessages = {
  endFailed: 'The device could not be logged out',
  unread: 'Your devices could not be loaded',
} as const;
