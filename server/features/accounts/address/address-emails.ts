import { type Said, say } from '#contract/languages/say.ts';
import { pages } from '#contract/pages.ts';
import type { Email, Mailer } from '#server/email/mailer.ts';
import { EXAMPLE_SCHOOL } from '#server/email/wording.ts';

interface To {
  to: string;
  school: string;
}

export const confirmEmail = ({ to, school, token }: To & { token: string }): Email => ({
  to: [to],
  wording: { id: 'confirm_email', values: {} },
  subject: say('Confirm your address at {school}', { school }),
  heading: say('Confirm your address'),
  parts: [
    { kind: 'text', text: say('Someone entered this address for an account at {school}. Is it yours?', { school }) },
    { kind: 'button', label: say('Confirm Address'), path: `/confirm-email/${token}` },
    { kind: 'text', text: say('Not you? Ignore this email, and the link expires by itself.') },
  ],
});

/** `reason` says in a sentence what they get. The person who registered the address may be another one. */
export const rightsEmail = ({ to, school, token, reason }: To & { token: string; reason: Said }): Email => ({
  to: [to],
  wording: { id: 'confirm_for_rights', values: { reason } },
  subject: say('Confirm your address at {school}', { school }),
  heading: say('Confirm your address'),
  parts: [
    { kind: 'text', text: say('{reason} You get it as soon as you confirm this address.', { reason }) },
    {
      kind: 'text',
      text: say(
        'An account at {school} has this address. Didn’t create it? Don’t confirm: choose a new password, and only you can log in.',
        { school },
      ),
    },
    { kind: 'button', label: say('Confirm Address'), path: `/confirm-email/${token}` },
    { kind: 'button', label: say('Choose Password'), path: pages.forgotPassword.path },
  ],
});

/** The code stands alone, so that it is hidden from admins as links are. */
export const codeEmail = ({ to, school, code }: To & { code: string }): Email => ({
  to: [to],
  wording: { id: 'login_code', values: {} },
  subject: say('Your login code for {school}', { school }),
  heading: say('Your login code'),
  parts: [
    { kind: 'text', text: say('Enter this code on the page where you asked for it. It expires in 10 minutes.') },
    { kind: 'facts', rows: [[say('Code'), code]] },
    { kind: 'text', text: say('Didn’t ask for a code? Ignore this email, and give the code to nobody.') },
  ],
});

export const defineAddressTexts = ({ define }: Mailer['texts']): void => {
  const example = { to: '', school: EXAMPLE_SCHOOL };
  define(confirmEmail({ ...example, token: 'example' }), ['link']);
  const reason = say('{school} gives you access to courses.', { school: EXAMPLE_SCHOOL });
  define(rightsEmail({ ...example, token: 'example', reason }), ['link']);
  define(codeEmail({ ...example, code: '482-913' }), ['details']);
};
