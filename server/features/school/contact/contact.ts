import type { z } from 'zod';
import type { ContactBody } from '#contract/school/contact.ts';
import { say } from '#contract/languages/say.ts';
import { isEmailAddress } from '#contract/email-address.ts';
import type { Db } from '#server/database/database.ts';
import type { Email } from '#server/email/mailer.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { insertContactMessage } from './contact.queries.ts';

export interface ContactNeeds {
  /** The recipients of messages while no contact address is set. */
  adminEmails: (db: Db) => Promise<string[]>;
}

const messageEmail = (
  to: string[],
  { name, email, message }: Pick<z.output<typeof ContactBody>, 'name' | 'email' | 'message'>,
): Email => {
  const reply = isEmailAddress(email) ? say('Reply to this email to respond.') : '';
  return {
    to,
    wording: { id: 'contact', values: { name, email, reply } },
    ...(isEmailAddress(email) && { replyTo: { name, address: email } }),
    subject: say('Message from {name}', { name }),
    heading: say('New message from the contact form'),
    parts: [
      {
        kind: 'facts',
        rows: [
          [say('Name'), name],
          [say('Email'), email],
        ],
      },
      { kind: 'quote', text: message },
      ...(reply === '' ? [] : [{ kind: 'text' as const, text: reply }]),
    ],
  };
};

export type Contact = ReturnType<typeof createContact>;

/** Messages to the school: stored, and emailed to the contact address or all admins. */
export const createContact = ({ settings, database, clock, mailer }: Platform, { adminEmails }: ContactNeeds) => {
  mailer.texts.define(
    messageEmail([], { name: 'Ravi Iyer', email: 'ravi@home.example', message: 'Are the lectures in Hindi too?' }),
    ['details', 'quote'],
  );
  return {
    send: async (body: z.output<typeof ContactBody>, sender: Actor | undefined): Promise<void> => {
      const { name, email, message, website } = body;
      // The hidden field is filled in: a bot wrote this, and gets the usual response.
      if (website !== undefined && website !== '') return;
      const { contactEmail } = await settings.school();
      await database.transaction(async (tx) => {
        await insertContactMessage(tx, {
          id: newId(),
          name,
          email,
          message,
          user_id: sender?.id ?? null,
          created_at: clock.now(),
          done_at: null,
        });
        const to = contactEmail === '' ? await adminEmails(tx) : [contactEmail];
        if (to.length === 0) return;
        await mailer.enqueue(tx, messageEmail(to, body));
      });
    },
  };
};
