import type { Email, Mailer } from '#server/email/mailer.ts';
import { EXAMPLE_SCHOOL } from '#server/email/wording.ts';

// They go to an address that anyone may have typed in: they repeat no other input, so that nobody can
// send a text of their own through this school.

export const welcomeEmail = (email: string, brandName: string, token: string): Email => ({
  to: [email],
  wording: { id: 'welcome', values: {} },
  subject: `Welcome to ${brandName}`,
  heading: 'Your account is ready',
  parts: [
    {
      kind: 'text',
      text: `An account at ${brandName} was created with this email address. Take a look at the courses.`,
    },
    { kind: 'button', label: 'Explore Courses', path: '/courses' },
    { kind: 'button', label: 'Confirm Address', path: `/confirm-email/${token}` },
    { kind: 'text', text: 'Didn’t create an account? Reset its password, and only you can log in.' },
  ],
});

export const invitationEmail = (
  email: string,
  brandName: string,
  {
    token,
    days,
    reason = `${brandName} has created an account for you.`,
  }: { token: string; days: number; reason?: string | undefined },
): Email => ({
  to: [email],
  wording: { id: 'invitation', values: { reason, days: String(days) } },
  subject: `Your account at ${brandName}`,
  heading: `Welcome to ${brandName}`,
  parts: [
    {
      kind: 'text',
      text: `${reason} Choose a password, then log in with this email address.`,
    },
    { kind: 'button', label: 'Choose Password', path: `/invitation/${token}` },
    {
      kind: 'text',
      text: `The link can be used once and expires in ${days} days. After that, use “Forgot password” on the login page.`,
    },
  ],
});

export const resetEmail = (email: string, brandName: string, token: string): Email => ({
  to: [email],
  wording: { id: 'password_reset', values: {} },
  subject: `Reset your ${brandName} password`,
  heading: 'Reset your password',
  parts: [
    {
      kind: 'text',
      text: 'We received a request to reset your password. The link can be used once and expires in 15 minutes.',
    },
    { kind: 'button', label: 'Reset Password', path: `/reset-password/${token}` },
    { kind: 'text', text: 'Didn’t request this? Ignore this email, and your password stays the same.' },
  ],
});

export const defineAccountTexts = ({ define }: Mailer['texts']): void => {
  define(welcomeEmail('', EXAMPLE_SCHOOL, 'example'));
  define(invitationEmail('', EXAMPLE_SCHOOL, { token: 'example', days: 14 }), ['link']);
  define(resetEmail('', EXAMPLE_SCHOOL, 'example'), ['link']);
};
