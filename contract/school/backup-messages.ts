import { say } from '../languages/say.ts';

/** Messages about backups. */
export const backupMessages = {
  success: 'Backups fetched successfully',
  interrupted: 'It was interrupted, and is tried again.',
  old: (days: number) =>
    say('The last verified backup is {days} days old. Open Backups to see why, and to start one.', { days }),
  none: say('No backup has been verified yet. Open Backups to see why, and to start one.'),
  /** Beside fields of the settings, and of trying them. */
  badFolder: 'Enter the path of a folder on the server, such as /mnt/backups/school',
  badEndpoint: 'Enter an address such as https://s3.eu-central-1.amazonaws.com',
  badRegion: 'Enter a region, such as eu-central-1',
  badBucket: 'Enter the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens',
  badPrefix: 'Enter a name of lower-case letters, digits and hyphens, such as school',
  badHour: 'Choose an hour',
  keyIdMissing: 'Enter the ID of an access key',
  secretKeyMissing: 'Enter the secret of this access key',
  shortPassphrase: 'Enter at least 12 characters',
  ownFolder: 'Your school stores its files there. Choose a folder outside.',
  linkLocal: 'Link-local addresses, such as 169.254.1.1, can only be used as BACKUP_S3_ENDPOINT in the environment.',
  silent: 'The place does not respond.',
  unusable: (place: string, reason: string) => `${place} cannot be used: ${reason}`,
  changedBytes: (place: string) => `${place} does not return what was written there`,
  unreadable: 'Secrets of the backups were stored under another SECRET_KEY. Restore that key, or enter them again.',
  testFailed: 'The place could not be tried',
  works: 'A file was written there, read back and removed.',
  sameDisk:
    'A file was written there, read back and removed. It is on the disk of your school: if that fails, both are lost.',
} as const;
