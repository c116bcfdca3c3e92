import { say } from './languages/say.ts';

export const courses = {
  loading: 'Loading courses...',
  success: 'Courses fetched successfully',
  error: 'Error while fetching courses',
  broken: 'Something went wrong while fetching courses',
} as const;

export const profile = {
  loading: 'Updating profile...',
  success: 'Profile updated successfully',
  error: 'Failed to update profile',
  broken: 'Something went wrong',
  incomplete: 'All fields are mandatory',
  shortName: 'Name cannot be less than 5 characters',
  language: 'Language saved',
} as const;

export const logout = {
  loading: 'Wait! Logging out..',
  success: 'Logged out successfully',
  error: 'Failed to logout',
} as const;

export const notices = {
  success: 'Notices',
  paymentsToDo: (count: number, hasMore: boolean) =>
    hasMore
      ? say('{count} or more payments need attention. Open Payments to see what to do.', { count })
      : say(
          '{count, plural, one {# payment needs} other {# payments need}} attention. Open Payments to see what to do.',
          { count },
        ),
  testMode: 'Test mode: nobody is charged.',
  /** Where the school shows an account of its own. */
  testModeOwnWays: 'Test mode: don’t send real money.',
  diskLow: (free: string, low: string) =>
    say(
      'Disk space is low: {free} left for courses and files. This notice appears below {low}. When the disk is full, nothing can be saved. Delete courses you no longer need, or use a larger disk.',
      { free, low },
    ),
  databaseFull: say(
    'The disk is full, so nothing can be saved. Free up space on the database’s disk, or use a larger one.',
  ),
  diskReadOnly: say(
    'The disk is read-only, so nothing can be saved. Check the disk for errors, and make it writable again. People can still read and watch.',
  ),
  offline: 'You’re offline. Pages load when you reconnect.',
  offlineDownloads: 'You’re offline. Downloaded lectures still play.',
  pageWaits: 'The site was updated. This page loads again when your upload is complete.',
  backOnline: 'Back online. Your place is saved.',
} as const;

export const denied = 'Access Denied';

export const notFoundPage = 'Page Not Found';
