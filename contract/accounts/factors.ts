import { z } from 'zod';
import { signedIn } from './accounts.ts';
import { del, get, post, put, success, saying } from '../endpoint.ts';
import { currentPassword, Id, Instant, oneLine } from '../fields.ts';
import { PendingConfirmations } from '../waits-for.ts';
import { messages } from '../messages.ts';

const words = messages.factors;

/** Base64url of a browser; a signature or an attestation has a few hundred bytes. */
const Encoded = z
  .string()
  .min(1)
  .max(8192)
  .regex(/^[\w-]+$/);

const CREDENTIAL_ID_MAX = 1400;
const CredentialId = Encoded.max(CREDENTIAL_ID_MAX);

const PublicKeyCredential = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
});

/** What `navigator.credentials.create` returns, as JSON (Web Authentication Level 3, §5.1.8). */
const CreatedPasskey = PublicKeyCredential.extend({
  response: z.object({
    clientDataJSON: Encoded,
    attestationObject: Encoded,
    transports: z.array(z.string().max(30)).max(10).default([]),
  }),
});
export type CreatedPasskey = z.output<typeof CreatedPasskey>;

/** What `navigator.credentials.get` returns, as JSON. */
const UsedPasskey = PublicKeyCredential.extend({
  response: z.object({
    clientDataJSON: Encoded,
    authenticatorData: Encoded,
    signature: Encoded,
    userHandle: Encoded.nullish(),
  }),
});
export type UsedPasskey = z.output<typeof UsedPasskey>;

/** The argument of `navigator.credentials.create` or `get`, as JSON. */
const Options = z.looseObject({ challenge: z.string() });

/** Six digits of an authenticator app, or a recovery code. */
const Code = z.string({ error: words.codeMissing }).trim().min(1, words.codeMissing).max(32);

const PASSKEY_NAME_MAX = 60;
const PasskeyName = oneLine(PASSKEY_NAME_MAX, words.nameMissing);

const Passkey = z.object({
  _id: CredentialId,
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
});
export type Passkey = z.output<typeof Passkey>;

const RecoveryCodes = { recoveryCodes: z.array(z.string()) };
const passkeyParams = { params: z.object({ passkeyId: CredentialId }), notFound: 'passkey_not_found' } as const;
/** Wrong codes and passwords in fifteen minutes; `too_many_today` after 50 wrong codes. */
const codeLimit = { passwordLimit: { perAccount: 10 } } as const;

