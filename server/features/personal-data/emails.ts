import { say, valued } from '#contract/languages/say.ts';
import { pages } from '#contract/pages.ts';
import type { Email } from '#server/email/mailer.ts';

const day = (instant: string) => valued({ date: instant });

export const plannedEmail = ({ to, school, deletesAt }: { to: string; school: string; deletesAt: string }): Email => ({
  to: [to],
  wording: { id: 'deletion_planned', values: { day: day(deletesAt) } },
  subject: say('Your account at {school} will be deleted', { school }),
  heading: say('Your account will be deleted on {day}', { day: { date: deletesAt } }),
  parts: [
    {
      kind: 'text',
      text: say(
        'Until then you can log in, download your data, and take the deletion back. Renewals of your purchases are off.',
      ),
    },
    { kind: 'button', label: say('Keep my account'), path: pages.security.path },
    { kind: 'text', text: say('You did not ask for this? Take it back, and change your password.') },
  ],
});

export const deletedEmail = ({ to, school, userId }: { to: string; school: string; userId: string }): Email => ({
  to: [to],
  leavesNoRecord: true,
  reader: { userId },
  wording: { id: 'deletion_done', values: {} },
  subject: say('Your account at {school} is deleted', { school }),
  heading: say('Your account is deleted'),
  parts: [
    {
      kind: 'text',
      text: say(
        'Invoices stay without your name, as tax law asks. Backups of the school forget the rest when they expire. This is the last email to you.',
      ),
    },
  ],
});
