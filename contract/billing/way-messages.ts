/** Messages about money that comes past the payment provider. */
export const wayMessages = {
  sent: 'The school has your message. It looks for your payment.',
  withdrawn: 'Withdrawn',
  pictureSaved: 'Picture added',
  confirmed: 'Payment confirmed',
  refused: 'Payment refused',
  recorded: 'Payment recorded',
  reversed: 'Payment reversed',
  paidBack: 'Paid back',
  dayMissing: 'Enter the day of the payment',
  dayInFuture: 'Choose today or an earlier day',
  dayTooEarly: 'Choose a day within the last 400 days',
  referenceMissing: 'Enter the reference of the payment',
  badUpiReference: 'The reference of a UPI payment has 12 digits',
  usedByYou: (order: string) => `This reference was already sent for order ${order}`,
  usedBy: (order: string, name: string, day: string) =>
    `This reference was already counted: order ${order} of ${name}, received on ${day}`,
  confirmedBy: (name: string, day: string) => `Already confirmed${name && ` by ${name}`} on ${day}`,
  amountMissing: 'Enter the amount that came',
  reasonMissing: 'Enter a reason',
  lessThanPrice: (missing: string) =>
    `${missing} less than the price. Say what was agreed, or refuse it: payment in parts is not possible yet.`,
  badUpiId: 'Enter a UPI ID, such as school@bank',
  upiIdMissing: 'Enter the UPI ID that buyers pay to',
  textMissing: 'Enter what buyers need to know to pay this way',
  badPhone: 'Enter a phone number with its country code, such as +91 98765 43210',
  /** Confirm says these first. */
  warnings: {
    paidOtherwise: (day: string) => `Already paid another way on ${day}`,
    expired: (day: string) => `The price was kept until ${day}`,
    withdrawn: (day: string) => `Withdrawn by the buyer on ${day}`,
    refused: (day: string, reason: string) => `Refused on ${day}: ${reason}`,
    covered: 'This person already has what the plan opens, and it does not end soon',
    blocked: 'This account is blocked or closed: the payment gives no access',
  },
  offlineOnly: 'Only a payment that came past the payment provider is paid back by hand',
  rangeTooLong: 'Choose at most a year',
} as const;
