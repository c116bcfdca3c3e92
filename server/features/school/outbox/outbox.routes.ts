import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { OutboxEntry, ShownEmail } from '#contract/outbox.ts';
import { attachment } from '#server/http/attachment.ts';
import { type Column, csvOf } from '#server/http/csv.ts';
import type { Implement } from '#server/http/implement-endpoint.ts';
import type { OutboxEmail, OutboxHead } from '#server/email/outbox.ts';
import type { Outbox } from './outbox.ts';

const present = ({ id, to, subject, sentAtMs }: OutboxHead): OutboxEntry => ({
  _id: id,
  to,
  subject,
  sentAt: new Date(sentAtMs).toISOString(),
});

const presentWhole = (email: OutboxEmail, isLinkHidden: boolean): ShownEmail => {
  const { from, replyTo = null, text } = email;
  return { ...present(email), from, replyTo, text, isLinkHidden };
};

/** The columns of the export. */
const columns: readonly Column<OutboxHead>[] = [
  ['Subject', ({ subject }) => subject],
  ['To', ({ to }) => to],
  ['Sent', ({ sentAtMs }) => new Date(sentAtMs).toISOString()],
];

export const outboxRoutes = (implement: Implement, outbox: Outbox): void => {
  implement(api.outbox.list, async ({ query }) => {
    const { emails, total } = await outbox.list(query);
    return { message: messages.outbox.success, isUsed: await outbox.isUsed(), mails: emails.map(present), total };
  });

  implement(api.outbox.exportCsv, ({ query }) => attachment('emails.csv', csvOf(columns, outbox.all(query))));

  implement(api.outbox.read, async ({ actor, params }) => {
    const { email, isLinkHidden } = await outbox.read(actor, params.mailId);
    return { message: messages.outbox.read, mail: presentWhole(email, isLinkHidden) };
  });

  implement(api.outbox.showLink, async ({ actor, params }) => {
    const email = await outbox.showLink(actor, params.mailId);
    return { message: messages.outbox.linkShown, mail: presentWhole(email, false) };
  });
};
