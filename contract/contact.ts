import { z } from 'zod';
import { endpoint, success } from './endpoint.ts';
import { messages } from './messages.ts';
import { email, text } from './fields.ts';

export const ContactBody = z.object({
  name: text(100, messages.contact.incomplete),
  email: email(messages.contact.incomplete),
  message: text(5000, messages.contact.incomplete),
  /** Hidden from people: only a program that fills every field fills it. */
  website: z.string().max(500).optional(),
});

export const contact = {
  send: endpoint({
    method: 'POST',
    path: '/contact',
    access: 'public',
    summary: 'Send a message to the school',
    body: ContactBody,
    incomplete: messages.contact.incomplete,
    rateLimit: { perAddress: 30 },
    response: success({}),
  }),
};
