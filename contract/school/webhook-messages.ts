const events = {
  purchase: 'Paid purchases',
  refund: 'Refunds',
  registration: 'New accounts',
  completion: 'Completed courses',
  certificate: 'Issued certificates',
  review: 'Published reviews',
};

export const webhookMessages = {
  fetched: 'Webhooks',
  failure: 'The webhooks could not be loaded',
  created: 'Webhook added',
  createFailed: 'The webhook was not added',
  changed: 'Webhook changed',
  changeFailed: 'The webhook was not changed',
  rotated: 'Secret replaced',
  deleted: 'Webhook deleted',
  sent: 'Queued',
  sendFailed: 'The message was not sent',
  badUrl: 'Enter an address that begins with https://',
  eventMissing: 'Choose at least one event',
  events,
};
