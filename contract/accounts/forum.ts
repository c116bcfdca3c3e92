import { z } from 'zod';
import { post, saying } from '../endpoint.ts';
import { orNothing } from '../fields.ts';
import { messages } from '../messages.ts';

/** The forum of the school, which Discourse runs: its members log in here (DiscourseConnect). */
export const ForumSettings = z.object({
  /** Such as `https://forum.school.example`; '' without one. */
  address: z.string(),
});
export type ForumSettings = z.output<typeof ForumSettings>;

/** `secret` replaces the stored one; without it, that one stays. */
export const ForumChange = ForumSettings.extend({
  address: orNothing(
    z
      .url({ protocol: /^https$/, error: messages.forum.badAddress })
      .max(300, messages.fields.tooLong)
      .refine((address) => !/[?#@]/.test(address), messages.forum.badAddress)
      .transform((address) => address.replace(/\/+$/, '')),
  ),
  // Discourse takes no shorter one.
  secret: orNothing(z.string().min(10, messages.forum.shortSecret).max(200, messages.fields.tooLong)).optional(),
});

export const forum = {
  logIn: post('/user/discourse-sign-in', {
    access: 'user',
    summary: 'Take a request of the school’s Discourse forum for a login, and get the address that completes it',
    // As they are in the address: each character is signed, also the end of the line after base64.
    body: z.object({ sso: z.string().min(1).max(4000), sig: z.string().min(1).max(200) }),
    incomplete: messages.forum.refused,
    rateLimit: { perUser: 60 },
    errors: ['forum_off', 'forum_refused'],
    response: saying(messages.forum.going, {
      /** In the forum, with the signed account. */
      address: z.string(),
    }),
  }),
};
