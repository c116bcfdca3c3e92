const events = {
  purchase: 'Paid purchases',
  refund: 'Refunds',
  registration: 'New accounts',
  completion: 'Completed courses',
  certificate: 'Issued certificates',
  review: 'Published reviews',
};

export const webhookMessages = {
  failure: 'The webhooks could not be loaded',
  createFailed: 'The webhook was not added',
  changeFailed: 'The webhook was not changed',
  sendFailed: 'The message was not sent',
  badUrl: 'Enter an address that begins with https://',
  eventMissing: 'Choose at least one event',
  events,
};
