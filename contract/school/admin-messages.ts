export const admin = {
  refundInitiated: 'Refund initiated',
  refundRequested: 'Refund requested. It starts as soon as the payment provider accepts it.',
  resolved: 'Marked as resolved',
  granted: 'Access granted',
  extended: 'Access extended',
  revoked: 'Access revoked',
  reasonMissing: 'Please enter a reason. It is stored with the change.',
  refundTooSmall: 'The minimum refund is ₹1.00',
  refundTooLarge: 'This is more than can still be refunded',
  refundKey:
    'Send an idempotencyKey of 16 to 64 letters, digits, hyphens or underscores: a new one for each refund, the same one to repeat a request',
  thanksMissing: 'Write the thank-you',
  dayMissing: 'Please enter the last day of access',
  dayPast: 'The last day of access must be in the future',
  hasAccessForLife: 'Access for life cannot be extended',
  extendsNothing: 'Name one plan, one course or one person',
  extensionMissing: 'Enter the last day of access, or a number of days',
  daysMissing: 'Please enter a number of days from 1 to 3660',
} as const;

export const people = {
  deletedAccount: 'Deleted account',
  nobodyChosen: 'Choose at least one person',
  tooManyChosen: 'Choose at most 100 people, or all of a filter',
  subjectMissing: 'Please enter a subject',
  textMissing: 'Please enter a message',
  nameMissing: 'Enter a name',
  emailMissing: 'Enter an email',
  columnMissing: 'Choose the columns of the name and of the email',
} as const;

export const settings = {
  /** What a new school says of itself, until its owner writes something else. */
  tagline: 'Find out best Online Courses',
  heroText: 'Taught by people who do the work. One yearly bundle opens every lecture.',
  loading: 'Saving…',
  saved: 'Settings saved',
  error: 'The settings could not be saved',
  failure: 'The settings could not be loaded',
  incomplete: 'Please fill all the fields',
  brandNameMissing: 'Enter the name of your school',
  taglineMissing: 'Enter a tagline',
  heroTextMissing: 'Enter a text',
  badAccent: 'Enter a colour such as #F37254',
  badTimeZone: 'Choose a time zone',
  badLanguage: 'Choose a language of the list',
  badDevices: 'Enter a number from 1 to 10',
  badAuditYears: 'Enter a number of years from 1 to 10',
  badNoticeMonths: 'Enter a number of months from 3 to 120',
  badMessageMonths: 'Enter a number of months from 0 to 120',
  badUploadSize: 'Enter a size from 1 MB to 1 TB',
  badLink: 'Enter a link that begins with https://',
  badHost: 'Enter the name of a server, such as smtp.example.com',
  badPort: 'Enter a port from 1 to 65535',
  badState: 'Choose a state',
  badSac: 'Enter 4 to 8 digits',
  badPlanId: 'Enter the ID of a plan, such as plan_Qm4Tz81LkA0bXy',
  secretOfKey: 'Enter the secret of this key',
  liveNeedsKeys: 'Live mode needs live keys. Enter them first.',
  unreadableSecret: 'It was stored under another SECRET_KEY. Restore that key, or enter the secret again.',
  checkFailed: 'The keys could not be checked',
  badTaxRate: 'Enter a whole number from 0 to 100',
  badSender: 'Enter an address such as hello@school.example, or Name <hello@school.example>',
  fixed: (variable: string) => `Set by the environment: ${variable}. Change it on the server, then restart.`,
  passwordOfServer: 'Enter the password of this server and user',
  unreadable:
    'The password of the mail server was stored under another SECRET_KEY. Restore that key, or enter the password again under Settings, Email.',
  testFailed: {
    refused: 'The mail server refused the user or the password.',
    unknownHost: 'There is no mail server of this name.',
    unreachable: 'The mail server could not be reached. Check its name, its port, and whether a firewall blocks it.',
    certificate: (problem: string) => `No encrypted connection could be made: ${problem}.`,
    insecure: 'No encrypted connection could be made. Check the port and the encryption.',
    notSmtp: 'No mail server responds there. Check the name and the port.',
    linkLocal: 'Link-local addresses, such as 169.254.1.1, can only be used as SMTP_URL in the environment.',
    rejected: 'The mail server refused the email, its sender or its recipient.',
    other: 'The mail server did not accept the email.',
  },
} as const;

export const emails = {
  success: 'Emails fetched successfully',
  error: 'Something went wrong while fetching the emails',
  read: 'Email fetched successfully',
  hiddenLink: '(private link, hidden)',
  linkShown: 'Link shown. This has been recorded.',
} as const;

export const stats = {
  loading: 'Getting the stats...',
  success: 'Stats fetched successfully',
  error: 'Failed to load data stats',
} as const;

export const firstSteps = {
  failure: 'The first steps could not be loaded',
  error: 'The step could not be marked as done',
} as const;

export const reports = { failed: 'This report could not be loaded' } as const;
