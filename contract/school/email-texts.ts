import { z } from 'zod';
import { emailTextNames } from './email-text-names.ts';
import { del, get, post, put, success, saying } from '../endpoint.ts';
import { oneLine, orNothing, text } from '../fields.ts';
import { messages } from '../messages.ts';

// The keys of a record are its emails.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const EMAIL_TEXT_IDS = Object.keys(emailTextNames) as [keyof typeof emailTextNames];
export const EmailTextId = z.enum(EMAIL_TEXT_IDS);
export type EmailTextId = z.output<typeof EmailTextId>;

/** Values were written as `{{name}}` before, and are stored so: versions before read them. */
export const inOneBrace = (text: string): string => text.replaceAll(/\{\{\s*([A-Za-z]+)\s*\}\}/g, '{$1}');
const withValues = <T extends z.ZodType<string, string>>(schema: T) => schema.transform(inOneBrace);

/** What an owner may change in an email. Values are written as `{name}`, and the text is Markdown. */
export const EmailWording = z.object({ subject: z.string(), heading: z.string(), text: z.string() });
export type EmailWording = z.output<typeof EmailWording>;

const Change = EmailWording.extend({
  subject: withValues(oneLine(200, messages.emailTexts.subjectMissing)),
  heading: withValues(orNothing(oneLine(200, messages.emailTexts.incomplete))),
  text: withValues(text(5000, messages.emailTexts.textMissing)),
});

export const EmailText = EmailWording.extend({
  id: EmailTextId,
  standard: EmailWording,
  isChanged: z.boolean(),
  /** Why the saved text is not used, and the default is sent; null when all is well. */
  problem: z.string().nullable(),
  variables: z.array(
    z.object({
      name: z.string(),
      /** '' for a part of its own, such as a button. */
      example: z.string(),
      isNeeded: z.boolean(),
    }),
  ),
});
export type EmailText = z.output<typeof EmailText>;

const params = z.object({ id: EmailTextId });
const ofText = { params, notFound: 'mail_not_found', access: 'admin' } as const;
const body = { body: Change, incomplete: messages.emailTexts.incomplete } as const;
const changed = { emailText: EmailText };

export const emailTexts = {
  list: get('/admin/settings/email-texts', {
    access: 'admin',
    summary: 'List the texts of the emails of the school, with their defaults and variables',
    response: success({ emailTexts: z.array(EmailText) }),
  }),
  save: put('/admin/settings/email-texts/:id', {
    ...ofText,
    ...body,
    audit: 'itself',
    summary: 'Change the subject and the text of an email',
    response: saying('Text saved. The next email has it.', changed),
  }),
  reset: del('/admin/settings/email-texts/:id', {
    ...ofText,
    audit: 'itself',
    summary: 'Give an email its default text again',
    response: saying(messages.emailTexts.reset, changed),
  }),
  preview: post('/admin/settings/email-texts/:id/preview', {
    ...ofText,
    ...body,
    summary: 'Get an email with a text as it would arrive, with examples for its variables',
    response: saying('Preview fetched successfully', { subject: z.string(), html: z.string() }),
  }),
  test: post('/admin/settings/email-texts/:id/test', {
    ...ofText,
    ...body,
    summary: 'Send an email with a text to yourself, with examples for its variables',
    rateLimit: { perUser: 20 },
    errors: ['email_not_sent', 'email_not_set_up'],
    response: saying('Test sent', { to: z.string() }),
  }),
};
