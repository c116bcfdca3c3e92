import { z } from 'zod';
import { signedIn } from './accounts.ts';
import { del, post, saying } from '../endpoint.ts';
import { Id } from '../fields.ts';
import { messages } from '../messages.ts';
import { LanguageCode } from '../school/languages.ts';

/** The ticket of the beginning, which the browser kept, and the query with which the other service sent it back. */
const Returned = z.object({ ticket: z.string().min(1).max(200), query: z.string().max(8000) });
const begun = {
  /** Of the other service. */
  address: z.string(),
  ticket: z.string(),
};

export const providers = {
  begin: post('/user/login/provider', {
    access: 'public',
    summary: 'Begin a login at another service, such as Google (OpenID Connect)',
    rateLimit: { perAddress: 100 },
    errors: ['login_provider_off', 'login_provider_failed'],
    response: saying('Continue at the other service', begun),
  }),
  logIn: post('/user/login/provider/finish', {
    access: 'public',
    summary: 'Log in, or sign up, as the other service says who it is',
    /** `language` as for a sign-up. */
    body: Returned.extend({ language: LanguageCode.optional() }),
    rateLimit: { perAddress: 100 },
    errors: [
      'login_expired',
      'login_provider_off',
      'login_provider_failed',
      'identity_unverified',
      'identity_needs_login',
      'account_blocked',
      'second_step_needed',
    ],
    /** `isNew`: the login created the account. */
    response: saying(messages.login.success, { ...signedIn, isNew: z.boolean() }),
  }),
  beginAdding: post('/user/identities', {
    access: 'user',
    summary: 'Begin to add a login of another service to your account',
    needsConfirmation: true,
    rateLimit: { perUser: 30 },
    errors: ['login_provider_off', 'login_provider_failed'],
    response: saying('Continue at the other service', begun),
  }),
  add: post('/user/identities/finish', {
    access: 'user',
    audit: 'identity_added',
    summary: 'Add the login of another service to your account',
    body: Returned,
    rateLimit: { perUser: 30 },
    errors: ['login_expired', 'login_provider_off', 'login_provider_failed', 'identity_taken'],
    response: saying('Login added', {}),
  }),
  remove: del('/user/identities/:identityId', {
    access: 'user',
    audit: 'identity_removed',
    summary: 'Remove the login of another service',
    needsConfirmation: true,
    params: z.object({ identityId: Id }),
    notFound: 'identity_not_found',
    response: saying(messages.providers.removed, {}),
  }),
};
