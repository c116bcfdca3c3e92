import { pages } from '#contract/pages.ts';
import type { Email } from '#server/email/mailer.ts';

export const plannedEmail = ({ to, brandName, day }: { to: string; brandName: string; day: string }): Email => ({
  to: [to],
  wording: { id: 'deletion_planned', values: { day } },
  subject: `Your account at ${brandName} will be deleted`,
  heading: `Your account will be deleted on ${day}`,
  parts: [
    {
      kind: 'text',
      text: `Until then you can log in, download your data, and take the deletion back. Renewals of your purchases are off.`,
    },
    { kind: 'button', label: 'Keep my account', path: pages.security.path },
    { kind: 'text', text: 'You did not ask for this? Take it back, and change your password.' },
  ],
});

export const deletedEmail = ({ to, brandName }: { to: string; brandName: string }): Email => ({
  to: [to],
  leavesNoRecord: true,
  wording: { id: 'deletion_done', values: {} },
  subject: `Your account at ${brandName} is deleted`,
  heading: 'Your account is deleted',
  parts: [
    {
      kind: 'text',
      text: 'Invoices stay without your name, as tax law asks. Backups of the school forget the rest when they expire. This is the last email to you.',
    },
  ],
});
