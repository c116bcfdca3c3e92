import { z } from 'zod';
import { DAY_MS, toInstant, WEEK_MS } from '#server/clock.ts';
import { type Said, say, type Sentence, valued } from '#contract/languages/say.ts';
import type { Tx } from '#server/database/database.ts';
import type { EmailPart } from '#server/email/written.ts';
import type { Email } from '#server/email/mailer.ts';
import { EXAMPLE_SCHOOL } from '#server/email/wording.ts';
import { deviceName, deviceSaid } from '#contract/accounts/device-name.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import { findById } from './accounts.queries.ts';
import type { LoginSteps } from './factors/login-steps.ts';

const MONTH_MS = 30 * DAY_MS;
/** So long the former address brings itself back: it may be given up for a reason. A change that waits for it is stopped longer. */
const CHANGE_MS = 2 * WEEK_MS;

const events = z.enum([
  'new_device',
  'password_changed',
  'password_removed',
  'email_change_requested',
  'email_change_to_confirm',
  'email_changed',
  'second_step_on',
  'second_step_off',
  'passkey_added',
  'passkey_removed',
  'identity_added',
  'identity_removed',
  'api_key_created',
]);
type Event = z.output<typeof events>;

const texts: Record<Event, { subject: (school: string) => Sentence; heading: Sentence }> = {
  new_device: {
    subject: (school) => say('New login at {school}', { school }),
    heading: say('A login on a new device'),
  },
  password_changed: {
    subject: (school) => say('Password changed at {school}', { school }),
    heading: say('Your password was changed'),
  },
  password_removed: {
    subject: (school) => say('Password removed at {school}', { school }),
    heading: say('The password of your account was removed'),
  },
  email_change_requested: {
    subject: (school) => say('Address change at {school}', { school }),
    heading: say('The address of your account is being changed'),
  },
  email_change_to_confirm: {
    subject: (school) => say('Confirm the address change at {school}', { school }),
    heading: say('Confirm the new address of your account'),
  },
  email_changed: {
    subject: (school) => say('Address changed at {school}', { school }),
    heading: say('The address of your account was changed'),
  },
  second_step_on: {
    subject: (school) => say('Second step on at {school}', { school }),
    heading: say('The second step of your login is on'),
  },
  second_step_off: {
    subject: (school) => say('Second step off at {school}', { school }),
    heading: say('The second step of your login is off'),
  },
  passkey_added: {
    subject: (school) => say('Passkey added at {school}', { school }),
    heading: say('A passkey was added to your account'),
  },
  identity_added: {
    subject: (school) => say('Login added at {school}', { school }),
    heading: say('A login of another service was added to your account'),
  },
  identity_removed: {
    subject: (school) => say('Login removed at {school}', { school }),
    heading: say('A login of another service was removed from your account'),
  },
  passkey_removed: {
    subject: (school) => say('Passkey removed at {school}', { school }),
    heading: say('A passkey was removed from your account'),
  },
  api_key_created: {
    subject: (school) => say('API key created at {school}', { school }),
    heading: say('An API key was created with your account'),
  },
};

/** What has the name that the email says. */
const named = (event: Event, formerEmail: string | undefined): Said => {
  if (formerEmail !== undefined) return say('New address');
  return event === 'api_key_created' ? say('API key') : say('Passkey');
};

/** `device` is what it was done with, as a User-Agent; `name` that of a passkey or an API key, or a new address. */
const Happened = z.object({
  event: events,
  userId: z.string(),
  at: z.int(),
  userAgent: z.string().nullable(),
  network: z.string().nullable(),
  name: z.string().default(''),
  /** For a change of the address: the old address, which gets the email and which the button restores. */
  formerEmail: z.string().optional(),
  /** The step whose link the email has, by its detail. */
  confirms: z.string().optional(),
  /** An admin did it for the user. */
  isByAdmin: z.boolean().default(false),
});
export type SecurityEvent = Omit<z.input<typeof Happened>, 'at'>;

type Fact = [Said, Said];
type Facts = Fact[];

