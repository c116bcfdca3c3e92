/** Messages about coupons. */
export const couponMessages = {
  failed: 'The coupon could not be saved',
  incomplete: 'Please check the coupon',
  badCode: 'Enter 3 to 32 letters, digits, hyphens or underscores',
  badPercent: 'Enter a percentage from 1 to 100',
  badAmount: 'Enter an amount of at least ₹1',
  badLimit: 'Enter a whole number of at least 1',
  oneDiscount: 'Enter either a percentage or an amount',
  endsBeforeStart: 'The end must be later than the start',
  notYet: (date: string) => `This code starts on ${date}.`,
  ended: (date: string) => `This code ended on ${date}.`,
  planOrCourse: 'Choose either a plan or a course',
  otherPlan: 'This code is for another plan.',
  otherCourse: 'This code is for another course.',
  heldByYou: 'You have another payment with this code open. Complete that one, or try again in an hour.',
  usedByYou: 'You have already used this code.',
  firstPurchase: 'This code is for a first purchase.',
} as const;
