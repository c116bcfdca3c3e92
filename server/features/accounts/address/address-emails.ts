import { pages } from '#contract/pages.ts';
import type { Email, Mailer } from '#server/email/mailer.ts';
import { EXAMPLE_SCHOOL } from '#server/email/wording.ts';

interface To {
  to: string;
  brandName: string;
}

export const confirmEmail = ({ to, brandName, token }: To & { token: string }): Email => ({
  to: [to],
  wording: { id: 'confirm_email', values: {} },
  subject: `Confirm your address at ${brandName}`,
  heading: 'Confirm your address',
  parts: [
    { kind: 'text', text: `Someone entered this address for an account at ${brandName}. Is it yours?` },
    { kind: 'button', label: 'Confirm Address', path: `/confirm-email/${token}` },
    { kind: 'text', text: 'Not you? Ignore this email, and the link expires by itself.' },
  ],
});

/** `reason` says in a sentence what they get. The person who registered the address may be another one. */
export const rightsEmail = ({ to, brandName, token, reason }: To & { token: string; reason: string }): Email => ({
  to: [to],
  wording: { id: 'confirm_for_rights', values: { reason } },
  subject: `Confirm your address at ${brandName}`,
  heading: 'Confirm your address',
  parts: [
    { kind: 'text', text: `${reason} You get it as soon as you confirm this address.` },
    {
      kind: 'text',
      text: `An account at ${brandName} has this address. Didn’t create it? Don’t confirm: choose a new password, and only you can log in.`,
    },
    { kind: 'button', label: 'Confirm Address', path: `/confirm-email/${token}` },
    { kind: 'button', label: 'Choose Password', path: pages.forgotPassword.path },
  ],
});

/** The code stands alone, so that it is hidden from admins as links are. */
export const codeEmail = ({ to, brandName, code }: To & { code: string }): Email => ({
  to: [to],
  wording: { id: 'login_code', values: {} },
  subject: `Your login code for ${brandName}`,
  heading: 'Your login code',
  parts: [
    { kind: 'text', text: 'Enter this code on the page where you asked for it. It expires in 10 minutes.' },
    { kind: 'facts', rows: [['Code', code]] },
    { kind: 'text', text: 'Didn’t ask for a code? Ignore this email, and give the code to nobody.' },
  ],
});

export const defineAddressTexts = ({ define }: Mailer['texts']): void => {
  const example = { to: '', brandName: EXAMPLE_SCHOOL };
  define(confirmEmail({ ...example, token: 'example' }), ['link']);
  const reason = `${EXAMPLE_SCHOOL} gives you access to courses.`;
  define(rightsEmail({ ...example, token: 'example', reason }), ['link']);
  define(codeEmail({ ...example, code: '482-913' }), ['details']);
};
