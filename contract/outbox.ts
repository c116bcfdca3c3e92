import { z } from 'zod';
import { answer, endpoint } from './endpoint.ts';
import { Id, Instant } from './values.ts';

export const OUTBOX_PAGE_MAX = 100;

/** A mail as the outbox lists it. */
export const OutboxEntry = z.object({ _id: z.string(), to: z.string(), subject: z.string(), sentAt: Instant });
export type OutboxEntry = z.output<typeof OutboxEntry>;

export const outbox = {
  list: endpoint({
    method: 'GET',
    path: '/admin/outbox',
    access: 'admin',
    summary: 'Mails that were written instead of sent, the newest first',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(OUTBOX_PAGE_MAX).default(25),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    response: answer({
      /** Whether mails go here: no mail server is configured. */
      isUsed: z.boolean(),
      mails: z.array(OutboxEntry),
      total: z.int(),
    }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/admin/outbox/:mailId',
    access: 'admin',
    summary: 'One mail of the outbox, as text',
    params: z.object({ mailId: Id }),
    response: answer({
      mail: OutboxEntry.extend({ from: z.string(), replyTo: z.string().nullable(), text: z.string() }),
    }),
  }),
};
