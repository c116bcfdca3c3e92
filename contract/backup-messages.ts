/** Messages about backups. */
export const backupMessages = {
  success: 'Backups fetched successfully',
  started: 'Backup started',
  interrupted: 'It was interrupted, and is tried again.',
  old: (days: number) => `The last verified backup is ${days} days old. Open Backups to see why, and to start one.`,
  none: 'No backup has been verified yet. Open Backups to see why, and to start one.',
  email: {
    subject: (days: number | undefined) =>
      days === undefined
        ? 'No backup of your school has been verified yet'
        : `The last backup of your school is ${days} days old`,
    heading: 'Backups need attention',
    text: 'Backups are scheduled, but none was written and verified in the last two days. If the server is lost now, so is what happened since then.',
    problem: (problem: string) => `The last one failed: ${problem}`,
    button: 'Open Backups',
  },
} as const;