export const factors = {
  security: get('/user/security', {
    access: 'user',
    summary: 'How you log in: address, password, passkeys and the second step',
    response: success({
      address: z.object({
        isConfirmed: z.boolean(),
        /** The next one, until the links in the emails are opened; null without a change. */
        pending: z.string().nullable(),
        /** The addresses whose links are still to be opened. */
        waitsFor: PendingConfirmations,
      }),
      password: z.object({
        /** False for an account without one: it logs in by other ways. */
        isSet: z.boolean(),
        /** Null for one that is older than this record. */
        changedAt: Instant.nullable(),
      }),
      passkeys: z.array(Passkey),
      /** Logins of another service. */
      identities: z.array(
        z.object({
          _id: Id,
          /** Such as `Google`, or the name of a host. */
          name: z.string(),
          email: z.string(),
          createdAt: Instant,
          lastUsedAt: Instant.nullable(),
        }),
      ),
      /** Until when the school asks for a passkey or the second step; null if it does not, or there is one. */
      factorDueAt: Instant.nullable(),
      /** Null while it is off. */
      secondStep: z.object({ since: Instant, recoveryCodesLeft: z.int() }).nullable(),
    }),
  }),
  options: post('/user/passkeys/options', {
    access: 'public',
    summary:
      'Begin with a passkey. For a visitor: to log in. For a user: to add one, or to confirm with one of their own',
    body: z.object({ purpose: z.enum(['add', 'confirm']).default('add') }),
    rateLimit: { perAddress: 300 },
    errors: ['passkeys_need_domain'],
    response: saying(messages.factors.options, { options: Options }),
  }),
  addPasskey: post('/user/passkeys', {
    access: 'user',
    audit: 'passkey_added',
    summary: 'Add the passkey that the browser created',
    body: z.object({ name: PasskeyName, passkey: CreatedPasskey }),
    incomplete: words.nameMissing,
    needsConfirmation: true,
    rateLimit: { perUser: 30 },
    errors: ['passkey_refused', 'passkeys_need_domain', 'too_many_passkeys'],
    response: saying('Passkey added', { passkey: Passkey }),
  }),
  renamePasskey: put('/user/passkeys/:passkeyId', {
    access: 'user',
    audit: 'passkey_changed',
    summary: 'Rename a passkey',
    ...passkeyParams,
    body: z.object({ name: PasskeyName }),
    incomplete: words.nameMissing,
    response: saying('Passkey renamed', {}),
  }),
  removePasskey: del('/user/passkeys/:passkeyId', {
    access: 'user',
    audit: 'passkey_removed',
    summary: 'Remove a passkey: it logs nobody in any more',
    ...passkeyParams,
    needsConfirmation: true,
    errors: ['last_passkey'],
    response: saying('Passkey removed', {}),
  }),
  removePassword: del('/user/password', {
    access: 'user',
    audit: 'password_removed',
    summary: 'Remove the password: passkeys log in from now on. An emailed link sets a new one',
    needsConfirmation: true,
    errors: ['passkey_needed'],
    response: saying('Password removed', {}),
  }),
  logInWithPasskey: post('/user/login/passkey', {
    access: 'public',
    summary: 'Log in with a passkey',
    body: z.object({ passkey: UsedPasskey }),
    rateLimit: { perAddress: 300 },
    errors: ['passkey_refused', 'passkeys_need_domain', 'account_blocked'],
    response: saying(messages.login.success, signedIn),
  }),
  finishLogin: post('/user/login/second-step', {
    access: 'public',
    summary: 'Log in with the ticket of `second_step_needed` and a code of the authenticator app, or a recovery code',
    body: z.object({ ticket: z.string().min(1).max(200), code: Code }),
    incomplete: words.codeMissing,
    rateLimit: { perAddress: 300 },
    ...codeLimit,
    errors: ['wrong_code', 'too_many_today', 'login_expired', 'account_blocked'],
    response: saying(messages.login.success, signedIn),
  }),
  beginSecondStep: post('/user/second-step', {
    access: 'user',
    summary: 'Begin with an authenticator app: the key to enter there; the second step is off until a code confirms it',
    needsConfirmation: true,
    rateLimit: { perUser: 30 },
    errors: ['second_step_is_on'],
    response: saying('Scan the code with your authenticator app', {
      /** Base32 (RFC 4648 §6). */
      key: z.string(),
      /** `otpauth://totp/…`, for an app on this device. */
      link: z.string(),
      /** The link as a QR code: its width in modules, and its dark modules as an SVG path. */
      qr: z.object({ size: z.int(), path: z.string() }),
    }),
  }),
  confirmSecondStep: put('/user/second-step', {
    access: 'user',
    audit: 'second_step_on',
    summary: 'Turn the second step on with a first code; returns the recovery codes, which are shown once',
    body: z.object({ code: Code }),
    incomplete: words.codeMissing,
    needsConfirmation: true,
    ...codeLimit,
    errors: ['wrong_code', 'too_many_today', 'second_step_is_on'],
    response: saying('The second step is on', RecoveryCodes),
  }),
  endSecondStep: del('/user/second-step', {
    access: 'user',
    audit: 'second_step_off',
    summary: 'Turn the second step off; its recovery codes end',
    needsConfirmation: true,
    response: saying('The second step is off', {}),
  }),
  renewRecoveryCodes: post('/user/second-step/recovery-codes', {
    access: 'user',
    audit: 'recovery_codes_renewed',
    summary: 'Replace the recovery codes; the earlier ones end',
    needsConfirmation: true,
    errors: ['second_step_is_off'],
    response: saying('New recovery codes', RecoveryCodes),
  }),
  notMe: post('/user/not-me/:token', {
    access: 'public',
    summary:
      'Secure an account after a login or a change that was not its owner’s: all devices are logged out, the password ends, and a link to choose another one is emailed',
    params: z.object({ token: z.string().max(200) }),
    rateLimit: { perAddress: 100 },
    errors: ['invalid_link'],
    response: saying('Your account is secured. A link to choose a new password was emailed to you.', {}),
  }),
  confirm: post('/user/confirm', {
    access: 'user',
    summary:
      'Confirm that it is you, for what needs it: with the password and, where the second step is on, a code; or with a passkey. Lasts an hour',
    body: z.object({
      password: currentPassword(words.confirmIncomplete).optional(),
      code: Code.optional(),
      passkey: UsedPasskey.optional(),
    }),
    incomplete: words.confirmIncomplete,
    ...codeLimit,
    errors: [
      'wrong_password',
      'wrong_code',
      'too_many_today',
      'code_needed',
      'passkey_refused',
      'passkeys_need_domain',
    ],
    response: saying('Confirmed', {}),
  }),
};
