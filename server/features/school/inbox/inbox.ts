import { z } from 'zod';
import { isEmailAddress } from '#contract/email-address.ts';
import type { inbox, InboxEntry, InboxMessage } from '#contract/school/inbox.ts';
import { say } from '#contract/languages/say.ts';
import { DAY_MS, toInstant } from '#server/clock.ts';
import type { Email } from '#server/email/mailer.ts';
import { EXAMPLE_SCHOOL } from '#server/email/wording.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import { newId } from '#server/ids.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import {
  countByState,
  sumOpen,
  deleteDoneBefore,
  type EntryRow,
  findMessage,
  type InboxFilter,
  insertReply,
  listEntries,
  otherMessages,
  repliesOf,
  setDone,
} from './inbox.queries.ts';

type Reply = z.output<typeof inbox.reply.body>;

export interface InboxNeeds {
  /** Replies to an admin's email come back to that admin while no contact address is set. */
  emailOf: (userId: string) => Promise<string | undefined>;
}

/** The messages to the school, and the replies of admins. Calls with a message id throw `inbox_message_not_found`. */
export type Inbox = ReturnType<typeof createInbox>;

const lastReplies = (rows: readonly EntryRow[]): string[] => rows.flatMap((row) => row.last_reply_id ?? []);

const toEntry = (row: EntryRow, sent: ReadonlySet<string>): InboxEntry => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  excerpt: row.excerpt,
  sentAt: toInstant(row.created_at),
  isDone: row.done_at !== null,
  isReplied: sent.has(row.last_reply_id ?? ''),
});

const replyEmail = (
  to: string,
  { brandName, text, message }: { brandName: string; text: string; message: string },
): Email => ({
  to: [to],
  wording: { id: 'inbox_reply', values: { reply: text } },
  subject: say('Re: Your message to {school}', { school: brandName }),
  heading: '',
  parts: [
    ...text.split(/\n{2,}/).map((paragraph) => ({ kind: 'text' as const, text: paragraph, mayLink: true as const })),
    { kind: 'text', text: say('You wrote:') },
    { kind: 'quote', text: message },
  ],
});

const sweepInbox = defineJob({
  name: 'inbox.sweep',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: DAY_MS,
  waitsAfterJump: true,
});

export const createInbox = ({ settings, database, clock, mailer, jobs, log }: Platform, { emailOf }: InboxNeeds) => {
  const { db } = database;
  const example = { text: 'Yes: five of them are.', message: 'Are the lectures in Hindi too?' };
  mailer.texts.define(replyEmail('', { brandName: EXAMPLE_SCHOOL, ...example }), ['reply']);

  jobs.handle(sweepInbox, async () => {
    const { messageMonths } = await settings.limits();
    if (messageMonths === 0) return;
    const before = (await settings.calendar()).add(clock.now(), -messageMonths, 'month');
    const deleted = await deleteDoneBefore(db, before);
    if (deleted > 0) log.info({ deleted }, 'old messages to the school are deleted');
  });

  const find = async (messageId: string) => {
    const row = await findMessage(db, messageId);
    if (!row) throw fail('inbox_message_not_found');
    return row;
  };

  const read = async (messageId: string): Promise<InboxMessage> => {
    const row = await find(messageId);
    const [replies, others] = await Promise.all([repliesOf(db, messageId), otherMessages(db, row)]);
    const sent = await mailer.sentAmong([...replies.map(({ id }) => id), ...lastReplies([row, ...others])]);
    return {
      ...toEntry(row, sent),
      text: row.message,
      canReply: isEmailAddress(row.email),
      userId: row.user_id,
      replies: replies.map((reply) => ({
        _id: reply.id,
        author: reply.full_name ?? '',
        text: reply.body,
        sentAt: toInstant(reply.created_at),
        isSent: sent.has(reply.id),
      })),
      others: others.map((other) => toEntry(other, sent)),
    };
  };

  return {
    read,
    open: () => sumOpen(db),

    list: async ({
      limit,
      offset,
      ...filter
    }: InboxFilter & { limit: number; offset: number }): Promise<{
      inboxMessages: InboxEntry[];
      total: number;
      counts: { open: number; done: number };
    }> => {
      const counts = await countByState(db, filter.search);
      const rows = await listEntries(db, filter, { limit, offset });
      const total = filter.state === undefined ? counts.open + counts.done : counts[filter.state];
      const sent = await mailer.sentAmong(lastReplies(rows));
      return { inboxMessages: rows.map((row) => toEntry(row, sent)), total, counts };
    },

    /**
     * Emails the reply to the sender. A second one with the same key changes nothing. Throws `no_reply_address` for a
     * sender who cannot be emailed.
     */
    reply: async (actor: Actor, messageId: string, { text, idempotencyKey, isDone }: Reply): Promise<InboxMessage> => {
      const { email, message } = await find(messageId);
      if (!isEmailAddress(email)) throw fail('no_reply_address');
      const { brandName, contactEmail } = await settings.school();
      const address = contactEmail === '' ? await emailOf(actor.id) : contactEmail;
      await database.transaction(async (tx) => {
        const now = clock.now();
        const id = newId();
        const isNew = await insertReply(tx, {
          id,
          message_id: messageId,
          idempotency_key: idempotencyKey,
          author_id: actor.id,
          body: text,
          created_at: now,
        });
        if (isDone) await setDone(tx, messageId, now);
        if (!isNew) return;
        await mailer.enqueueOnce(tx, id, {
          ...replyEmail(email, { brandName, text, message }),
          isPersonal: true,
          ...(address !== undefined && { replyTo: { name: brandName, address } }),
        });
      });
      return read(messageId);
    },

    setDone: async (messageId: string, isDone: boolean): Promise<InboxMessage> => {
      const isFound = await database.transaction((tx) => setDone(tx, messageId, isDone ? clock.now() : null));
      if (!isFound) throw fail('inbox_message_not_found');
      return read(messageId);
    },
  };
};