/** A link confirms a new address, on whichever device its mail is read. */
const whoDid = (facts: { event: Event; userAgent: string | null; isByAdmin: boolean }): Facts => {
  if (facts.event === 'email_changed') return [];
  return [
    facts.isByAdmin
      ? [say('By'), say('An admin of the school')]
      : [say('Device'), deviceSaid(deviceName(facts.userAgent))],
  ];
};

const sendSecurityEmail = defineJob({ name: 'accounts.security-email', lane: 'email', payload: Happened });

const NOTHING_TO_DO = say('Was this you? Then there is nothing to do.');
const CONFIRM_IT = say(
  'Was this you? Confirm it here, and open the link in the email to the new address too. After seven days without an answer, the new address is enough.',
);

const confirmButton = (token: string): EmailPart => ({
  kind: 'button',
  label: say('Confirm the change'),
  path: `/confirm-email/${token}`,
});

interface EmailFacts {
  to: string;
  school: string;
  facts: Facts;
  token: string;
  confirmToken?: string | undefined;
}

const emailOf = (event: Event, { to, school, facts, token, confirmToken }: EmailFacts): Email => ({
  to: [to],
  wording: { id: `security_${event}`, values: {} },
  subject: texts[event].subject(school),
  heading: texts[event].heading,
  parts: [
    { kind: 'facts', rows: facts },
    { kind: 'text', text: confirmToken === undefined ? NOTHING_TO_DO : CONFIRM_IT },
    ...(confirmToken === undefined ? [] : [confirmButton(confirmToken)]),
    { kind: 'button', label: say('This was not me'), path: `/not-me/${token}` },
    {
      kind: 'text',
      text: say('“This was not me” logs out every device and emails you a link to choose a new password.'),
    },
  ],
});

/** Emails about logins and changes of how they log in, with a link in case it was another person. */
export interface SecurityEmails {
  enqueue(tx: Tx, event: SecurityEvent): Promise<void>;
}

export const createSecurityEmails = (
  { database: { db }, clock, jobs, mailer, settings }: Platform,
  steps: LoginSteps,
): SecurityEmails => {
  for (const event of events.options) {
    const facts: Facts = [[say('When'), '15 June 2027 at 10:00']];
    const confirmToken = event === 'email_change_to_confirm' ? 'example' : undefined;
    const example = { to: '', school: EXAMPLE_SCHOOL, facts, token: 'example', confirmToken };
    mailer.texts.define(emailOf(event, example), ['link']);
  }

  // The token is created here, so that only the email has it, never a job's payload.
  jobs.handle(
    sendSecurityEmail,
    async ({ event, userId, at, userAgent, network, name, formerEmail, confirms, isByAdmin }, { id }) => {
      const user = await findById(db, userId);
      if (!user) return;
      const { brandName: school } = await settings.school();
      const facts: Facts = [
        ...(name === '' ? [] : [[named(event, formerEmail), name] satisfies Fact]),
        [say('When'), valued({ time: toInstant(at) })],
        ...whoDid({ event, userAgent, isByAdmin }),
        ...(network === null ? [] : [[say('Network'), network] satisfies Fact]),
      ];
      const formerMs = event === 'email_changed' ? WEEK_MS : CHANGE_MS;
      const link = formerEmail ? { lastsMs: formerMs, detail: formerEmail } : { lastsMs: MONTH_MS };
      const token = await steps.begin('not-me', userId, link);
      const confirmToken = confirms === undefined ? undefined : await steps.renew('confirm-email', userId, confirms);
      if (confirms !== undefined && confirmToken === undefined) return;
      const email = emailOf(event, { to: formerEmail ?? user.email, school, facts, token, confirmToken });
      const reader = { userId };
      await mailer.deliver(id, formerEmail === undefined ? email : { ...email, reader, leavesNoRecord: true });
    },
  );

  return { enqueue: (tx, event) => jobs.enqueue(tx, sendSecurityEmail, { ...event, at: clock.now() }) };
};
