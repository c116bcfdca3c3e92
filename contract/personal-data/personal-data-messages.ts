export const personalDataMessages = {
  unread: 'This could not be loaded',
  requestFailed: 'The export could not be requested',
  downloadFailed: 'The file could not be downloaded',
  brought: 'File imported',
  bringFailed: 'The file could not be read',
  planFailed: 'The deletion could not be requested',
  takeBackFailed: 'The deletion could not be taken back',
  reasonMissing: 'Enter a reason',
} as const;
