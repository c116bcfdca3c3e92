import { z } from 'zod';
import { get, post, put, success, saying } from '../endpoint.ts';
import { messages } from '../messages.ts';
import { LanguageCode } from '../school/languages.ts';
import {
  checkPassword,
  currentPassword,
  email,
  IMAGE_MAX_BYTES,
  Instant,
  MediaLink,
  newPassword,
  personName,
  StoredRole,
  text,
  typedEmail,
} from '../fields.ts';

export const NAME_MIN_LENGTH = 5;

export const Subscription = z.object({
  status: z.enum(['active', 'inactive']),
  /** For a lifetime: 9999-12-31. */
  access_until: Instant.nullable(),
  purchased_at: Instant.nullable(),
  refundable_until: Instant.nullable(),
  auto_renew: z.boolean(),
  /** From then on the bundle may be bought again, and the new term is added; null when it renews by itself or has ended. */
  renewable_from: Instant.nullable(),
});

export const User = z.object({
  _id: z.string(),
  fullName: z.string(),
  email: z.string(),
  role: StoredRole,
  avatar: MediaLink,
  subscription: Subscription,
  /** Whether they are a teacher or an assistant of a course. */
  teaches: z.boolean(),
  /** Whether they have, or had, single courses. */
  hasCourses: z.boolean(),
  /** In which they read the pages; null for the language of the school. */
  language: z.string().nullable(),
  createdAt: Instant,
});
export type User = z.output<typeof User>;

const avatar = { accept: 'image-or-svg', maxBytes: IMAGE_MAX_BYTES } as const;

export const RegisterFields = z.object({
  fullName: personName(messages.register.incomplete).min(NAME_MIN_LENGTH, messages.register.shortName),
  email: email(messages.register.incomplete),
  password: newPassword(messages.register.incomplete),
  checkPassword,
  /** Of the page, where it is not that of the school. */
  language: LanguageCode.optional(),
});

export const LoginBody = z.object({
  email: text(254, messages.login.incomplete).toLowerCase(),
  password: currentPassword(messages.login.incomplete),
});

export const UpdateFields = z.object({
  fullName: personName(messages.profile.incomplete).min(NAME_MIN_LENGTH, messages.profile.shortName),
});

export const ChangePasswordBody = z.object({
  oldPassword: currentPassword(messages.changePassword.incomplete),
  newPassword: newPassword(messages.changePassword.incomplete),
  checkPassword,
});

export const ForgotPasswordBody = z.object({ email: typedEmail(messages.forgotPassword.incomplete) });

export const ResetPasswordBody = z.object({
  password: newPassword(messages.resetPassword.incomplete),
  checkPassword,
});

export const signedIn = { user: User, token: z.string() };

export const accounts = {
  register: post('/user/register', {
    access: 'public',
    summary: 'Create an account and log in',
    form: { fields: RegisterFields, files: { avatar } },
    incomplete: messages.register.incomplete,
    rateLimit: { perAddress: 100 },
    status: 201,
    errors: ['email_taken'],
    response: saying(messages.register.success, signedIn),
  }),
  login: post('/user/login', {
    access: 'public',
    summary: 'Log in',
    body: LoginBody,
    incomplete: messages.login.incomplete,
    passwordLimit: { perAddress: 100, perAccount: 10, perDevice: 10 },
    errors: ['wrong_credentials', 'account_blocked', 'second_step_needed'],
    response: saying(messages.login.success, signedIn),
  }),
  logout: get('/user/logout', {
    access: 'public',
    summary: 'Log out: the token of this request stops working',
    response: saying(messages.logout.success, {}),
  }),
  me: get('/user/me', {
    access: 'user',
    summary: 'The logged-in user, with the subscription',
    response: success({ user: User }),
  }),
  update: put('/user/update', {
    access: 'user',
    summary: 'Update name and avatar',
    form: { fields: UpdateFields, files: { avatar } },
    incomplete: messages.profile.incomplete,
    rateLimit: { perUser: 20 },
    response: saying(messages.profile.success, { user: User }),
  }),
  chooseLanguage: put('/user/language', {
    access: 'user',
    summary: 'Choose the language of the pages',
    body: z.object({ language: LanguageCode.nullable() }),
    incomplete: messages.profile.incomplete,
    rateLimit: { perUser: 60 },
    response: saying(messages.profile.language, { user: User }),
  }),
  changePassword: post('/user/change-password', {
    access: 'user',
    audit: 'password_changed',
    summary: 'Change the password; all other sessions end',
    body: ChangePasswordBody,
    incomplete: messages.changePassword.incomplete,
    passwordLimit: { perAccount: 10 },
    errors: ['wrong_old_password'],
    response: saying(messages.changePassword.success, { succes: z.literal(true) }),
  }),
  forgotPassword: post('/user/reset', {
    access: 'public',
    summary: 'Request a reset link by email; the response is the same for unknown addresses',
    body: ForgotPasswordBody,
    incomplete: messages.forgotPassword.incomplete,
    rateLimit: { perAddress: 100 },
    sendsEmail: true,
    response: saying(messages.forgotPassword.sent, {}),
  }),
  resetPassword: post('/user/reset-password/:token', {
    access: 'public',
    summary: 'Set a new password with a reset link',
    params: z.object({ token: z.string().max(200) }),
    body: ResetPasswordBody,
    incomplete: messages.resetPassword.incomplete,
    rateLimit: { perAddress: 100 },
    notFound: 'invalid_reset_link',
    response: saying(messages.resetPassword.success, {
      /** The address of a person who had no password before: with it and the new password, they can be logged in. */
      invitedEmail: z.string().optional(),
    }),
  }),
};
