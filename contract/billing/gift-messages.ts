/** Messages about gifts. */
export const giftMessages = {
  failed: 'The gift could not be changed',
  nameMissing: 'Please enter the name of the person',
  emailMissing: 'Please enter the email of the person',
  badDay: 'Please choose a day',
  dayPast: 'Choose today or a later day',
  dayTooLate: 'Choose a day within a year',
  refunded: 'This gift was refunded, so it cannot be redeemed',
  beingChecked: 'The payment of this gift is being reviewed, so it cannot be redeemed at the moment',
  ended: (day: string) => `This gift could be redeemed until ${day}`,
  notNeededUntil: (day: string) =>
    `You have access until ${day} or longer already. Pass the link on to another person.`,
  dayAfterEnd: 'Choose a day before the access ends',
  windowOver: 'The refund window of this gift is over',
} as const;
