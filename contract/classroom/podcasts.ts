import { z } from 'zod';
import { get, post, success, saying } from '../endpoint.ts';
import { messages } from '../messages.ts';

const address = {
  /** Secret: an app that knows it plays what its user may hear. The feed of a course is `<address>/<courseId>.xml`. */
  address: z.string(),
};

export const podcasts = {
  address: get('/user/podcasts', {
    access: 'user',
    summary: 'Get the secret address of your podcasts: the feed of a course is below it',
    errors: ['podcasts_off'],
    response: success(address),
  }),
  renew: post('/user/podcasts/renew', {
    access: 'user',
    summary: 'Get a new secret address of your podcasts, which ends the one before',
    rateLimit: { perUser: 20 },
    errors: ['podcasts_off'],
    response: saying(messages.podcasts.renewed, address),
  }),
};
