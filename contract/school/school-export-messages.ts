export const schoolExportMessages = {
  failure: 'The exports could not be loaded',
  requested: 'The export is being prepared. A notice says when it is ready.',
  requestFailed: 'The export could not be requested',
  downloadFailed: 'The file could not be downloaded',
  removed: 'Export deleted',
  removeFailed: 'The export could not be deleted',
} as const;
