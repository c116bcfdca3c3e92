import { z } from 'zod';
import { file, get, post, success, saying } from '../endpoint.ts';
import { Id, Instant, pageOf, searchTerm } from '../fields.ts';
import { messages } from '../messages.ts';

/** An email in the list. */
export const EmailEntry = z.object({
  _id: z.string(),
  to: z.string(),
  subject: z.string(),
  sentAt: Instant,
  /** Whether it can be read: the text of what the mail server got is not kept. */
  isStored: z.boolean(),
});
export type EmailEntry = z.output<typeof EmailEntry>;

/** By when emails were sent, or by subject; `-` means descending. */
const EmailSort = z.enum(['sent', '-sent', 'subject', '-subject']);
export type EmailSort = z.output<typeof EmailSort>;

const choice = {
  /** In the subject or the address. */
  search: searchTerm.default(''),
  sort: EmailSort.default('-sent'),
};

/** An email as it arrives. Another user's private link is left out until it is requested. */
export const ShownEmail = EmailEntry.extend({
  from: z.string(),
  replyTo: z.string().nullable(),
  text: z.string(),
  /** A document that loads nothing: its images are part of it. Null without HTML. */
  html: z.string().nullable(),
  attachments: z.array(z.object({ name: z.string(), sizeBytes: z.int() })),
  isLinkHidden: z.boolean(),
});
export type ShownEmail = z.output<typeof ShownEmail>;

export const emails = {
  list: get('/admin/outbox', {
    access: 'admin',
    summary: 'List emails by search: those that the mail server got, or that were stored instead of sent',
    query: z.object({
      ...choice,
      ...pageOf(25),
    }),
    response: success({
      /** Whether emails are stored because no mail server is configured. */
      isUsed: z.boolean(),
      mails: z.array(EmailEntry),
      total: z.int(),
    }),
  }),
  exportCsv: get('/admin/outbox/export', {
    access: 'admin',
    audit: 'data_exported',
    needsConfirmation: true,
    summary:
      'Export the list of emails that were stored instead of sent as a CSV file, by search and without their texts',
    query: z.object(choice),
    produces: 'text/csv',
    response: file,
  }),
  read: get('/admin/outbox/:mailId', {
    access: 'admin',
    summary: 'Get a stored email, as text and HTML, with the names of its attachments',
    params: z.object({ mailId: Id }),
    notFound: 'mail_not_found',
    response: success({ mail: ShownEmail }),
  }),
  attachment: get('/admin/outbox/:mailId/attachments/:number', {
    access: 'admin',
    summary: 'Download an attachment of a stored email, by its number from 0',
    params: z.object({ mailId: Id, number: z.string().regex(/^\d{1,2}$/) }),
    notFound: 'mail_not_found',
    produces: 'application/octet-stream',
    response: file,
  }),
  showLink: post('/admin/outbox/:mailId/link', {
    access: 'admin',
    audit: 'itself',
    needsConfirmation: true,
    summary: 'Get an email with its private link, to help a learner; this is recorded',
    params: z.object({ mailId: Id }),
    notFound: 'mail_not_found',
    errors: ['link_of_another_admin'],
    response: saying(messages.emails.linkShown, { mail: ShownEmail }),
  }),
};
