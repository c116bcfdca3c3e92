import type { z } from 'zod';
import type { ContactBody } from '#contract/contact.ts';
import type { Clock } from '#server/clock.ts';
import type { Database, Db } from '#server/database/database.ts';
import type { Actor } from '#server/http/actor.ts';
import { newId } from '#server/ids.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { insertContactMessage } from './contact.queries.ts';

export interface ContactNeeds {
  database: Database;
  clock: Clock;
  mailer: Mailer;
  /** CONTACT_EMAIL; unset, the ADMINs are written to. */
  contactEmail: string | undefined;
  adminEmails: (db: Db) => Promise<string[]>;
}

/** Messages to the school: kept, and mailed to whoever answers them. */
export interface Contact {
  send(body: z.output<typeof ContactBody>, sender: Actor | undefined): Promise<void>;
}

export const createContact = ({ database, clock, mailer, contactEmail, adminEmails }: ContactNeeds): Contact => ({
  send: async ({ name, email, message, website }, sender) => {
    // The hidden field is filled: a program wrote this, and is told nothing that would teach it.
    if (website !== undefined && website !== '') return;
    await database.transaction(async (tx) => {
      await insertContactMessage(tx, {
        id: newId(),
        name,
        email,
        message,
        user_id: sender?.id ?? null,
        created_at: clock.now(),
      });
      const to = contactEmail === undefined ? await adminEmails(tx) : [contactEmail];
      if (to.length === 0) return;
      await mailer.enqueue(tx, {
        to,
        replyTo: { name, address: email },
        subject: `Message from ${name}`,
        heading: 'A message from the contact page',
        parts: [
          {
            kind: 'facts',
            rows: [
              ['Name', name],
              ['Email', email],
            ],
          },
          { kind: 'quote', text: message },
          { kind: 'text', text: 'Reply to this mail to answer.' },
        ],
      });
    });
  },
});
