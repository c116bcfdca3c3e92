const events = {
  purchase: 'Purchases that were paid',
  refund: 'Refunds that were paid out',
  registration: 'New accounts',
  completion: 'Courses that were completed',
  certificate: 'Certificates that were issued',
  review: 'Reviews that were published',
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
