import type { Mail } from '#server/mail/mailer.ts';

// Both go to an address that anyone may have typed in: they repeat nothing that was typed beside it, so that nobody can
// send a text of their own through this school.

export const welcomeMail = (email: string, brandName: string): Mail => ({
  to: [email],
  subject: `Welcome to ${brandName}`,
  heading: 'Your account is ready',
  parts: [
    { kind: 'text', text: `This email address now has an account at ${brandName}. Have a look at the courses.` },
    { kind: 'button', label: 'Explore Courses', path: '/courses' },
    { kind: 'text', text: 'You did not create an account? Choose a new password, and the account is yours alone.' },
  ],
});

export const resetMail = (email: string, brandName: string, token: string): Mail => ({
  to: [email],
  subject: `Choose a new password for ${brandName}`,
  heading: 'Choose a new password',
  parts: [
    { kind: 'text', text: 'Somebody, most likely you, asked for a new password. The link works once, for 15 minutes.' },
    { kind: 'button', label: 'Update Password', path: `/reset-password/${token}` },
    { kind: 'text', text: 'You did not ask for it? Then do nothing: your password stays as it is.' },
  ],
});
