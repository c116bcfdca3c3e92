import { z } from 'zod';
import { get, post, success, saying } from '../endpoint.ts';
import { messages } from '../messages.ts';

const address = {
  /**
   * Secret: a calendar that knows it shows when the live classes of its user are. The feed is `<address>/classes.ics`, one class
   * `<address>/<lectureId>.ics`.
   */
  address: z.string(),
  /** How many classes are to come. */
  classes: z.int(),
};

export const calendar = {
  address: get('/user/calendar', {
    access: 'user',
    summary: 'Get the secret address of the calendar with your live classes',
    response: success(address),
  }),
  renew: post('/user/calendar/renew', {
    access: 'user',
    summary: 'Get a new secret address of your calendar, which ends the one before',
    rateLimit: { perUser: 20 },
    response: saying(messages.calendar.renewed, address),
  }),
};
