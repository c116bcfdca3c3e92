import { type Said, say } from '#contract/languages/say.ts';
import type { Email, Mailer } from '#server/email/mailer.ts';
import { EXAMPLE_SCHOOL } from '#server/email/wording.ts';

// They go to an address that anyone may have typed in: they repeat no other input, so that nobody can
// send a text of their own through this school.

export const welcomeEmail = (email: string, school: string, token: string): Email => ({
  to: [email],
  wording: { id: 'welcome', values: {} },
  subject: say('Welcome to {school}', { school }),
  heading: say('Your account is ready'),
  parts: [
    {
      kind: 'text',
      text: say('An account at {school} was created with this email address. Take a look at the courses.', { school }),
    },
    { kind: 'button', label: say('Explore Courses'), path: '/courses' },
    { kind: 'button', label: say('Confirm Address'), path: `/confirm-email/${token}` },
    { kind: 'text', text: say('Didn’t create an account? Reset its password, and only you can log in.') },
  ],
});

export const invitationEmail = (
  email: string,
  school: string,
  {
    token,
    days,
    reason = say('{school} has created an account for you.', { school }),
  }: { token: string; days: number; reason?: Said | undefined },
): Email => ({
  to: [email],
  wording: { id: 'invitation', values: { reason, days: String(days) } },
  subject: say('Your account at {school}', { school }),
  heading: say('Welcome to {school}', { school }),
  parts: [
    {
      kind: 'text',
      text: say('{reason} Choose a password, then log in with this email address.', { reason }),
    },
    { kind: 'button', label: say('Choose Password'), path: `/invitation/${token}` },
    {
      kind: 'text',
      text: say(
        'The link can be used once and expires in {days} days. After that, use “Forgot password” on the login page.',
        { days },
      ),
    },
  ],
});

export const resetEmail = (email: string, school: string, token: string): Email => ({
  to: [email],
  wording: { id: 'password_reset', values: {} },
  subject: say('Reset your {school} password', { school }),
  heading: say('Reset your password'),
  parts: [
    {
      kind: 'text',
      text: say('We received a request to reset your password. The link can be used once and expires in 15 minutes.'),
    },
    { kind: 'button', label: say('Reset Password'), path: `/reset-password/${token}` },
    { kind: 'text', text: say('Didn’t request this? Ignore this email, and your password stays the same.') },
  ],
});

export const defineAccountTexts = ({ define }: Mailer['texts']): void => {
  define(welcomeEmail('', EXAMPLE_SCHOOL, 'example'));
  define(invitationEmail('', EXAMPLE_SCHOOL, { token: 'example', days: 14 }), ['link']);
  define(resetEmail('', EXAMPLE_SCHOOL, 'example'), ['link']);
};
