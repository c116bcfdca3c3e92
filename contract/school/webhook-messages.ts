import { say } from '../languages/say.ts';
const events = {
  purchase: say('Paid purchases'),
  refund: say('Refunds'),
  registration: say('New accounts'),
  completion: say('Completed courses'),
  certificate: say('Issued certificates'),
  review: say('Published reviews'),
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
