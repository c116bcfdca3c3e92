import { api } from '#contract/api.ts';
import type { EmailEntry, ShownEmail } from '#contract/school/emails.ts';
import { attachment } from '#server/http/file/attachment.ts';
import { type Column, csvOf } from '#server/http/file/csv.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { FiledEmail, EmailHead } from '#server/email/email-folder.ts';
import type { Emails } from './emails.ts';

const present = ({ id, to, subject, sentAtMs, isStored = true }: EmailHead & { isStored?: boolean }): EmailEntry => ({
  _id: id,
  to,
  subject,
  sentAt: new Date(sentAtMs).toISOString(),
  isStored,
});

const presentWhole = (email: FiledEmail, isLinkHidden: boolean): ShownEmail => {
  const { from, replyTo = null, text, html = null } = email;
  const attachments = email.attachments.map(({ name, content }) => ({ name, sizeBytes: content.length }));
  return { ...present(email), from, replyTo, text, html, attachments, isLinkHidden };
};

/** The columns of the export. */
const columns: readonly Column<EmailHead>[] = [
  ['Subject', ({ subject }) => subject],
  ['To', ({ to }) => to],
  ['Sent', ({ sentAtMs }) => new Date(sentAtMs).toISOString()],
];

export const emailsRoutes = (bind: Bind, emails: Emails): void => {
  bind(api.outbox, {
    list: async ({ query }) => {
      const page = await emails.list(query);
      return { isUsed: await emails.isUsed(), mails: page.emails.map((email) => present(email)), total: page.total };
    },
    exportCsv: ({ query }) => attachment('emails.csv', csvOf(columns, emails.all(query))),
    read: async ({ actor, params }) => {
      const { email, isLinkHidden } = await emails.read(actor, params.mailId);
      return { mail: presentWhole(email, isLinkHidden) };
    },
    attachment: async ({ params }) => {
      const { name, content } = await emails.attachment(params.mailId, Number(params.number));
      return attachment(name.replace(/[^\w. -]/g, '_'), content);
    },
    showLink: async ({ actor, params }) => {
      const email = await emails.showLink(actor, params.mailId);
      return { mail: presentWhole(email, false) };
    },
  });
};
