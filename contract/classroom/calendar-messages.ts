/** Messages about the calendar of live classes. */
export const calendarMessages = {
  failure: 'The address could not be loaded',
  renewed: 'New address. Add it to your calendar again.',
  renewFailed: 'The address could not be renewed',
  copied: 'Address copied',
  name: (school: string) => `Live classes: ${school}`,
  join: (address: string) =>
    `Join on the page of the class: ${address}\nThe link is there from 15 minutes before the start to the end.`,
} as const;
