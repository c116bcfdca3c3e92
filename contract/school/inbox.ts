import { z } from 'zod';
import { get, post, put, success, saying } from '../endpoint.ts';
import { Id, Instant, pageOf, searchTerm, text } from '../fields.ts';
import { messages } from '../messages.ts';

/** A message to the school as the inbox lists it. */
export const InboxEntry = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  /** How the message begins. */
  excerpt: z.string(),
  sentAt: Instant,
  isDone: z.boolean(),
  /** The last reply was sent. */
  isReplied: z.boolean(),
});
export type InboxEntry = z.output<typeof InboxEntry>;

export const InboxMessage = InboxEntry.omit({ isReplied: true }).extend({
  text: z.string(),
  /** Whether the sender left an email address. */
  canReply: z.boolean(),
  /** The user who was logged in when it was sent. */
  userId: z.string().nullable(),
  /** Oldest first. `isSent` is false for one that was stored because there was no mail server. */
  replies: z.array(
    z.object({ _id: z.string(), author: z.string(), text: z.string(), sentAt: Instant, isSent: z.boolean() }),
  ),
  /** Other messages from the same email address, newest first. */
  others: z.array(InboxEntry),
});
export type InboxMessage = z.output<typeof InboxMessage>;

const params = z.object({ messageId: Id });
const one = { inboxMessage: InboxMessage };
const notFound = 'inbox_message_not_found';

export const inbox = {
  list: get('/admin/inbox', {
    access: 'admin',
    summary: 'List messages to the school, newest first, by state and search',
    query: z.object({
      state: z.enum(['open', 'done']).optional(),
      /** In the name, the email or the message. */
      search: searchTerm.optional(),
      ...pageOf(20),
    }),
    response: success({
      inboxMessages: z.array(InboxEntry),
      total: z.int(),
      /** Of the search, in each state. */
      counts: z.object({ open: z.int(), done: z.int() }),
    }),
  }),
  read: get('/admin/inbox/:messageId', {
    access: 'admin',
    summary: 'Get a message to the school, with its replies',
    params,
    notFound,
    response: success(one),
  }),
  reply: post('/admin/inbox/:messageId/replies', {
    access: 'admin',
    audit: 'inbox_changed',
    summary: 'Reply to a message by email; the replies of one key are sent once',
    params,
    notFound,
    body: z.object({
      text: text(5000, messages.inbox.incomplete),
      /** Chosen by the caller, for each reply another. */
      idempotencyKey: z.string().regex(/^[\w-]{16,64}$/),
      /** Also marks the message as done. */
      isDone: z.boolean(),
    }),
    errors: ['no_reply_address'],
    rateLimit: { perUser: 300 },
    sendsEmail: true,
    response: saying('Reply sent', one),
  }),
  setDone: put('/admin/inbox/:messageId/done', {
    access: 'admin',
    audit: 'inbox_changed',
    summary: 'Mark a message as done, or open again',
    params,
    notFound,
    body: z.object({ isDone: z.boolean() }),
    response: success(one),
  }),
};
