export const personalDataMessages = {
  fetched: 'Your data fetched successfully',
  unread: 'This could not be loaded',
  requested: 'Your data is being prepared. A notice says when it is ready.',
  requestFailed: 'The export could not be requested',
  downloadFailed: 'The file could not be downloaded',
  planned: 'The deletion is planned',
  planFailed: 'The deletion could not be requested',
  takenBack: 'Your account stays',
  takeBackFailed: 'The deletion could not be taken back',
  personKept: 'The account stays',
  listFetched: 'Deletions fetched successfully',
  reasonMissing: 'Enter a reason',
} as const;
