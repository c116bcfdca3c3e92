import { inboxMessages } from './inbox-messages.ts';
import { videoMessages } from './video-messages.ts';
import { couponMessages } from './coupon-messages.ts';
import { planMessages } from './plan-messages.ts';

const others = ['another device', 'two other devices', 'three other devices', 'four other devices'];

/**
 * Every sentence shown to a user, by key. The specification fixes many of them to the letter, spelling mistakes included.
 */
export const messages = {
  register: {
    loading: 'Wait! creating your account',
    success: 'Account created successfully',
    error: 'Failed to create account',
    incomplete: 'Please fill all the details',
    shortName: 'Name should be atleast of 5 characters',
  },
  login: {
    loading: 'Wait! Authentication in progress..',
    success: 'Logged in successfully',
    error: 'Failed to login',
    incomplete: 'Please fill all the details',
  },
  logout: { loading: 'Wait! Logging out..', success: 'Logged out successfully', error: 'Failed to logout' },
  profile: {
    loading: 'Updating profile...',
    success: 'Profile updated successfully',
    error: 'Failed to update profile',
    broken: 'Something went wrong',
    incomplete: 'All fields are mandatory',
    shortName: 'Name cannot be less than 5 characters',
    fetched: 'User details',
  },
  courses: {
    loading: 'Loading courses...',
    success: 'Courses fetched successfully',
    error: 'Error while fetching courses',
    broken: 'Something went wrong while fetching courses',
  },
  courseAbout: { success: 'Course fetched successfully' },
  courseDelete: {
    question: 'Are you sure you want to delete the course ? ',
    loading: 'deleting course ...',
    success: 'Courses deleted successfully',
    error: 'Failed to delete the courses',
  },
  courseCreate: {
    loading: 'Creating new courses',
    success: 'Course created Succesfully',
    error: 'Failed to create course',
    incomplete: 'Please fill all the fields',
  },
  contact: {
    loading: 'Submitting your message...',
    success: 'Form submitted successfully',
    error: 'Failed to submit the form',
    broken: 'operation failed....',
    incomplete: 'All fields are mandatory',
    badEmail: 'Invalid email address',
  },
  payment: {
    keyFailed: 'Something went wrong while fetching Razorpay ID',
    purchaseFailed: 'Something went wrong while purchasing course bundle',
    windowOpened: 'Payment window opened',
    verified: 'Payment verified successfully',
    verifyFailed: 'Payment verification failed',
    successful: 'Payment successful',
    scriptFailed: 'Razorpay SDK failed to load. Check your connection.',
    notReady: 'Razorpay key or subscription ID is not available',
    recordsLoading: 'Fetching payment records...',
    recordsFetched: 'Payment records fetched successfully',
    recordsFailed: 'Something went wrong while fetching payment records',
    description: 'Subscription',
    keyFetched: 'Razorpay key',
    started: 'Subscription created',
    webhookTaken: 'Received',
    mayBePaid:
      'Your bank may still have charged you. If so, you get access automatically within minutes. Check your profile before you pay again.',
    already: 'You already have access',
    chooseState: 'Please choose the state you live in',
    businessNameMissing: 'Please enter the name of the business',
    businessAddressMissing: 'Please enter the address of the business',
    purchasesFetched: 'Your purchases',
  },
  plans: planMessages,
  coupons: couponMessages,
  admin: {
    paymentsFetched: 'Payments',
    paymentFetched: 'Payment',
    toDoFetched: 'Payments that need attention',
    refundInitiated: 'Refund initiated',
    refundRequested: 'Refund requested. It starts as soon as the payment provider accepts it.',
    handled: 'Marked as resolved',
    planChecked: 'Plan check',
    accessFetched: 'Access',
    granted: 'Access granted',
    extended: 'Access extended',
    revoked: 'Access revoked',
    reasonMissing: 'Please enter a reason. It is kept with the change.',
    refundTooSmall: 'The minimum refund is ₹1.00',
    refundTooLarge: 'This is more than can still be refunded',
    refundKey:
      'Send an idempotencyKey of 16 to 64 letters, digits, hyphens or underscores: a new one for each refund, the same one to repeat a request',
    dayMissing: 'Please enter the last day of access',
    dayPast: 'The last day of access must be in the future',
    daysMissing: 'Please enter a number of days from 1 to 3660',
  },
  people: {
    nobodyChosen: 'Choose at least one person',
    tooManyChosen: 'Choose at most 100 people, or all of a filter',
    subjectMissing: 'Please enter a subject',
    textMissing: 'Please enter a message',
    columnMissing: 'Choose the columns of the name and of the email',
  },
  unsubscribe: {
    loading: 'Cancelling course bundle...',
    success: 'Course bundle cancelled successfully',
    error: 'Something went wrong while cancelling course bundle',
    none: 'You have no course bundle to cancel',
    requested: 'Cancellation requested. The refund starts as soon as the payment provider accepts it.',
    forLife: 'Has no end date',
    endsOn: (date: string) => `Ends on ${date}, does not renew`,
  },
  lectures: {
    loading: 'Fetching course lectures...',
    success: 'Course lectures fetched successfully',
    error: 'Failed to fetch course lectures',
    addLoading: 'Adding course lectures...',
    addSuccess: 'Lectures added successfully',
    addError: 'Failed to addd course lectures',
    addIncomplete: 'All fields are mandatory',
    deleteLoading: 'Deleting course lecture...',
    deleteSuccess: 'Course lecture delete successfully',
    deleteError: 'Failed to delete course lecture',
    broken: 'Something went wrong',
  },
  progress: {
    stored: 'Progress saved',
    done: 'Marked as watched',
    undone: 'Marked as not watched',
    continueFetched: 'Continue watching',
  },
  authoring: {
    fetched: 'Course fetched successfully',
    deletedFetched: 'Deleted items fetched successfully',
    courseSaving: 'Saving the course...',
    courseSaved: 'Course saved',
    courseFailed: 'Failed to save the course',
    published: 'Published',
    drafted: 'Unpublished. Learners no longer see it.',
    lectureSaving: 'Saving the lecture...',
    lectureSaved: 'Lecture saved',
    lectureFailed: 'Failed to save the lecture',
    videoMissing: 'Please choose a video',
    videoReplaced: 'Video replaced',
    orderSaved: 'Order saved',
    orderFailed: 'Failed to save the order',
    captionsIncomplete: 'Please choose a file and enter a name',
    captionsSaving: 'Saving the captions...',
    captionsSaved: 'Captions saved',
    captionsFailed: 'Failed to save the captions',
    captionsDeleted: 'Captions removed',
    badChapters: (line: number) =>
      `Line ${line}: enter a start time and a title, such as 1:30 The wind. Each time must be later than the one before.`,
    captionsBadLine: (line: number) => `Line ${line} of the captions cannot be read`,
    captionsOutOfOrder: (line: number) => `The captions are not in order at line ${line}`,
    captionsNoCue: 'This file has no captions',
    restoring: 'Restoring...',
    restored: 'Restored',
    restoreFailed: 'Failed to restore',
  },
  inbox: inboxMessages,
  video: videoMessages,
  uploads: { listed: 'Uploads', noted: 'The lecture is added as soon as the upload finishes' },
  stats: {
    loading: 'Getting the stats...',
    success: 'Stats fetched successfully',
    error: 'Failed to load data stats',
  },
  changePassword: {
    busy: 'Updating...',
    success: 'Password changed successfully!',
    refused: 'Something went wrong',
    error: 'Server error',
    incomplete: 'All fields are mandatory',
    wrongOld: 'The old password is incorrect',
  },
  forgotPassword: {
    error: 'Something went wrong.',
    sent: 'If an account has this email, you’ll receive a reset link. It expires in 15 minutes.',
    incomplete: 'Please enter your email',
  },
  resetPassword: {
    error: 'Something went wrong.',
    unexpected: 'Unexpected response. Please try again.',
    success: 'Password updated. Please log in with the new one.',
    incomplete: 'Please enter a new password',
  },
  playback: {
    /** To the device that stops, of an account that may watch on so many. */
    displaced: (devices: number) =>
      `You’re already watching on ${others[devices - 1] ?? `${devices} other devices`}. If you watch here, playback stops on the one that started first.`,
  },
  denied: 'Access Denied',
  notFoundPage: 'Page Not Found',

  fields: {
    email: 'Invalid email address',
    shortPassword: 'Password should be at least 8 characters',
    longPassword: 'Password should be at most 256 characters',
    tooLong: 'This is longer than the field allows',
    badCharacters: 'This text contains characters that cannot be stored',
    badAddress: 'Please enter a web address such as https://school.example',
    badGstin: 'This is not a GSTIN. Check each of its 15 characters.',
  },
  request: {
    sendAs: (types: string[]) =>
      types.length === 0 ? 'Send this request without a body' : `Send this request as ${types.join(' or ')}`,
    missingFile: 'Please add a file',
    fileNeedsForm: 'This file is missing: send the fields and the file as multipart/form-data',
  },
  setup: {
    open: 'Setup is open',
    success: 'Your school is ready',
    incomplete: 'Please fill all the details',
  },
  settings: {
    fetched: 'Settings fetched successfully',
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
    badDevices: 'Enter a number from 1 to 10',
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
    keysChecked: 'The keys are right',
    badTaxRate: 'Enter a whole number from 0 to 100',
    badSender: 'Enter an address such as hello@school.example, or Name <hello@school.example>',
    fixed: (variable: string) => `Set by the environment: ${variable}. Change it on the server, then restart.`,
    passwordOfServer: 'Enter the password of this server and user',
    unreadable:
      'The password of the mail server was stored under another SECRET_KEY. Restore that key, or enter the password again under Settings, Email.',
    testSent: 'The mail server accepted the test email',
    testFailed: {
      refused: 'The mail server refused the user or the password.',
      unknownHost: 'There is no mail server of this name.',
      unreachable: 'The mail server could not be reached. Check its name, its port, and whether a firewall blocks it.',
      insecure: 'No encrypted connection could be made. Check the port and the encryption.',
      rejected: 'The mail server refused the email, its sender or its recipient.',
      other: 'The mail server did not accept the email.',
    },
  },
  outbox: {
    success: 'Outbox fetched successfully',
    error: 'Something went wrong while fetching the outbox',
    read: 'Email fetched successfully',
    hiddenLink: '(private link, hidden)',
    linkShown: 'Link shown. This has been recorded.',
  },
  site: { success: 'Site' },
  reports: { fetched: 'Report', failed: 'This report could not be loaded' },
  notices: {
    success: 'Notices',
    paymentsToDo: (count: number, hasMore: boolean) =>
      count === 1
        ? '1 payment needs attention. Open Payments to see what to do.'
        : `${count}${hasMore ? ' or more' : ''} payments need attention. Open Payments to see what to do.`,
    testMode: 'Test mode: no real money moves.',
    diskLow: (free: string, low: string) =>
      `Disk space is low: ${free} left for courses and files. This notice appears below ${low}. When the disk is full, nothing can be saved. Delete courses you no longer need, or use a larger disk.`,
    databaseFull:
      'The disk is full, so nothing can be saved. Free up space on the database’s disk, or use a larger one.',
    offline: 'You’re offline. Pages load when you reconnect.',
  },
} as const;

const collect = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(collect);

const sentences: ReadonlySet<string> = new Set(collect(messages));

/** Whether a text is from this catalogue, so that a library's own wording never reaches a user. */
export const isSentence = (text: string): boolean => sentences.has(text);
