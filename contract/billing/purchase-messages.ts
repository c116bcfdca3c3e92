export const payment = {
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
  started: 'Subscription created',
  mayBePaid:
    'Your bank may still have charged you. If so, you get access automatically within minutes. Check your profile before you pay again.',
  already: 'You already have access',
  /** "You have this course until 3 May 2027 through All courses." */
  covered: (what: string, until: string | undefined, through: string) =>
    `You have ${what} ${until === undefined ? 'for life' : `until ${until}`}${through}.`,
  chooseState: 'Please choose the state you live in',
  businessNameMissing: 'Please enter the name of the business',
  businessAddressMissing: 'Please enter the address of the business',
} as const;

export const unsubscribe = {
  loading: 'Cancelling course bundle...',
  success: 'Course bundle cancelled successfully',
  error: 'Something went wrong while cancelling course bundle',
  none: 'You have no course bundle to cancel',
  purchaseSuccess: 'Purchase cancelled. Your refund has started.',
  purchaseNone: 'There is nothing to cancel in this purchase',
  purchaseLoading: 'Cancelling your purchase...',
  purchaseError: 'The purchase could not be cancelled',
  requested: 'Cancellation requested. The refund starts as soon as the payment provider accepts it.',
  deducted:
    'This was deducted from the purchase of everything, so it cannot be refunded alone. Cancel that purchase first.',
  forLife: 'Has no end date',
  endsOn: (date: string) => `Ends on ${date}, does not renew`,
} as const;
