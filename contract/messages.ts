/**
 * Every sentence shown to a person, by key. The first part is fixed by the specification, to the letter, spelling included.
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
    webhookTaken: 'Taken',
    already: 'You already have access',
    chooseState: 'Please choose the state you live in',
    purchasesFetched: 'Your purchases',
  },
  admin: {
    paymentsFetched: 'Payments',
    paymentFetched: 'Payment',
    toDoFetched: 'What needs a person',
    refundInitiated: 'Refund initiated',
    refundRequested: 'The refund is noted. It starts as soon as the payment provider answers.',
    handled: 'Taken off the list',
    preflightFetched: 'The plan at the payment provider',
    peopleFetched: 'People',
    accessFetched: 'Access',
    granted: 'Access granted',
    extended: 'Access extended',
    revoked: 'Access revoked',
    reasonMissing: 'Please give a reason: it is kept with the change',
    refundTooSmall: 'A refund is at least ₹1.00',
    refundTooLarge: 'That is more than is left of this payment',
    dayMissing: 'Please give the last day of access',
    dayPast: 'The last day of access must lie ahead',
    daysMissing: 'Please give a number of days from 1 to 3660',
  },
  unsubscribe: {
    loading: 'Cancelling course bundle...',
    success: 'Course bundle cancelled successfully',
    error: 'Something went wrong while cancelling course bundle',
    none: 'You have no course bundle to cancel',
    requested: 'Your cancellation is noted. The refund starts as soon as the payment provider answers.',
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
    wrongOld: 'The old password is not right',
  },
  forgotPassword: {
    error: 'Something went wrong.',
    sent: 'If an account has this e-mail, a reset link is on its way. It works for 15 minutes.',
    incomplete: 'Please enter your email',
  },
  resetPassword: {
    error: 'Something went wrong.',
    unexpected: 'Unexpected response. Please try again.',
    success: 'Password updated. Please log in with the new one.',
    incomplete: 'Please enter a new password',
  },
  denied: 'Access Denied',
  notFoundPage: 'Page Not Found',

  fields: {
    email: 'Invalid email address',
    shortPassword: 'Password should be at least 8 characters',
    longPassword: 'Password should be at most 256 characters',
    tooLong: 'That is longer than this field allows',
    badCharacters: 'That text has characters that cannot be stored',
    badAddress: 'Please give a web address such as https://school.example',
  },
  setup: {
    open: 'Setup is open',
    success: 'Your school is ready',
    incomplete: 'Please fill all the details',
  },
  site: { success: 'Site' },
  notices: {
    success: 'Notices',
    sellingOffNoKeys:
      'Selling is off: RAZORPAY_KEY_ID is not set. Set RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET, then start again.',
    sellingOffTestPublic:
      'Selling is off: test payments are not served on a public address. Set the Razorpay keys, or ALLOW_TEST_PAYMENTS=1 to try them.',
    sellingOffTestKeys:
      'Selling is off: the Razorpay keys are test keys. Set live keys, or ALLOW_TEST_PAYMENTS=1 to go on testing.',
    sellingOffNotRazorpay:
      'Selling is off: RAZORPAY_API_BASE or RAZORPAY_CHECKOUT_SCRIPT is not an address of Razorpay. Remove both settings, then start again.',
    sellingOffNoPlan: 'Selling is off: RAZORPAY_PLAN_ID is not set. Make the yearly plan at Razorpay and set its id.',
    sellingOffPlan: 'Selling is off: the plan at Razorpay is not what this school sells.',
    sellingOffStarting: 'Selling is off: the test payments are still starting.',
    testMode: 'Test mode: payments are pretend, no money moves.',
  },
} as const;

const collect = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(collect);

const sentences: ReadonlySet<string> = new Set(collect(messages));

/** Whether a text is from this catalogue, so that a library's own wording never reaches a person. */
export const isSentence = (text: string): boolean => sentences.has(text);
