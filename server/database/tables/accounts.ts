import { z } from 'zod';
import { isEmailAddress, normalEmail } from '#contract/email-address.ts';
import { isWithoutNul, Role } from '#contract/fields.ts';
import { integer, json, oneOf, table, text, time, type RowOf } from '../table.ts';
import { secret } from './reasons.ts';

/** In the normal form in which addresses are compared; addresses from before that form stay as they are. */
const StoredEmail = z
  .string()
  .max(254)
  .refine(
    (email) => email === email.toLowerCase() && isEmailAddress(normalEmail(email)),
    'not an email address in lower case',
  );
export const users = table('users', {
  key: ['id'],
  columns: {
    id: text,
    email: text.checkedBy(StoredEmail),
    full_name: text.checkedBy(z.string().max(200).refine(isWithoutNul)),
    role: oneOf(Role),
    password_hash: text.secretAs({ secret: 'password' }),
    avatar_key: text.orNull(),
    /** Part of every signed media address of the user: incrementing it ends them all. */
    media_epoch: integer,
    created_at: time,
    updated_at: time,
    deleted_at: time.orNull(),
    /** When the user proved that they read the mail of their address. */
    email_confirmed_at: time.orNull(),
    /** Stored before addresses had one form: the account that has the normal form of this address. */
    same_address_as: text.orNull(),
    /** Null for a password that is older than this column. */
    password_changed_at: time.orNull(),
    /** When the account was blocked; its purchases stay. */
    blocked_at: time.orNull(),
    /** The admins' note about the user, and its last change. */
    note: text.orNull(),
    note_changed_at: time.orNull(),
    note_changed_by: text.orNull(),
    /** In which the user reads the pages; null for that of the school. */
    language: text.orNull(),
  },
  person: {
    rows: { userId: 'id' },
    title: 'account',
    exported: [
      'id',
      'email',
      'full_name',
      'role',
      'created_at',
      'email_confirmed_at',
      'password_changed_at',
      'note',
      'language',
    ],
    onDeletion: 'steps',
  },
  archive: {
    file: 'people/accounts.csv',
    title: 'Accounts. Without secrets, people choose a new password with "Forgot password".',
  },
});
export type UserRow = RowOf<typeof users>;

export const sessions = table('sessions', {
  columns: {
    token_hash: text,
    user_id: text,
    /** The browser's User-Agent header; null without one. */
    user_agent: text.orNull(),
    /** From where it began, see `networkOf`; null for one of an earlier version. */
    network: text.orNull(),
    created_at: time,
    last_used_at: time,
    expires_at: time,
    /** When the user last confirmed their identity after the beginning; null if never. */
    confirmed_at: time.orNull(),
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'logins',
    exported: ['user_agent', 'network', 'created_at', 'last_used_at', 'expires_at'],
    onDeletion: 'delete',
  },
  archive: secret,
});
export type SessionRow = RowOf<typeof sessions>;

export const passwordResets = table('password_resets', {
  columns: {
    token_hash: text,
    user_id: text,
    created_at: time,
    expires_at: time,
    used_at: time.orNull(),
  },
  person: { rows: { userId: 'user_id' }, onDeletion: 'delete' },
  archive: secret,
});
export type PasswordResetRow = RowOf<typeof passwordResets>;

export const oneTimeKeys = table('one_time_keys', {
  key: ['user_id'],
  columns: {
    user_id: text,
    sealed_key: text.secretAs({ sealed: 'one-time-key {user_id}' }),
    created_at: time,
    /** Null until a first code confirmed it: the second step is off. */
    confirmed_at: time.orNull(),
    last_step: integer,
  },
  person: { rows: { userId: 'user_id' }, onDeletion: 'delete' },
  archive: { file: 'people/one-time-keys.csv', title: 'Keys of authenticator apps.', isSecret: true },
});
export type OneTimeKeyRow = RowOf<typeof oneTimeKeys>;

