import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { OutboxEntry } from '#contract/outbox.ts';
import { fail } from '#server/errors.ts';
import type { Implement } from '#server/http/implement.ts';
import type { Outbox, OutboxMail } from '#server/mail/outbox.ts';

export interface OutboxNeeds {
  outbox: Pick<Outbox, 'list' | 'find'>;
  isUsed: boolean;
}

const present = ({ id, to, subject, sentAtMs }: OutboxMail): OutboxEntry => ({
  _id: id,
  to,
  subject,
  sentAt: new Date(sentAtMs).toISOString(),
});

export const outboxRoutes = (implement: Implement, { outbox, isUsed }: OutboxNeeds): void => {
  implement(api.outbox.list, async ({ query }) => {
    const { mails, total } = await outbox.list(query);
    return { message: messages.outbox.success, isUsed, mails: mails.map(present), total };
  });

  implement(api.outbox.read, async ({ params }) => {
    const mail = await outbox.find(params.mailId);
    if (!mail) throw fail('mail_not_found');
    const { from, replyTo = null, text } = mail;
    return { message: messages.outbox.read, mail: { ...present(mail), from, replyTo, text } };
  });
};
