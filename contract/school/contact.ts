import { z } from 'zod';
import { post, saying } from '../endpoint.ts';
import { normalEmail } from '../email-address.ts';
import { messages } from '../messages.ts';
import { isOneLine, text } from '../fields.ts';

export const ContactBody = z.object({
  name: text(100, messages.contact.incomplete),
  /** Any line with an `@`. The school reads the message, and can reply if it is an email address. */
  email: text(254, messages.contact.incomplete)
    .overwrite(normalEmail)
    .refine((value) => value.includes('@') && isOneLine(value), messages.fields.email),
  message: text(5000, messages.contact.incomplete),
  /** Hidden from people: only a program that fills every field fills it. */
  website: z.string().max(500).optional(),
});

export const contact = {
  send: post('/contact', {
    access: 'public',
    summary: 'Send a message to the school',
    body: ContactBody,
    incomplete: messages.contact.incomplete,
    rateLimit: { perAddress: 30 },
    response: saying(messages.contact.success, {}),
  }),
};