export const recoveryCodes = table('recovery_codes', {
  key: ['user_id', 'code_hash'],
  columns: {
    user_id: text,
    code_hash: text,
    created_at: time,
  },
  person: { rows: { userId: 'user_id' }, onDeletion: 'delete' },
  archive: { file: 'people/recovery-codes.csv', title: 'Recovery codes, as sums.', isSecret: true },
});

export const passkeys = table('passkeys', {
  key: ['id'],
  columns: {
    /** The id of the credential, in base64url. */
    id: text,
    user_id: text,
    /** COSE, in base64url. */
    public_key: text,
    counter: integer,
    /** A JSON array. */
    transports: json,
    name: text,
    created_at: time,
    last_used_at: time.orNull(),
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'passkeys',
    exported: ['name', 'created_at', 'last_used_at'],
    onDeletion: 'delete',
  },
  archive: {
    file: 'people/passkeys.jsonl',
    title: 'Public keys of passkeys, which work at the same address only.',
    isSecret: true,
  },
});
export type PasskeyRow = RowOf<typeof passkeys>;

export const identities = table('identities', {
  key: ['id'],
  columns: {
    id: text,
    user_id: text,
    issuer: text,
    subject: text,
    /** As the other service last named it. */
    email: text,
    created_at: time,
    last_used_at: time.orNull(),
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'other-logins',
    exported: ['issuer', 'email', 'created_at', 'last_used_at'],
    onDeletion: 'delete',
  },
  archive: {
    file: 'people/other-logins.csv',
    title: 'Logins of another service: its issuer, with its own id of the person.',
  },
});
export type IdentityRow = RowOf<typeof identities>;

export const loginSteps = table('login_steps', {
  columns: {
    id_hash: text,
    /** second-step: a login whose password was right; not-me and confirm-email: links in emails; email-code and provider: logins by an email or another service. */
    kind: oneOf('second-step', 'not-me', 'add-passkey', 'use-passkey', 'confirm-email', 'email-code', 'provider'),
    /** Null before the user is known. */
    user_id: text.orNull(),
    expires_at: time,
    /** The address of confirm-email, the former one of not-me, the sealed code of email-code. */
    detail: text.orNull(),
    tries: integer,
  },
  person: { rows: { userId: 'user_id' }, onDeletion: 'delete' },
  archive: secret,
});
export type LoginStepRow = RowOf<typeof loginSteps>;

/** What waits for the confirmation of an address. */
export const waitingRights = table('waiting_rights', {
  key: ['id'],
  columns: {
    id: text,
    address: text,
    kind: oneOf('course_role', 'access'),
    scope: text,
    detail: json,
    given_by: text,
    created_at: time,
  },
  person: {
    rows: { email: 'address' },
    title: 'waiting-rights',
    exported: ['kind', 'created_at'],
    onDeletion: 'delete',
  },
  archive: { file: 'people/waiting-rights.jsonl', title: 'Rights that wait for the confirmation of an address.' },
});
export type WaitingRightRow = RowOf<typeof waitingRights>;

/** A version of a page that a person accepted. */
export const consents = table('consents', {
  key: ['user_id', 'slug', 'version'],
  columns: {
    user_id: text,
    slug: text,
    version: integer,
    accepted_at: time,
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'accepted-pages',
    exported: ['slug', 'version', 'accepted_at'],
    onDeletion: 'delete',
  },
  archive: { file: 'people/consents.csv', title: 'Which version of a legal page people agreed to.' },
});
export type ConsentRow = RowOf<typeof consents>;

/** A key by which a program calls for an admin. */
export const apiKeys = table('api_keys', {
  columns: {
    id: text,
    name: text,
    secret_hash: text,
    /** Separated by spaces. */
    scopes: text,
    created_by: text,
    created_at: time,
    ends_at: time.orNull(),
    last_used_at: time.orNull(),
    /** When an admin ended it. */
    ended_at: time.orNull(),
  },
  person: null,
  archive: secret,
});
export type ApiKeyRow = RowOf<typeof apiKeys>;
