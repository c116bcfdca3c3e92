import { z } from 'zod';
import { answer, endpoint } from './endpoint.ts';
import { messages } from './messages.ts';
import { email, IMAGE_MAX_BYTES, Instant, MediaLink, newPassword, Role, text, triedPassword } from './values.ts';

export const NAME_MIN_LENGTH = 5;
const NAME_MAX_LENGTH = 100;

export const Subscription = z.object({
  status: z.enum(['active', 'inactive']),
  access_until: Instant.nullable(),
  purchased_at: Instant.nullable(),
  refundable_until: Instant.nullable(),
  auto_renew: z.boolean(),
  /** From then on the bundle may be bought again, and a year is added; null when it renews by itself or has ended. */
  renewable_from: Instant.nullable(),
});

export const User = z.object({
  _id: z.string(),
  fullName: z.string(),
  email: z.string(),
  role: Role,
  avatar: MediaLink,
  subscription: Subscription,
  createdAt: Instant,
});
export type User = z.output<typeof User>;

const avatar = { accept: 'image-or-svg', maxBytes: IMAGE_MAX_BYTES } as const;

export const RegisterFields = z.object({
  fullName: text(NAME_MAX_LENGTH, messages.register.incomplete).min(NAME_MIN_LENGTH, messages.register.shortName),
  email: email(messages.register.incomplete),
  password: newPassword(messages.register.incomplete),
});

export const LoginBody = z.object({
  email: text(254, messages.login.incomplete).toLowerCase(),
  password: triedPassword(messages.login.incomplete),
});

export const UpdateFields = z.object({
  fullName: text(NAME_MAX_LENGTH, messages.profile.incomplete).min(NAME_MIN_LENGTH, messages.profile.shortName),
});

export const ChangePasswordBody = z.object({
  oldPassword: triedPassword(messages.changePassword.incomplete),
  newPassword: newPassword(messages.changePassword.incomplete),
});

export const ForgotPasswordBody = z.object({ email: email(messages.forgotPassword.incomplete) });

export const ResetPasswordBody = z.object({ password: newPassword(messages.resetPassword.incomplete) });

const signedIn = answer({ user: User, token: z.string() });

export const accounts = {
  register: endpoint({
    method: 'POST',
    path: '/user/register',
    access: 'public',
    summary: 'Create an account and sign in',
    form: { fields: RegisterFields, files: { avatar } },
    incomplete: messages.register.incomplete,
    rateLimit: 'every-request',
    status: 201,
    response: signedIn,
  }),
  login: endpoint({
    method: 'POST',
    path: '/user/login',
    access: 'public',
    summary: 'Sign in',
    body: LoginBody,
    incomplete: messages.login.incomplete,
    rateLimit: 'failures',
    response: signedIn,
  }),
  logout: endpoint({
    method: 'GET',
    path: '/user/logout',
    access: 'public',
    summary: 'Sign out: the token of this request stops working',
    response: answer({}),
  }),
  me: endpoint({
    method: 'GET',
    path: '/user/me',
    access: 'user',
    summary: 'The signed-in person, with the state of the subscription',
    response: answer({ user: User }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/user/update',
    access: 'user',
    summary: 'Change name and avatar',
    form: { fields: UpdateFields, files: { avatar } },
    incomplete: messages.profile.incomplete,
    response: answer({ user: User }),
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/user/change-password',
    access: 'user',
    summary: 'Change the password; other sessions end',
    body: ChangePasswordBody,
    incomplete: messages.changePassword.incomplete,
    rateLimit: 'failures',
    response: answer({ succes: z.literal(true) }),
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/user/reset',
    access: 'public',
    summary: 'Ask for a reset link by mail; the answer is the same for unknown addresses',
    body: ForgotPasswordBody,
    incomplete: messages.forgotPassword.incomplete,
    rateLimit: 'every-request',
    response: answer({}),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/user/reset-password/:token',
    access: 'public',
    summary: 'Choose a new password with a reset link',
    params: z.object({ token: z.string().max(200) }),
    body: ResetPasswordBody,
    incomplete: messages.resetPassword.incomplete,
    rateLimit: 'every-request',
    response: answer({}),
  }),
};
