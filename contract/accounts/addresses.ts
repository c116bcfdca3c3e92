import { z } from 'zod';
import { signedIn } from './accounts.ts';
import { del, post, put, success, saying } from '../endpoint.ts';
import { email, Instant, typedEmail } from '../fields.ts';
import { PendingConfirmations } from '../waits-for.ts';
import { messages } from '../messages.ts';

const words = messages.addresses;

/** The address of an account: confirmed, changed, and as a way to log in. */
export const addresses = {
  requestConfirmation: post('/user/email/confirmation', {
    access: 'user',
    summary: 'Email a link that confirms your address',
    rateLimit: { perUser: 5 },
    errors: ['email_is_confirmed'],
    sendsEmail: true,
    response: saying(messages.addresses.linkSent, {}),
  }),
  change: put('/user/email', {
    access: 'user',
    audit: 'email_change_requested',
    needsConfirmation: true,
    summary:
      'Begin to change your address: the new one gets a link that confirms it, and so does the old one if it is confirmed, with a button that stops the change',
    body: z.object({ email: email(words.missing) }),
    incomplete: words.missing,
    rateLimit: { perUser: 5 },
    errors: ['email_taken', 'email_is_yours'],
    sendsEmail: true,
    response: saying(messages.addresses.changeSent, {}),
  }),
  cancelChange: del('/user/email', {
    access: 'user',
    audit: 'email_change_cancelled',
    summary: 'Keep your address: the link to the new one ends',
    response: saying(messages.addresses.cancelled, {}),
  }),
  confirm: post('/user/confirm-email/:token', {
    access: 'public',
    summary:
      'Confirm an address with the link of an email. A change of a confirmed address happens when both links were opened, or a week later with the one to the new address',
    params: z.object({ token: z.string().max(200) }),
    rateLimit: { perAddress: 100 },
    errors: ['invalid_link', 'email_taken'],
    response: success({
      email: z.string(),
      /** The addresses whose links are still to be opened before it changes. */
      waitsFor: PendingConfirmations,
      /** When the link to the new address is enough, if it is not yet. */
      newAloneAt: Instant.nullable(),
    }),
  }),
  requestCode: post('/user/login/code', {
    access: 'public',
    summary:
      'Email a code to log in with, in the place of the password; the response is the same for unknown addresses. It lasts ten minutes and five tries',
    body: z.object({ email: typedEmail(words.missing) }),
    incomplete: words.missing,
    rateLimit: { perAddress: 30 },
    errors: ['too_many_today'],
    sendsEmail: true,
    response: saying(messages.addresses.codeSent, {
      /** For `finish`. */
      ticket: z.string(),
    }),
  }),
  logInWithCode: post('/user/login/code/finish', {
    access: 'public',
    summary: 'Log in with the emailed code',
    body: z.object({
      ticket: z.string().min(1).max(200),
      code: z.string({ error: messages.factors.codeMissing }).trim().min(1, messages.factors.codeMissing).max(32),
    }),
    incomplete: messages.factors.codeMissing,
    rateLimit: { perAddress: 300 },
    errors: ['wrong_code', 'login_expired', 'account_blocked', 'second_step_needed'],
    response: saying(messages.login.success, signedIn),
  }),
};
